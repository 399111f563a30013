/**
 * Posts messages to Slack, at most one in a given time. Only a summary of the news since the last message is kept, so a
 * flood costs no memory and blocks nothing.
 */
import type { Environment, OutgoingPolicy } from '@weir/platform';
import { HttpPoster, type PostProblem } from './http-poster.js';

export interface SlackReporterOptions<S> {
  readonly hookUrl: string;
  readonly intervalMillis: number;
  readonly environment: Pick<Environment, 'clock' | 'scheduler'>;
  readonly outgoing: OutgoingPolicy;
  /** Returns the body of the message about a summary. */
  readonly messageOf: (summary: S) => string;
  /** Called when the message has arrived or failed; it is not sent again. */
  readonly posted: (summary: S, problem: PostProblem | undefined) => void;
}

/** Time for the last message when the reporter is closed. */
const CLOSE_MILLIS = 1_000;

export class SlackReporter<S> {
  private readonly poster: HttpPoster;
  private pending: S | undefined;
  private nextPostAt = 0;
  private cancelTimer: (() => void) | undefined;
  private posting: Promise<void> | undefined;
  private isClosed = false;

  /** @throws WeirError `output.invalid`. */
  constructor(private readonly options: SlackReporterOptions<S>) {
    const { hookUrl: url, environment, outgoing } = options;
    const { scheduler } = environment;
    this.poster = new HttpPoster({ url, headers: {}, parallelism: 1, scheduler, outgoing });
  }

  /** Adds news to the summary of the next message. @returns the summary. */
  add(update: (pending: S | undefined) => S): S {
    const summary = update(this.pending);
    this.pending = summary;
    this.plan();
    return summary;
  }

  /** Posts the pending summary once more, without waiting for the interval or retrying. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.cancelTimer?.();
    const { scheduler } = this.options.environment;
    const patience = new Promise<void>(
      resolve => (this.cancelTimer = scheduler.after(CLOSE_MILLIS, resolve)),
    );
    const rest = this.postRest();
    await Promise.race([rest, patience]);
    this.cancelTimer?.();
    await this.poster.close();
    await rest;
  }

  private async postRest(): Promise<void> {
    await this.posting;
    this.post();
    await this.posting;
  }

  private plan(): void {
    if (this.isClosed || this.posting !== undefined || this.cancelTimer !== undefined) return;
    if (this.pending === undefined) return;
    const { clock, scheduler } = this.options.environment;
    const wait = this.nextPostAt - clock.now();
    if (wait <= 0) return this.post();
    this.cancelTimer = scheduler.after(wait, () => {
      this.cancelTimer = undefined;
      this.post();
    });
  }

  private post(): void {
    const { pending: summary } = this;
    if (summary === undefined) return;
    this.pending = undefined;
    const { environment, intervalMillis, messageOf, posted } = this.options;
    this.nextPostAt = environment.clock.now() + intervalMillis;
    this.posting = this.poster.post(messageOf(summary)).then(problem => {
      this.posting = undefined;
      posted(summary, problem);
      this.plan();
    });
  }
}
