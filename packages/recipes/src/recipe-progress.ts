/**
 * Reports once that an ingest stream has ended, and, on an interactive console, the progress of all streams every
 * second.
 */
import { every, type Scheduler } from '@weir/platform';
import type { RecipeConsole, RecipeTarget } from './recipe-target.js';

const REPORT_MILLIS = 1_000;

export class RecipeProgress {
  private readonly ingest: Set<string>;
  private readonly standing: Set<string>;
  private readonly end: () => void;

  constructor(
    items: { readonly ingest: readonly string[]; readonly standing: readonly string[] },
    private readonly target: RecipeTarget,
    private readonly console: RecipeConsole,
    scheduler: Scheduler,
  ) {
    this.ingest = new Set(items.ingest);
    this.standing = new Set(items.standing);
    this.end = every(scheduler, REPORT_MILLIS, () => this.report());
  }

  stop(): void {
    this.end();
    this.console.live?.([]);
  }

  private report(): void {
    const live = [...this.ingestLines(), ...this.standingLines()];
    this.console.live?.(live.map(line => ` | => ${line}`));
    if (this.ingest.size === 0 && (!this.console.live || this.standing.size === 0)) this.end();
  }

  private ingestLines(): string[] {
    const lines: string[] = [];
    for (const name of this.ingest) {
      const progress = this.target.ingestProgress(name);
      if (!progress) {
        this.console.line(`Failed getting Ingest Stream ${name} (it does not exist)`);
        this.ingest.delete(name);
        continue;
      }
      const text = `${name} status is ${progress.status.toLowerCase()} and ingested ${progress.ingestedCount}`;
      if (progress.isTerminal) {
        this.console.line(text);
        this.ingest.delete(name);
      } else {
        lines.push(text);
      }
    }
    return lines;
  }

  private standingLines(): string[] {
    const lines: string[] = [];
    for (const name of this.standing) {
      const count = this.target.standingCount(name);
      if (count === undefined) {
        this.console.line(`Failed getting Standing Query ${name} (it does not exist)`);
        this.standing.delete(name);
      } else {
        lines.push(`${name} count ${count}`);
      }
    }
    return lines;
  }
}
