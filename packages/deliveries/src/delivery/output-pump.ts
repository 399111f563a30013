/**
 * Stands between a standing query's results and one of its outputs: sees to it that each is delivered, or given up
 * as the definition says. Until it has, its promise is not answered: the query keeps the results, and in the end
 * ingest waits.
 */
import { Backoff, type Environment, SerialQueue, WeirError } from '@weir/model';
import type { ResultsInHand, StandingOutput } from '@weir/contract';
import { LossLog } from '@weir/formats/sinks';
import { type Arrived, type DeliveryFailure, failuresOf, type ResultSink } from '@weir/plugins';
import { GatheredResults, type GatherLimits } from './gathered-results.js';
import type { DeadLetters, DeadLetterStatus } from './dead-letters.js';

export interface OutputCounts {
  readonly delivered: number;
  /** Tried and given up: in the dead letters, or lost; logged. */
  readonly failed: number;
  /** Left out as the definition asks. */
  readonly dropped: number;
}

export interface Redelivery {
  readonly delivered: number;
  readonly failed: number;
}

export interface PumpOptions {
  readonly standing: string;
  readonly output: string;
  /** A fresh sink, not opened. May throw a WeirError. */
  readonly makeSink: () => Promise<ResultSink>;
  /** Trouble that may pass is tried again for as long as it takes. */
  readonly holds: boolean;
  /** Absent: what is given up is lost. */
  readonly deadLetters: DeadLetters | undefined;
  readonly environment: Environment;
  /** Absent: results are delivered as they come. */
  readonly gather?: GatherLimits | undefined;
}

const FIRST_PAUSE_MILLIS = 500;
/** Tries to open a sink before results are given up. */
const OPEN_TRIES = 5;

export class OutputPump {
  private delivered = 0;
  private failed = 0;
  private dropped = 0;
  private readonly closing = new AbortController();
  private sink: ResultSink | undefined = undefined;
  /** Of the results that are being taken. */
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
   * Tries once; later it is tried again when there are results.
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
   * @returns when each of the results was delivered or given up, or the pump was closed; or when they are in the
   *   hands of a sink that delivers them later.
   */
  take(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    return this.gathered === undefined ? this.deliverAll(results) : this.gathered.take(results);
  }

  /** Nothing waits for others any more. */
  hurry(): void {
    this.gathered?.hurry();
  }

  private deliverAll(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    const { environment, standing, output } = this.options;
    const span = environment.tracing?.delivery(standing, output, results.length);
    const taken = this.turns.run(() => this.takeNow(results));
    if (span === undefined) return taken;
    const failedBefore = this.failed;
    return taken.finally(() => span.end(this.failed > failedBefore ? 'not all arrived' : undefined));
  }

  /**
   * Tries dead letters again. What fails again becomes one again.
   * @returns how many arrived, and how many did not. Rejects with `output.failed` when the pump is closed meanwhile:
   *   then they are there for the next time.
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

  /** `undefined` when what can't be delivered is lost. */
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

  /** Results that were lost beside a batch. */
  lost(count: number): void {
    this.failed += count;
  }

  /** Lets go. A batch under way is neither delivered nor given up: whoever gave it gives it again. */
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

  /** A later message arrives after the ones before it: the last one speaks for all. */
  private whenArrived(arrived: Arrived): ResultsInHand {
    if (this.lastArrival?.arrived === arrived) return this.lastArrival;
    const before = this.inHand?.done;
    const done = arrived.then(async failure => {
      await before;
      if (failure === undefined) return;
      this.delivered -= failure.count;
      this.failed += failure.count - failure.failures.length;
      await this.giveUp(failure.failures);
    });
    // Whoever wants to know of a failure has the promise; there may be nobody.
    done.catch(() => undefined);
    this.lastArrival = { arrived, done };
    return this.lastArrival;
  }

  /** Waits until it is written down: what has no place to go to is not given up, but for want of a place. */
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
        this.losses.note(`it can't be opened: ${WeirError.from(error).message}`, 1);
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
