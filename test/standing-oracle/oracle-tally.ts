/** Statistics of the cases, so that no feature goes untested unnoticed. */
import { type Feature, FEATURE_NAMES, isAccepted } from './grammar/features.js';
import type { FeatureCount } from '../support/oracle-progress.js';
import type { RandomQuery } from './grammar/drawn-query.js';

export class OracleTally {
  cases = 0;
  private readonly counts = new Map<Feature | 'plain', FeatureCount>();

  drew({ features }: RandomQuery, wasRefused: boolean): void {
    for (const feature of named(features)) {
      const count = this.of(feature);
      count.drawn++;
      if (wasRefused) count.refused++;
    }
  }

  judged({ features }: RandomQuery, results: number): void {
    if (results === 0) return;
    for (const feature of named(features)) this.of(feature).fruitful++;
  }

  of(feature: Feature | 'plain'): FeatureCount {
    let count = this.counts.get(feature);
    if (count === undefined) this.counts.set(feature, (count = { drawn: 0, refused: 0, fruitful: 0 }));
    return count;
  }

  /** Accepted features with fewer than `least` meaningful comparisons, and rejected features that compiled. */
  neglected(least: number): string[] {
    return FEATURE_NAMES.filter(feature => {
      const { drawn, refused, fruitful } = this.of(feature);
      return isAccepted(feature) ? fruitful < least : refused < drawn;
    }).map(feature => `${feature} ${JSON.stringify(this.of(feature))}`);
  }

  get features(): Record<string, FeatureCount> {
    return Object.fromEntries(this.counts);
  }

  add(other: OracleTally): void {
    this.cases += other.cases;
    for (const [feature, { drawn, refused, fruitful }] of other.counts) {
      const count = this.of(feature);
      count.drawn += drawn;
      count.refused += refused;
      count.fruitful += fruitful;
    }
  }
}

function named(features: readonly Feature[]): readonly (Feature | 'plain')[] {
  return features.length === 0 ? ['plain'] : features;
}
