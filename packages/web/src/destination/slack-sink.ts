/**
 * Collects results and posts a chat message that summarizes them, at most one in a given time. Only counts and the
 * newest results are kept, so a flood costs no memory and blocks nothing; results have arrived when their message has.
 */
import type { StandingOutput } from '@weir/contract';
import type { SlackDestination } from '../definition/slack-destination.js';
import {
  BaseSink,
  type Arrived,
  type DeliveryReport,
  failuresOf,
  type LateFailure,
  type SinkSupports,
} from '@weir/plugins';
import { HttpPoster } from './http-poster.js';
import { LossLog } from '@weir/formats/sinks';
import type { SinkContext } from '@weir/formats/kinds';
import { slackMessage, type ResultSummary } from './slack-message.js';

const NOTHING: ResultSummary = {
  matches: 0,
  latestMatch: undefined,
  cancellations: 0,
  latestCancellation: undefined,
};

export class SlackSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly poster: HttpPoster;
  private readonly losses: LossLog;
  private pending: ResultSummary = NOTHING;
  private nextPostAt = 0;
  private cancelTimer: (() => void) | undefined;
  private posting: Promise<void> | undefined;
  private next = new Arrival();

  constructor(
    private readonly definition: SlackDestination,
    private readonly context: SinkContext,
  ) {
    super();
    const { environment, outgoing } = context;
    const { clock, logger, scheduler } = environment;
    this.poster = new HttpPoster({
      url: definition.hookUrl,
      headers: {},
      parallelism: 1,
      scheduler,
      outgoing,
    });
    this.losses = new LossLog(context.standingName, context.outputName, clock, logger);
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    let { matches, latestMatch, cancellations, latestCancellation } = this.pending;
    for (const result of results) {
      if (result.isPositiveMatch) {
        matches++;
        latestMatch = result;
      } else {
        cancellations++;
        latestCancellation = result;
      }
    }
    this.pending = { matches, latestMatch, cancellations, latestCancellation };
    const arrived = this.next.promise;
    this.plan();
    const report = { delivered: results.length, failed: 0, dropped: 0 };
    return Promise.resolve(results.length === 0 ? report : { ...report, arrived });
  }

  /** Posts the collected results once more, without waiting for the interval or retrying. */
  protected async closeSink(): Promise<void> {
    this.cancelTimer?.();
    const { scheduler } = this.context.environment;
    const patience = new Promise<void>(resolve => (this.cancelTimer = scheduler.after(1000, resolve)));
    const rest = this.postRest();
    await Promise.race([rest, patience]);
    this.cancelTimer?.();
    await this.poster.close();
    await rest;
    this.losses.finish();
  }

  private async postRest(): Promise<void> {
    await this.posting;
    this.post();
    await this.posting;
  }

  private plan(): void {
    if (this.posting !== undefined || this.cancelTimer !== undefined || isEmpty(this.pending)) return;
    const { clock, scheduler } = this.context.environment;
    const wait = this.nextPostAt - clock.now();
    if (wait <= 0) return this.post();
    this.cancelTimer = scheduler.after(wait, () => {
      this.cancelTimer = undefined;
      this.post();
    });
  }

  private post(): void {
    if (isEmpty(this.pending)) return;
    const summary = this.pending;
    const arrival = this.next;
    this.pending = NOTHING;
    this.next = new Arrival();
    this.nextPostAt = this.context.environment.clock.now() + this.definition.interval;
    this.posting = this.poster.post(slackMessage(summary)).then(problem => {
      this.posting = undefined;
      const count = summary.matches + summary.cancellations;
      if (problem === undefined) arrival.resolve(undefined);
      else if (this.isClosed) this.losses.note(`a message was not sent: ${problem.reason}`, count);
      else arrival.resolve(lateFailure(summary, problem.reason));
      if (!this.isClosed) this.plan();
    });
  }
}

/** Settles when a message has arrived or failed. */
class Arrival {
  resolve!: (failure: LateFailure | undefined) => void;
  readonly promise: Arrived = new Promise(resolve => (this.resolve = resolve));
}

function lateFailure(
  { matches, cancellations, latestMatch, latestCancellation }: ResultSummary,
  reason: string,
): LateFailure {
  const count = matches + cancellations;
  const known = [latestMatch, latestCancellation].filter(result => result !== undefined);
  return { count, failures: failuresOf(known, `a message about ${count} result(s): ${reason}`, false) };
}

function isEmpty(summary: ResultSummary): boolean {
  return summary.matches + summary.cancellations === 0;
}
