/** Aggregates that can also be told that a value is gone. Nulls are left out by all but `count(*)`. */
import type { Value } from '@weir/model';

/** As lower-case as calls of them are looked up. */
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
  /** From 0 to 1, of those that are asked for one. */
  readonly percentile: number;
}

export interface AggregateState {
  /** @param count negative: so many are gone. */
  add(value: Value, count: number): void;
  /** `undefined` while a value is in it that the aggregate is not defined for. */
  result(): Value | undefined;
}
