/** Runs a recipe's status query every five seconds and prints its rows when they have changed. */
import { every, type Scheduler, WeirError } from '@weir/platform';
import type { RecipeConsole, RecipeTarget } from './recipe-target.js';

const PAUSE_MILLIS = 5_000;
const LIMITS = { rows: 10, timeoutMillis: 5_000 };
const LONGEST_NAME = 20;
const NARROWEST = 40;
const WIDEST = 200;

export class StatusQuery {
  private readonly end: () => void;
  private isStopped = false;
  private last = '';

  constructor(
    private readonly text: string,
    private readonly target: RecipeTarget,
    private readonly console: RecipeConsole,
    scheduler: Scheduler,
  ) {
    this.end = every(scheduler, PAUSE_MILLIS, () => this.run());
  }

  stop(): void {
    this.isStopped = true;
    this.end();
  }

  private async run(): Promise<void> {
    const { target, console } = this;
    try {
      const { columns, rows } = await target.runStatusQuery(this.text, LIMITS);
      const rendered = renderStatus(columns, rows);
      if (rendered !== this.last && !this.isStopped) console.line(rendered);
      this.last = rendered;
    } catch (thrown) {
      const error = WeirError.from(thrown);
      const line =
        error.code === 'cypher.timeout' ? 'Status query timed out' : `Status query failed: ${error.message}`;
      if (line !== this.last && !this.isStopped) console.line(line);
      this.last = line;
    }
  }
}

/** One block per row. @param rows compact JSON of each cell. */
export function renderStatus(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const nameWidth = Math.min(LONGEST_NAME, Math.max(0, ...columns.map(column => column.length)));
  const blocks = rows.map((row, index) => {
    const longest = Math.max(0, ...row.map(cell => cell.length));
    const width = Math.max(NARROWEST, Math.min(nameWidth + longest + 3, WIDEST));
    const header = `---[ Status Query result ${index + 1} ]`.padEnd(width, '-').slice(0, width);
    const lines = columns.map(
      (column, i) => `${column.slice(0, nameWidth).padEnd(nameWidth)} | ${row[i] ?? 'null'}`,
    );
    const footer = '-'.repeat(nameWidth + 1) + '+' + '-'.repeat(width - nameWidth - 2);
    return [header, ...lines, footer].join('\n');
  });
  return blocks.join('\n');
}
