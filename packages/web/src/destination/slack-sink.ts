/** Posts chat messages that summarize results. Results have arrived when their message has. */
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
import { LossLog } from '@weir/formats/sinks';
import type { SinkContext } from '@weir/formats/kinds';
import type { PostProblem } from './http-poster.js';
import { slackMessage, type ResultSummary } from './slack-message.js';
import { SlackReporter } from './slack-reporter.js';

/** Results that share a message. */
interface Pending extends ResultSummary {
  readonly arrival: Arrival;
}

export class SlackSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: true, batch: 256 };
  private readonly reporter: SlackReporter<Pending>;
  private readonly losses: LossLog;

  constructor(
    { hookUrl, interval }: SlackDestination,
    { standingName, outputName, environment, outgoing }: SinkContext,
  ) {
    super();
    this.losses = new LossLog(standingName, outputName, environment.clock, environment.logger);
    this.reporter = new SlackReporter<Pending>({
      ...{ hookUrl, intervalMillis: interval, environment, outgoing },
      messageOf: slackMessage,
      posted: (pending, problem) => this.posted(pending, problem),
    });
  }

  protected openSink(): Promise<void> {
    return Promise.resolve();
  }

  protected deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { arrival } = this.reporter.add((pending = nothing()) => withResults(pending, results));
    const arrived = arrival.promise;
    return Promise.resolve({ delivered: results.length, failed: 0, dropped: 0, arrived });
  }

  protected async closeSink(): Promise<void> {
    await this.reporter.close();
    this.losses.finish();
  }

  private posted(pending: Pending, problem: PostProblem | undefined): void {
    const { arrival, matches, cancellations } = pending;
    if (problem === undefined) arrival.resolve(undefined);
    else if (!this.isClosed) arrival.resolve(lateFailure(pending, problem.reason));
    else this.losses.note(`a message was not sent: ${problem.reason}`, matches + cancellations);
  }
}

/** Settles when a message has arrived or failed. */
class Arrival {
  resolve!: (failure: LateFailure | undefined) => void;
  readonly promise: Arrived = new Promise(resolve => (this.resolve = resolve));
}

function nothing(): Pending {
  return {
    ...{ matches: 0, latestMatch: undefined, cancellations: 0, latestCancellation: undefined },
    arrival: new Arrival(),
  };
}

function withResults(pending: Pending, results: readonly StandingOutput[]): Pending {
  let { matches, latestMatch, cancellations, latestCancellation } = pending;
  for (const result of results) {
    if (result.isPositiveMatch) {
      matches++;
      latestMatch = result;
    } else {
      cancellations++;
      latestCancellation = result;
    }
  }
  return { ...pending, matches, latestMatch, cancellations, latestCancellation };
}

function lateFailure(
  { matches, cancellations, latestMatch, latestCancellation }: ResultSummary,
  reason: string,
): LateFailure {
  const count = matches + cancellations;
  const known = [latestMatch, latestCancellation].filter(result => result !== undefined);
  return { count, failures: failuresOf(known, `a message about ${count} result(s): ${reason}`, false) };
}
