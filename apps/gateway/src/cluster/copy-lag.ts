/** Measures how many rows of the log the copies of this process lack. */
import { type Environment, every } from '@weir/platform';

const CHECK_MILLIS = 10_000;

export interface CopyLagOptions {
  /** Resolves with `undefined` if the log does not respond. */
  readonly count: () => Promise<number | undefined>;
  readonly environment: Environment;
  /** Called when `rows` has changed. */
  readonly changed: () => void;
}

export class CopyLag {
  /** Result of the last check; `undefined`: unknown. */
  rows: number | undefined = undefined;
  readonly stop: () => void;
  private isChecking = false;

  constructor(private readonly options: CopyLagOptions) {
    this.stop = every(options.environment.scheduler, CHECK_MILLIS, () => void this.check());
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    const rows = await this.options.count();
    this.isChecking = false;
    if (rows === this.rows) return;
    this.rows = rows;
    this.options.changed();
  }
}
