/**
 * Sends entries to a queue, topic or stream that accepts several per request and may reject some of them. Rejected
 * entries are sent again on their own; permanent errors are reported immediately and do not affect the others.
 */
import { awsReason, isAwsRefusal, mayPass } from '../connection/aws-problem.js';
import type { EntryFailure, EntryToSend } from '../connection/sent-entries.js';
import { Backoff, type Environment, expectWaiters, pause } from '@weir/platform';
import type { EntryDestination, EntryReceiver } from './aws-entries.js';
import { type Request, roundsOf } from './entry-batches.js';

export interface FailedEntry {
  readonly reason: string;
  /** The error is transient: the entry is not the cause. */
  readonly mayPass: boolean;
}

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
/** Size of attributes and keys, besides the bytes. */
const OVERHEAD_BYTES = 256;

export class EntrySender {
  private readonly closing = new AbortController();
  private receiver: EntryReceiver | undefined;

  constructor(
    private readonly destination: EntryDestination,
    private readonly environment: Pick<Environment, 'scheduler' | 'random'>,
  ) {
    expectWaiters(this.closing.signal, destination.parallelism);
  }

  /** @throws WeirError `output.invalid`. */
  async open(): Promise<void> {
    this.receiver = await this.destination.open();
  }

  /** @param isText other bytes are encoded in Base64 where only text is accepted. */
  entryOf(key: string, bytes: Uint8Array, isText: boolean): EntryToSend {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const sent = isText || this.destination.takesBytes ? whole : Buffer.from(whole.toString('base64'));
    const once = this.environment.random.uuid();
    return { key, once, bytes: sent, size: sent.length + OVERHEAD_BYTES };
  }

  /** Retries transient errors. @returns the entries that did not arrive, keyed by index. */
  async send(entries: readonly EntryToSend[]): Promise<Map<number, FailedEntry>> {
    const { entryBytes, takesBytes, name } = this.destination;
    const failed = new Map<number, FailedEntry>();
    const entryIndexes: number[] = [];
    entries.forEach(({ size, bytes }, entryIndex) => {
      if (size > entryBytes)
        failed.set(entryIndex, { reason: `${size} bytes exceed the limit of ${entryBytes}`, mayPass: false });
      else if (bytes.length === 0 && !takesBytes)
        failed.set(entryIndex, {
          reason: 'it is empty, but the destination accepts only text',
          mayPass: false,
        });
      else entryIndexes.push(entryIndex);
    });
    for (const round of roundsOf(entries, entryIndexes, this.destination))
      await Promise.all(round.map(request => this.sendPatiently(entries, request, failed)));
    for (const [entryIndex, { reason, mayPass: isPassing }] of failed)
      failed.set(entryIndex, { reason: `${name}: ${reason}`, mayPass: isPassing });
    return failed;
  }

  /** Requests in flight end soon. */
  close(): void {
    this.closing.abort();
    this.receiver?.close();
  }

  /** @param failed called with the entries that did not arrive. */
  private async sendPatiently(
    entries: readonly EntryToSend[],
    request: Request,
    failed: Map<number, FailedEntry>,
  ): Promise<void> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.environment.scheduler, signal);
    let left = request;
    for (let tries = 1; left.length > 0; tries++) {
      const failures = await this.sendOnce(entries, left);
      const again: number[] = [];
      for (const { index, reason, mayPass: isPassing } of failures) {
        const entryIndex = left[index]!;
        failed.set(entryIndex, { reason, mayPass: isPassing });
        if (isPassing) again.push(entryIndex);
      }
      for (const entryIndex of left)
        if (!failures.some(({ index }) => left[index] === entryIndex)) failed.delete(entryIndex);
      left = again;
      if (tries === TRIES || left.length === 0 || !(await backoff.pause())) return;
    }
  }

  private async sendOnce(
    entries: readonly EntryToSend[],
    request: Request,
  ): Promise<readonly EntryFailure[]> {
    const { signal } = this.closing;
    const all = request.map(entryIndex => entries[entryIndex]!);
    try {
      const failures = await this.receiver!.send(all, signal);
      await this.rest(all);
      return failures;
    } catch (error) {
      // A rejection may end too, when keys or permissions change. The entry is not the cause.
      const isPassing = mayPass(error) || isAwsRefusal(error);
      return request.map((_, index) => ({ index, reason: awsReason(error), mayPass: isPassing }));
    }
  }

  /** Enforces the rate limits of the definition, on average. */
  private async rest(sent: readonly EntryToSend[]): Promise<void> {
    const { recordsPerSecond, bytesPerSecond, parallelism } = this.destination;
    let seconds = 0;
    if (recordsPerSecond !== undefined) seconds = sent.length / recordsPerSecond;
    if (bytesPerSecond !== undefined) {
      const bytes = sent.reduce((sum, { size }) => sum + size, 0);
      seconds = Math.max(seconds, bytes / bytesPerSecond);
    }
    if (seconds > 0)
      await pause(this.environment.scheduler, seconds * 1000 * parallelism, this.closing.signal);
  }
}
