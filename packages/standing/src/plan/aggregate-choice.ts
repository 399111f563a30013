/** In lower case, as calls are looked up. */
export const AGGREGATE_NAMES = [
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'collect',
  'stdev',
  'stdevp',
  'percentilecont',
  'percentiledisc',
] as const;

export type AggregateName = (typeof AGGREGATE_NAMES)[number];

export interface AggregateChoice {
  readonly name: AggregateName;
  readonly distinct: boolean;
  /** From 0 to 1, for percentile aggregates. */
  readonly percentile: number;
}
