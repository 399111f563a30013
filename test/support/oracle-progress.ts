/**
 * What `npm run oracle` shows and sums up: a line now and then on standard error, and at the end of each oracle a line
 * of JSON in the file that WEIR_TEST_ORACLE_TALLY names. Without that variable nothing is said.
 */
import { appendFileSync } from 'node:fs';

/** How often a feature of the grammar was drawn, refused, and compared while the query had results. */
export interface FeatureCount {
  drawn: number;
  refused: number;
  fruitful: number;
}

const PARTS = 20;

export class OracleProgress {
  private done = 0;
  private readonly path = process.env['WEIR_TEST_ORACLE_TALLY'];

  /** @param layout shards and workers, where there are some. */
  constructor(
    private readonly oracle: string,
    private readonly seed: number,
    private readonly cases: number,
    private readonly layout = '',
  ) {}

  /** A case was right. */
  passed(): void {
    this.done++;
    const part = Math.max(1, Math.floor(this.cases / PARTS));
    if (this.path === undefined || this.done % part !== 0) return;
    process.stderr.write(`${this.oracle} ${this.layout}: ${this.done} of ${this.cases}\n`);
  }

  /** To be called whether all were right or not. */
  end(features: Readonly<Record<string, FeatureCount>> = {}): void {
    if (this.path === undefined) return;
    const { oracle, seed, cases, done, layout } = this;
    appendFileSync(this.path, `${JSON.stringify({ oracle, layout, seed, cases, done, features })}\n`);
  }
}

export function describeLayout({ workers, shards }: { workers: number; shards: number }): string {
  return `${shards} shards of ${workers} workers`;
}
