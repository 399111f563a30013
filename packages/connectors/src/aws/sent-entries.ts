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

export function failuresOfEntries(failed: readonly Failed[] = []): EntryFailure[] {
  return failed.map(({ Id, Code, Message, SenderFault }) => ({
    index: Number(Id),
    reason: [Code, Message].filter(Boolean).join(': '),
    mayPass: SenderFault !== true,
  }));
}
