/**
 * A lane that handles unreadable records as the stream's definition says: it retries them after growing delays and
 * sends permanently bad ones to the dead-letter destinations. The chunk is done when that is complete.
 */
import { type Value } from '@weir/model';
import { pause, type Environment } from '@weir/platform';
import type {
  ChunkOutcome,
  DeadRecord,
  RecordChunk,
  RecordDeadLetters,
  RejectedRecord,
  Undelivered,
} from '@weir/contract';
import type { RecordErrorPolicy } from '@weir/definitions';
import type { ChunkRunner } from '../reading/record-pump.js';

export interface BadRecordOptions {
  readonly retries: RecordErrorPolicy['retrySettings'];
  readonly deadLetters: RecordDeadLetters | undefined;
  /** Returns a record in its source's form. */
  readonly frameOf: (bytes: Uint8Array) => Value;
  readonly environment: Environment;
}

export class BadRecords implements ChunkRunner {
  private readonly closing = new AbortController();

  constructor(
    private readonly lane: ChunkRunner,
    private readonly options: BadRecordOptions,
  ) {}

  get preferredInFlight(): number {
    return this.lane.preferredInFlight;
  }

  get trouble(): string | undefined {
    return this.lane.trouble;
  }

  async runChunk(chunk: RecordChunk): Promise<ChunkOutcome> {
    let outcome = await this.lane.runChunk(chunk);
    const { maxRetries = 0 } = this.options.retries ?? {};
    for (let tries = 0; tries < maxRetries && outcome.rejections.length > 0; tries++) {
      if (outcome.failure !== undefined) return outcome;
      await this.pauseBefore(tries);
      if (this.closing.signal.aborted) break;
      outcome = await this.runAgain(chunk, outcome);
    }
    const { deadLetters } = this.options;
    if (deadLetters === undefined || outcome.rejections.length === 0) return outcome;
    const undelivered = await deadLetters.add(outcome.rejections.map(rejected => this.dead(chunk, rejected)));
    return undelivered.size === 0 ? outcome : withoutUndelivered(chunk, outcome, undelivered);
  }

  /** Stops all waiting. */
  async release(): Promise<void> {
    this.closing.abort();
    await this.lane.release();
  }

  hold(on: boolean): Promise<void> {
    return this.lane.hold(on);
  }

  /** Sets aside records on their way to dead-letter destinations. */
  async abort(): Promise<void> {
    this.closing.abort();
    this.options.deadLetters?.abort();
    await this.lane.abort();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.lane.close();
    await this.options.deadLetters?.close();
  }

  private async pauseBefore(tries: number): Promise<void> {
    const { random, scheduler } = this.options.environment;
    const { minBackoff, maxBackoff, randomFactor } = this.options.retries!;
    const millis = Math.min(maxBackoff * 1_000, minBackoff * 2 ** tries);
    await pause(scheduler, Math.round(millis * (1 + randomFactor * random.next())), this.closing.signal);
  }

  /** Retries each bad record separately. */
  private async runAgain(chunk: RecordChunk, before: ChunkOutcome): Promise<ChunkOutcome> {
    const outcomes = await Promise.all(
      before.rejections.map(({ position }) => {
        const bytes = bytesOf(chunk, position).slice();
        const bounds = Uint32Array.of(0, bytes.length);
        return this.lane.runChunk({ ...chunk, bytes, bounds, firstPosition: position });
      }),
    );
    const failure = outcomes.find(outcome => outcome.failure !== undefined)?.failure;
    const setAside = [before, ...outcomes].flatMap(outcome => outcome.setAside ?? []);
    return {
      done: outcomes.reduce((sum, { done }) => sum + done, before.done),
      rejected: outcomes.reduce((sum, { rejected }) => sum + rejected, 0),
      rejections: outcomes.flatMap(({ rejections }) => rejections),
      ...(failure === undefined ? {} : { failure }),
      ...(setAside.length === 0 ? {} : { setAside }),
    };
  }

  private dead(chunk: RecordChunk, { position, reason, decoded }: RejectedRecord): DeadRecord {
    const bytes = bytesOf(chunk, position).slice();
    const frame = this.options.frameOf(bytes);
    const record = { bytes, frame, message: reason };
    return decoded === undefined ? record : { ...record, decoded };
  }
}

function bytesOf({ bytes, bounds, firstPosition }: RecordChunk, position: number): Uint8Array {
  const at = 2 * (position - firstPosition);
  return bytes.subarray(bounds[at], bounds[at + 1]);
}

/** Adds records that did not reach every destination to the other records that are set aside. */
function withoutUndelivered(
  chunk: RecordChunk,
  outcome: ChunkOutcome,
  undelivered: Undelivered,
): ChunkOutcome {
  const setAside = [...(outcome.setAside ?? [])];
  const rejections = outcome.rejections.filter(({ position, reason }, index) => {
    const problems = undelivered.get(index);
    if (problems === undefined) return true;
    const why = `could not be delivered as a dead letter: ${problems.join('; ')}`;
    const bytes = bytesOf(chunk, position).slice();
    setAside.push({ position, bytes, reason: `Record ${position} (${reason}) ${why}` });
    return false;
  });
  const rejected = outcome.rejected - (outcome.rejections.length - rejections.length);
  return { ...outcome, rejected, rejections, setAside };
}
