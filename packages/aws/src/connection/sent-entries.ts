/** Entries of queues and topics: several in one request, and each may fail separately. */

export interface EntryToSend {
  /** Equal for the match and the retraction of a result. */
  readonly key: string;
  /** Identifies this message across retries. */
  readonly once: string;
  readonly bytes: Buffer;
  /** Size of the bytes and everything sent with them. */
  readonly size: number;
}

export interface EntryFailure {
  /** Index of the entry. */
  readonly index: number;
  readonly reason: string;
  /** The error is transient: the entry itself is not the cause. */
  readonly mayPass: boolean;
}

interface Failed {
  readonly Id?: string | undefined;
  readonly Code?: string | undefined;
  readonly Message?: string | undefined;
  readonly SenderFault?: boolean | undefined;
}

/** @param count number of entries in the request. @param taken entries that the response reports as accepted. */
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

/** Adds failures: entries that the response omits may not have arrived; entries that were not sent are ignored. */
export function withUnanswered(
  count: number,
  isTaken: (index: number) => boolean,
  failures: ReadonlyMap<number, EntryFailure>,
): EntryFailure[] {
  const all: EntryFailure[] = [];
  for (let index = 0; index < count; index++) {
    const failure = failures.get(index);
    if (failure !== undefined) all.push(failure);
    else if (!isTaken(index)) all.push({ index, reason: 'the response does not mention it', mayPass: true });
  }
  return all;
}
