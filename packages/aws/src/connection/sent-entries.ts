/** What goes to queues and topics: several in one request, each of which may fail by itself. */

export interface EntryToSend {
  /** Of the same result, whether it matches or is cancelled. */
  readonly key: string;
  /** Of this message alone, each time that it is sent. */
  readonly once: string;
  readonly bytes: Buffer;
  /** Those, and what goes with them. */
  readonly size: number;
}

export interface EntryFailure {
  /** Which of the entries. */
  readonly index: number;
  readonly reason: string;
  /** The entry itself is not at fault. */
  readonly mayPass: boolean;
}

interface Failed {
  readonly Id?: string | undefined;
  readonly Code?: string | undefined;
  readonly Message?: string | undefined;
  readonly SenderFault?: boolean | undefined;
}

/** @param count of the entries of the request. @param taken those that the answer says were. */
export function failuresOfEntries(
  count: number,
  taken: readonly { readonly Id?: string | undefined }[] = [],
  failed: readonly Failed[] = [],
): EntryFailure[] {
  const failures = new Map<number, EntryFailure>();
  for (const { Id, Code, Message, SenderFault } of failed) {
    const index = Number(Id);
    const reason = [Code, Message].filter(Boolean).join(': ');
    failures.set(index, { index, reason, mayPass: SenderFault !== true });
  }
  const answered = new Set(taken.map(({ Id }) => Number(Id)));
  return withUnanswered(count, index => answered.has(index), failures);
}

/** What the answer does not speak of has not arrived for all that anybody knows; what was not sent is nobody's. */
export function withUnanswered(
  count: number,
  isTaken: (index: number) => boolean,
  failures: ReadonlyMap<number, EntryFailure>,
): EntryFailure[] {
  const all: EntryFailure[] = [];
  for (let index = 0; index < count; index++) {
    const failure = failures.get(index);
    if (failure !== undefined) all.push(failure);
    else if (!isTaken(index)) all.push({ index, reason: 'the answer does not speak of it', mayPass: true });
  }
  return all;
}
