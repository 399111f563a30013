import type { Value } from '@weir/model';

/** An aggregate from which values can be removed again. All but `count(*)` leave out nulls. */
export interface AggregateState {
  /** @param count negative: so many are gone. */
  add(value: Value, count: number): void;
  /** `undefined` while a value is in it that the aggregate is not defined for. */
  result(): Value | undefined;
}
