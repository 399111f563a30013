/**
 * Tells of trouble that goes on, not of each time that it shows: at once, then once a minute with how often, and that it
 * is over. What is tried twenty times a second would else fill the disk whose fullness it tells.
 */
import type { Environment, LogLevel } from './environment.js';

const QUIET_MILLIS = 60_000;

export interface TroubleWords {
  readonly level: LogLevel;
  readonly trouble: string;
  readonly over: string;
}

export class TroubleLog {
  private untold = 0;
  private toldAt = -Infinity;
  /** Of the present trouble. */
  private isTold = false;

  /** @param fields of every line. */
  constructor(
    private readonly words: TroubleWords,
    private readonly environment: Pick<Environment, 'clock' | 'logger'>,
    private readonly fields: Readonly<Record<string, unknown>> = {},
  ) {}

  /** It showed. @param fields of the line, if there is one; it says as well how many `times` it has shown since the last. */
  happened(fields: Readonly<Record<string, unknown>>): void {
    const { clock, logger } = this.environment;
    this.untold++;
    if (clock.now() - this.toldAt < QUIET_MILLIS) return;
    const { level, trouble } = this.words;
    logger.log(level, trouble, { ...this.fields, ...fields, times: this.untold });
    this.untold = 0;
    this.toldAt = clock.now();
    this.isTold = true;
  }

  /** It is no more. Trouble that nobody heard of has no end to be told. */
  passed(): void {
    if (!this.isTold) return;
    this.isTold = false;
    this.environment.logger.log('info', this.words.over, this.fields);
  }
}
