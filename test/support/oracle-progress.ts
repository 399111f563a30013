/**
 * Output of `npm run oracle`: progress lines on standard error, and at the end of each oracle a line of JSON in the
 * file named by WEIR_TEST_ORACLE_TALLY. Without that variable nothing is printed.
 */
import { appendFileSync } from 'node:fs';

/** How often a feature of the grammar was drawn, rejected, and compared while the query had results. */
export interface FeatureCount {
  drawn: number;
  refused: number;
  fruitful: number;
}

const PARTS = 20;

export class OracleProgress {
  private done = 0;
  private readonly path = process.env['WEIR_TEST_ORACLE_TALLY'];

  /** @param layout shards and workers, if applicable. */
  constructor(
    private readonly oracle: string,
    private readonly seed: number,
    private readonly cases: number,
    private readonly layout = '',
  ) {}

  /** Call when a case passed. */
  passed(): void {
    this.done++;
    const part = Math.max(1, Math.floor(this.cases / PARTS));
    if (this.path === undefined || this.done % part !== 0) return;
    process.stderr.write(`${this.oracle} ${this.layout}: ${this.done} of ${this.cases}\n`);
  }

  /** Call at the end, whether all cases passed or not. */
  end(features: Readonly<Record<string, FeatureCount>> = {}): void {
    if (this.path === undefined) return;
    const { oracle, seed, cases, done, layout } = this;
    appendFileSync(this.path, `${JSON.stringify({ oracle, layout, seed, cases, done, features })}\n`);
  }
}

export function describeLayout({ workers, shards }: { workers: number; shards: number }): string {
  return `${shards} shards of ${workers} workers`;
}
