/**
 * Reports unreadable records to Slack, at most once in a given time: their number and the newest ones. Nothing waits
 * for the message, so a flood costs no memory and blocks nothing; a message that does not arrive is logged.
 */
import type { DeadRecord } from '@weir/contract';
import type { SlackDeadLetters } from '../definition/slack-destination.js';
import { type Environment, type OutgoingPolicy, shownOrigin } from '@weir/platform';
import { HttpPoster } from './http-poster.js';
import { slackBlocks } from './slack-message.js';
import { frameText } from '@weir/formats/encoders';
import { ALL_TAKEN, type Taker, type Untaken } from '@weir/formats/kinds';

export interface SlackDeadLetterDependencies {
  readonly stream: string;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger'>;
  readonly outgoing: OutgoingPolicy;
}

const LAST_PATIENCE_MILLIS = 1_000;

export class SlackTaker implements Taker {
  readonly name: string;
  private readonly poster: HttpPoster;
  private count = 0;
  private newest: DeadRecord | undefined = undefined;
  private nextPostAt = 0;
  private cancelTimer: (() => void) | undefined = undefined;
  private posting: Promise<void> | undefined = undefined;
  private isOver = false;

  /** @throws WeirError `output.invalid`. */
  constructor(
    private readonly destination: SlackDeadLetters,
    private readonly dependencies: SlackDeadLetterDependencies,
  ) {
    const { hookUrl: url } = destination;
    this.name = shownOrigin(url);
    const { scheduler } = dependencies.environment;
    this.poster = new HttpPoster({
      url,
      headers: {},
      parallelism: 1,
      scheduler,
      outgoing: dependencies.outgoing,
    });
  }

  take(records: readonly DeadRecord[]): Promise<Untaken> {
    this.count += records.length;
    this.newest = records.at(-1) ?? this.newest;
    this.plan();
    return Promise.resolve(ALL_TAKEN);
  }

  /** Still reports collected records, but nothing waits for it. */
  abort(): void {
    if (!this.isOver) void this.leave();
  }

  async close(): Promise<void> {
    if (!this.isOver) await this.leave();
  }

  /** Posts the collected records once more, without waiting for the interval. */
  private async leave(): Promise<void> {
    this.isOver = true;
    this.cancelTimer?.();
    const { scheduler } = this.dependencies.environment;
    const patience = new Promise<void>(
      resolve => (this.cancelTimer = scheduler.after(LAST_PATIENCE_MILLIS, resolve)),
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
    if (this.isOver || this.posting !== undefined || this.cancelTimer !== undefined || this.count === 0)
      return;
    const { clock, scheduler } = this.dependencies.environment;
    const wait = this.nextPostAt - clock.now();
    if (wait <= 0) return this.post();
    this.cancelTimer = scheduler.after(wait, () => {
      this.cancelTimer = undefined;
      this.post();
    });
  }

  private post(): void {
    const { count, newest } = this;
    if (newest === undefined || count === 0) return;
    this.count = 0;
    const { clock, logger } = this.dependencies.environment;
    this.nextPostAt = clock.now() + this.destination.intervalSeconds * 1_000;
    this.posting = this.poster.post(messageOf(this.dependencies.stream, count, newest)).then(problem => {
      this.posting = undefined;
      if (problem !== undefined)
        logger.log('warn', `${this.name} could not report ${count} dead letters: ${problem.reason}`, {
          stream: this.dependencies.stream,
        });
      this.plan();
    });
  }
}

function messageOf(stream: string, count: number, newest: DeadRecord): string {
  const title = `${count} record${count === 1 ? '' : 's'} of ${stream} could not be read`;
  return slackBlocks(title, `The newest: ${newest.message}`, frameText(newest));
}
