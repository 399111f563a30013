/**
 * One entry per result in a queue, topic or stream that takes several at once and may refuse some of them. Those are sent
 * again alone; what can never be taken is told at once, and the others do not suffer for it. Every entry has the id of
 * its result, so that whoever reads can leave out what comes twice.
 */
import { awsReason, type EntryFailure, type EntryToSend, isAwsRefusal, mayPass } from '@weir/connectors';
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/definitions';
import { pause } from '@weir/model';
import type { EntryDestination, EntryReceiver } from './aws-entries.js';
import { Backoff } from './backoff.js';
import { BaseSink } from './base-sink.js';
import { type Request, roundsOf } from './entry-batches.js';
import { resultText } from './result-json.js';
import { type DeliveryReport, reportOf, type SinkSupports } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

interface Failed {
  readonly reason: string;
  readonly mayPass: boolean;
}

const TRIES = 5;
const FIRST_PAUSE_MILLIS = 200;
/** Attributes and keys beside the text. */
const OVERHEAD_BYTES = 256;

export class EntrySink extends BaseSink {
  readonly supports: SinkSupports = { order: false, retry: true, batch: 500 };
  private readonly closing = new AbortController();
  private receiver: EntryReceiver | undefined;

  constructor(
    private readonly destination: EntryDestination,
    private readonly definition: { readonly structure: OutputStructure },
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    this.receiver = await this.destination.open();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { entryBytes, name } = this.destination;
    const entries = results.map(result => this.entryOf(result));
    const failed = new Map<number, Failed>();
    const places: number[] = [];
    entries.forEach(({ size }, place) => {
      if (size <= entryBytes) places.push(place);
      else failed.set(place, { reason: `${size} bytes are more than ${entryBytes}`, mayPass: false });
    });
    for (const round of roundsOf(entries, places, this.destination))
      await Promise.all(round.map(request => this.sendPatiently(entries, request, failed)));
    const failures = [...failed].map(([place, { reason, mayPass: isPassing }]) => ({
      result: results[place]!,
      reason: `${name}: ${reason}`,
      mayPass: isPassing,
    }));
    return reportOf(results.length, failures);
  }

  protected closeSink(): Promise<void> {
    this.closing.abort();
    this.receiver?.close();
    return Promise.resolve();
  }

  private entryOf(result: StandingOutput): EntryToSend {
    const { resultId: key } = result;
    const text = `${resultText(result, this.definition.structure)}\n`;
    const once = this.context.environment.random.uuid();
    return { key, once, text, size: Buffer.byteLength(text) + OVERHEAD_BYTES };
  }

  /** Tries again what may pass. @param failed told what did not arrive. */
  private async sendPatiently(
    entries: readonly EntryToSend[],
    request: Request,
    failed: Map<number, Failed>,
  ): Promise<void> {
    const { signal } = this.closing;
    const backoff = new Backoff(FIRST_PAUSE_MILLIS, this.context.environment.scheduler, signal);
    let left = request;
    for (let tries = 1; left.length > 0; tries++) {
      const failures = await this.sendOnce(entries, left);
      const again: number[] = [];
      for (const { index, reason, mayPass: isPassing } of failures) {
        const place = left[index]!;
        failed.set(place, { reason, mayPass: isPassing });
        if (isPassing) again.push(place);
      }
      for (const place of left)
        if (!failures.some(({ index }) => left[index] === place)) failed.delete(place);
      left = again;
      if (tries === TRIES || left.length === 0 || !(await backoff.pause())) return;
    }
  }

  private async sendOnce(
    entries: readonly EntryToSend[],
    request: Request,
  ): Promise<readonly EntryFailure[]> {
    const { signal } = this.closing;
    const all = request.map(place => entries[place]!);
    try {
      const failures = await this.receiver!.send(all, signal);
      await this.rest(all);
      return failures;
    } catch (error) {
      // A refusal may end too: keys are exchanged, permissions given. It is not the result that is wrong.
      const isPassing = mayPass(error) || isAwsRefusal(error);
      return request.map((_, index) => ({ index, reason: awsReason(error), mayPass: isPassing }));
    }
  }

  /** Keeps to the limits of the definition, on the average. */
  private async rest(sent: readonly EntryToSend[]): Promise<void> {
    const { recordsPerSecond, bytesPerSecond, parallelism } = this.destination;
    let seconds = 0;
    if (recordsPerSecond !== undefined) seconds = sent.length / recordsPerSecond;
    if (bytesPerSecond !== undefined) {
      const bytes = sent.reduce((sum, { size }) => sum + size, 0);
      seconds = Math.max(seconds, bytes / bytesPerSecond);
    }
    if (seconds > 0)
      await pause(this.context.environment.scheduler, seconds * 1000 * parallelism, this.closing.signal);
  }
}
