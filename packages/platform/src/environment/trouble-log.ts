/**
 * Logs an ongoing problem instead of each occurrence: immediately, then once a minute with a count, then that it has
 * ended. Otherwise an operation retried twenty times a second would fill the disk whose fullness it reports.
 */
import type { Environment, LogLevel } from './environment.js';

const QUIET_MILLIS = 60_000;

export interface TroubleWords {
  readonly level: LogLevel;
  readonly trouble: string;
  readonly over: string;
}

export class TroubleLog {
  private unlogged = 0;
  private loggedAt = -Infinity;
  /** Whether the current problem has been logged. */
  private isLogged = false;

  /** @param fields added to every line. */
  constructor(
    private readonly words: TroubleWords,
    private readonly environment: Pick<Environment, 'clock' | 'logger'>,
    private readonly fields: Readonly<Record<string, unknown>> = {},
  ) {}

  /**
   * Records an occurrence. @param fields added to the line, if one is logged; the line also has `times`, the
   * occurrences since the last line.
   */
  happened(fields: Readonly<Record<string, unknown>>): void {
    const { clock, logger } = this.environment;
    this.unlogged++;
    if (clock.now() - this.loggedAt < QUIET_MILLIS) return;
    const { level, trouble } = this.words;
    logger.log(level, trouble, { ...this.fields, ...fields, times: this.unlogged });
    this.unlogged = 0;
    this.loggedAt = clock.now();
    this.isLogged = true;
  }

  /** The problem has ended. Logs this only if the problem was logged. */
  passed(): void {
    if (!this.isLogged) return;
    this.isLogged = false;
    this.environment.logger.log('info', this.words.over, this.fields);
  }
}
