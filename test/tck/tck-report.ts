/** Counts per feature, failures, and whether these are known. */
import { scenarioKey } from './known-gaps.js';
import type { Outcome } from './run-scenario.js';
import type { Scenario } from './scenario.js';

interface Failure {
  readonly scenario: Scenario;
  readonly mismatch: string;
}

export class TckReport {
  private readonly byFeature = new Map<string, { passed: number; failed: number }>();
  private readonly failures: Failure[] = [];
  /** Known gaps that pass. */
  readonly closed: string[] = [];
  private readonly seenGaps = new Set<string>();
  private gaps = 0;

  constructor(private readonly knownGaps: ReadonlyMap<string, string>) {}

  add(scenario: Scenario, outcome: Outcome): void {
    const mismatch = outcome.kind === 'failed' ? outcome.mismatch : undefined;
    const counts = this.byFeature.get(scenario.feature) ?? { passed: 0, failed: 0 };
    this.byFeature.set(scenario.feature, counts);
    if (mismatch === undefined) counts.passed++;
    else counts.failed++;
    const isKnown = this.knownGaps.has(scenarioKey(scenario));
    if (isKnown) this.seenGaps.add(scenarioKey(scenario));
    if (isKnown && mismatch === undefined) this.closed.push(scenarioKey(scenario));
    else if (isKnown) this.gaps++;
    else if (mismatch !== undefined) this.failures.push({ scenario, mismatch });
  }

  /** Scenarios that failed without being a known gap. */
  get failed(): readonly string[] {
    return this.failures.map(({ scenario }) => scenarioKey(scenario));
  }

  /** Known gaps of scenarios that were not run; after a run of the whole kit there must be none. */
  get unknownGaps(): readonly string[] {
    return [...this.knownGaps.keys()].filter(key => !this.seenGaps.has(key));
  }

  get passed(): number {
    return [...this.byFeature.values()].reduce((sum, counts) => sum + counts.passed, 0);
  }

  get summary(): string {
    const all = [...this.byFeature.values()].reduce((sum, counts) => sum + counts.passed + counts.failed, 0);
    const rest = `${this.gaps} known gaps, ${this.failures.length} failures`;
    return `${this.passed} of ${all} scenarios pass; ${rest}`;
  }

  get isGreen(): boolean {
    return this.failures.length === 0 && this.closed.length === 0;
  }

  /** @param verbose includes the queries and deviations. */
  text(verbose: boolean): string {
    const lines = [...this.byFeature].map(([feature, { passed, failed }]) => {
      return `${failed === 0 ? 'ok    ' : 'failed'} ${feature}: ${passed} of ${passed + failed}`;
    });
    for (const { scenario, mismatch } of this.failures) {
      lines.push(`failed: ${scenarioKey(scenario)}`);
      if (verbose) lines.push(...scenario.executions.map(({ query }) => query), mismatch, '');
    }
    for (const key of this.closed) lines.push(`passes now, take it out of the known gaps: ${key}`);
    lines.push(this.summary);
    return `${lines.join('\n')}\n`;
  }
}
