/** A percentile over values that can be removed. */
import { Float, float, isFloat, isInteger, type Value } from '@weir/model';
import type { AggregateState } from './aggregate.js';
import { RankedBag } from './ranked-bag.js';

export class PercentileState implements AggregateState {
  private readonly values = new RankedBag();
  /** Number of values that are not numbers. */
  private others = 0;

  /** @param continuous interpolates between the two nearest values; otherwise returns one of the values. */
  constructor(
    private readonly percentile: number,
    private readonly continuous: boolean,
  ) {}

  add(value: Value, count: number): void {
    if (isInteger(value) || isFloat(value)) this.values.add(value, count);
    else this.others += count;
  }

  /** Null if it has no values. */
  result(): Value | undefined {
    if (this.others > 0) return undefined;
    if (this.values.size === 0) return null;
    const position = this.percentile * (this.values.size - 1);
    if (!this.continuous) return this.values.at(Math.round(position));
    const below = this.numberAt(Math.floor(position));
    const above = this.numberAt(Math.ceil(position));
    return float(below + (above - below) * (position - Math.floor(position)));
  }

  private numberAt(rank: number): number {
    const value = this.values.at(rank);
    return Number(value instanceof Float ? value.value : value);
  }
}
