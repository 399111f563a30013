/** Counts per feature, what failed, and whether that was known. */
import { scenarioKey } from './known-gaps.js';
import type { Scenario } from './scenario.js';

interface Failure {
  readonly scenario: Scenario;
  readonly mismatch: string;
}

export class TckReport {
  private readonly byFeature = new Map<string, { passed: number; failed: number }>();
  private readonly failures: Failure[] = [];
  /** Known gaps that pass. */
  private readonly closed: string[] = [];
  private gaps = 0;

  constructor(private readonly knownGaps: ReadonlyMap<string, string>) {}

  /** @param mismatch what was not as expected, or `undefined`. */
  add(scenario: Scenario, mismatch: string | undefined): void {
    const counts = this.byFeature.get(scenario.feature) ?? { passed: 0, failed: 0 };
    this.byFeature.set(scenario.feature, counts);
    if (mismatch === undefined) counts.passed++;
    else counts.failed++;
    const isKnown = this.knownGaps.has(scenarioKey(scenario));
    if (isKnown && mismatch === undefined) this.closed.push(scenarioKey(scenario));
    else if (isKnown) this.gaps++;
    else if (mismatch !== undefined) this.failures.push({ scenario, mismatch });
  }

  get isGreen(): boolean {
    return this.failures.length === 0 && this.closed.length === 0;
  }

  /** @param verbose with the queries and what was not as expected. */
  text(verbose: boolean): string {
    const lines = [...this.byFeature].map(([feature, { passed, failed }]) => {
      return `${failed === 0 ? 'ok    ' : 'failed'} ${feature}: ${passed} of ${passed + failed}`;
    });
    for (const { scenario, mismatch } of this.failures) {
      lines.push(`failed: ${scenarioKey(scenario)}`);
      if (verbose) lines.push(...scenario.executions.map(({ query }) => query), mismatch, '');
    }
    for (const key of this.closed) lines.push(`passes now, take it out of the known gaps: ${key}`);
    const total = [...this.byFeature.values()];
    const passed = total.reduce((sum, counts) => sum + counts.passed, 0);
    const all = total.reduce((sum, counts) => sum + counts.passed + counts.failed, 0);
    lines.push(
      `${passed} of ${all} scenarios pass; ${this.gaps} known gaps, ${this.failures.length} failures`,
    );
    return `${lines.join('\n')}\n`;
  }
}
