/** What the cases were made of, so that none of it goes untested unnoticed. */
import { type Feature, FEATURE_NAMES, isAccepted } from './features.js';
import type { RandomQuery } from './random-query.js';

interface FeatureCount {
  drawn: number;
  refused: number;
  /** Comparisons of a query that had reported something. */
  fruitful: number;
}

export class OracleTally {
  cases = 0;
  queries = 0;
  private readonly counts = new Map<Feature | 'plain', FeatureCount>();

  drew({ features }: RandomQuery, wasRefused: boolean): void {
    this.queries++;
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

  /**
   * Features that the table calls accepted and of which less than `least` comparisons were about something, and
   * those called rejected that were not refused.
   */
  neglected(least: number): string[] {
    return FEATURE_NAMES.filter(feature => {
      const { drawn, refused, fruitful } = this.of(feature);
      return isAccepted(feature) ? fruitful < least : refused < drawn;
    }).map(feature => `${feature} ${JSON.stringify(this.of(feature))}`);
  }

  toString(): string {
    const rows = [...this.counts].map(([feature, { drawn, refused, fruitful }]) =>
      [feature.padEnd(20), drawn, refused, fruitful].join('\t'),
    );
    return [
      `${this.cases} cases, ${this.queries} queries`,
      'feature\tdrawn\trefused\tfruitful',
      ...rows,
    ].join('\n');
  }
}

function named(features: readonly Feature[]): readonly (Feature | 'plain')[] {
  return features.length === 0 ? ['plain'] : features;
}
