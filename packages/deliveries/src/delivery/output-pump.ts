/**
 * Delivers a standing query's results to one of its outputs, or gives them up as the definition says. Until then its
 * promise is pending: the query keeps the results, and eventually ingest waits.
 */
import { Backoff, type Environment, SerialQueue, WeirError } from '@weir/platform';
import type { ResultsInHand, StandingOutput } from '@weir/contract';
import { LossLog } from '@weir/formats/sinks';
import { type Arrived, type DeliveryFailure, failuresOf, type ResultSink } from '@weir/plugins';
import { GatheredResults, type GatherLimits } from './gathered-results.js';
import type { DeadLetters, DeadLetterStatus } from './dead-letters.js';

export interface OutputCounts {
  readonly delivered: number;
  /** Given up after retries: in the dead letters, or lost; logged. */
  readonly failed: number;
  /** Omitted as the definition requires. */
  readonly dropped: number;
}

export interface Redelivery {
  readonly delivered: number;
  readonly failed: number;
}

export interface PumpOptions {
  readonly standing: string;
  readonly output: string;
  /** Creates a sink that is not open. May throw a WeirError. */
  readonly makeSink: () => Promise<ResultSink>;
  /** Whether transient failures are retried indefinitely. */
  readonly holds: boolean;
  /** If absent, results that are given up are lost. */
  readonly deadLetters: DeadLetters | undefined;
  readonly environment: Environment;
  /** If absent, results are delivered as they arrive. */
  readonly gather?: GatherLimits | undefined;
}

const FIRST_PAUSE_MILLIS = 500;
/** Attempts to open a sink before results are given up. */
const OPEN_TRIES = 5;

export class OutputPump {
  private delivered = 0;
  private failed = 0;
  private dropped = 0;
  private reason: string | undefined = undefined;
  private readonly closing = new AbortController();
  private sink: ResultSink | undefined = undefined;
  /** For the results being accepted. */
  private inHand: ResultsInHand | undefined = undefined;
  private lastArrival: (ResultsInHand & { readonly arrived: Arrived }) | undefined = undefined;
  private readonly losses: LossLog;
  /** A sink takes one batch at a time. */
  private readonly turns = new SerialQueue();
  private readonly redeliveries = new SerialQueue();
  private readonly gathered: GatheredResults | undefined;

  constructor(private readonly options: PumpOptions) {
    const { standing, output, environment, deadLetters, gather } = options;
    if (gather !== undefined)
      this.gathered = new GatheredResults(gather, environment.scheduler, results => this.deliverAll(results));
    const fate = deadLetters === undefined ? 'lost' : 'moved to the dead letters';
    this.losses = new LossLog(standing, output, environment.clock, environment.logger, fate);
  }

  /**
   * Makes one attempt; the next one follows when there are results.
   * @throws WeirError `output.*`, `cypher.*`.
   */
  async open(): Promise<void> {
    await this.options.deadLetters?.check();
    const sink = await this.options.makeSink();
    try {
      await sink.open();
    } catch (error) {
      await sink.close();
      throw error;
    }
    if (this.isClosed) await sink.close();
    else this.sink = sink;
  }

  /**
   * @returns when each of the results was delivered or given up, or the pump was closed; or when a sink that delivers
   * later has accepted them.
   */
  take(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    return this.gathered === undefined ? this.deliverAll(results) : this.gathered.take(results);
  }

  /** From now on results do not wait for others. */
  hurry(): void {
    this.gathered?.hurry();
  }

  private deliverAll(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    const { environment, standing, output } = this.options;
    const span = environment.tracing?.delivery(standing, output, results.length);
    const taken = this.turns.run(() => this.takeNow(results));
    if (span === undefined) return taken;
    const failedBefore = this.failed;
    return taken.finally(() => span.end(this.failed > failedBefore ? 'not all results arrived' : undefined));
  }

  /**
   * Retries dead letters. Repeated failures become dead letters again.
   * @returns how many arrived, and how many did not. Rejects with `output.failed` if the pump is closed meanwhile: then
   * they remain for the next call.
   */
  redeliver(): Promise<Redelivery> {
    return this.redeliveries.run(async () => {
      let tried = 0;
      let failed = 0;
      const inHand = new Set<Promise<void>>();
      await this.options.deadLetters?.redeliver(results =>
        this.turns.run(async () => {
          const before = this.failed;
          const taken = await this.takeNow(results);
          if (this.isClosed) throw new WeirError('output.failed', 'The output is being closed.');
          if (taken !== undefined) inHand.add(taken.done);
          tried += results.length;
          failed += this.failed - before;
        }),
      );
      await Promise.all(inHand);
      return { delivered: tried - failed, failed };
    });
  }

  /** `undefined` if undeliverable results are lost. */
  async deadLetterStatus(): Promise<DeadLetterStatus | undefined> {
    return this.options.deadLetters?.status();
  }

  private async takeNow(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    let size = 1;
    this.inHand = undefined;
    for (let start = 0; start < results.length && !this.isClosed; start += size) {
      const sink = await this.openedSink();
      if (sink === undefined) {
        await this.giveUp(failuresOf(results.slice(start), 'the output could not be opened', false));
        break;
      }
      size = sink.supports.batch;
      await this.deliver(sink, results.slice(start, start + size));
    }
    return this.inHand;
  }

  counts(): OutputCounts {
    return { delivered: this.delivered, failed: this.failed, dropped: this.dropped };
  }

  /** Why the latest results could not be delivered; `undefined` once results are delivered again. */
  get failure(): string | undefined {
    return this.reason;
  }

  /** Counts results lost outside a batch. */
  lost(count: number): void {
    this.failed += count;
  }

  /** Closes the pump. A pending batch is neither delivered nor given up: the caller supplies it again. */
  async close(): Promise<void> {
    this.closing.abort();
    this.gathered?.close();
    await this.sink?.close();
    this.losses.finish();
  }

  private async deliver(sink: ResultSink, batch: readonly StandingOutput[]): Promise<void> {
    let pending = batch;
    const backoff = this.backoff();
    for (;;) {
      const failures = await this.tryOnce(sink, pending);
      this.reason = failures[0]?.reason;
      if (failures.length === 0 || this.isClosed) return;
      const later = this.options.holds ? failures.filter(({ mayPass }) => mayPass) : [];
      await this.giveUp(later.length === 0 ? failures : failures.filter(({ mayPass }) => !mayPass));
      if (later.length === 0) return;
      this.losses.note(later[0]!.reason, later.length);
      if (!(await backoff.pause())) return;
      pending = later.map(({ result }) => result);
    }
  }

  private async tryOnce(
    sink: ResultSink,
    batch: readonly StandingOutput[],
  ): Promise<readonly DeliveryFailure[]> {
    try {
      const { delivered, dropped, failures, arrived } = await sink.deliver(batch);
      this.delivered += delivered;
      this.dropped += dropped;
      if (arrived !== undefined) this.inHand = this.whenArrived(arrived);
      return failures ?? [];
    } catch (error) {
      return failuresOf(batch, WeirError.from(error).message, false);
    }
  }

  /** A later message arrives after earlier ones, so the last promise covers them all. */
  private whenArrived(arrived: Arrived): ResultsInHand {
    if (this.lastArrival?.arrived === arrived) return this.lastArrival;
    const before = this.inHand?.done;
    const done = arrived.then(async failure => {
      await before;
      if (failure === undefined) return;
      this.delivered -= failure.count;
      this.failed += failure.count - failure.failures.length;
      this.reason = failure.failures[0]?.reason;
      await this.giveUp(failure.failures);
    });
    // The promise reports a failure; it may have no listener.
    done.catch(() => undefined);
    this.lastArrival = { arrived, done };
    return this.lastArrival;
  }

  /** Waits until the dead letters are written: without room for them, results are not given up. */
  private async giveUp(failures: readonly DeliveryFailure[]): Promise<void> {
    if (failures.length === 0) return;
    const { deadLetters, environment } = this.options;
    const backoff = this.backoff();
    while (deadLetters !== undefined && !this.isClosed) {
      try {
        await deadLetters.add(failures, environment.clock.now());
        break;
      } catch (error) {
        this.losses.note(`the dead letters could not be written: ${String(error)}`, failures.length);
        await backoff.pause();
      }
    }
    if (this.isClosed) return;
    this.failed += failures.length;
    this.losses.add(failures[0]!.reason, failures.length);
  }

  private async openedSink(): Promise<ResultSink | undefined> {
    const backoff = this.backoff();
    for (let tries = 1; this.sink === undefined && !this.isClosed; tries++) {
      try {
        await this.open();
      } catch (error) {
        const { code } = WeirError.from(error);
        if (!this.options.holds && tries >= OPEN_TRIES && code !== 'graph.worker-lost') return undefined;
        this.reason = `it cannot be opened: ${WeirError.from(error).message}`;
        this.losses.note(this.reason, 1);
        await backoff.pause();
      }
    }
    return this.sink;
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  private backoff(): Backoff {
    return new Backoff(FIRST_PAUSE_MILLIS, this.options.environment.scheduler, this.closing.signal);
  }
}
