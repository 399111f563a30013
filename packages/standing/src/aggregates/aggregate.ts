import type { Value } from '@weir/model';

/** An aggregate that supports removal of values. All but `count(*)` ignore nulls. */
export interface AggregateState {
  /** @param count negative to remove values. */
  add(value: Value, count: number): void;
  /** `undefined` while it contains a value for which the aggregate is not defined. */
  result(): Value | undefined;
}
