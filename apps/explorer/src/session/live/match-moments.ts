/** When matches began and ended, for charts over time. */
import type { ChartMark } from '../../parts/range-chart.js';

export interface MatchMoment {
  /** When this page received it, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly isMatch: boolean;
  readonly standingQuery: string;
}

/** A chart cannot show more. */
const MOST_MARKS = 300;

export function marksOf(moments: readonly MatchMoment[]): ChartMark[] {
  return moments
    .slice(-MOST_MARKS)
    .map(({ at, isMatch }) => ({ at, color: '--mark-match', isHollow: !isMatch }));
}
