import { Duration, type Value } from '@weir/model';
import type { AggregateChoice, AggregateName } from '../plan/aggregate-choice.js';
import type { AggregateState } from './aggregate.js';
import { DurationSum } from './duration-sum.js';
import { ExactSum } from './exact-sum.js';
import { ExactVariance } from './exact-variance.js';
import { PercentileState } from './percentile-state.js';
import { RankedBag } from './ranked-bag.js';
import { ValueBag } from './value-bag.js';

class CountState implements AggregateState {
  private count = 0;

  add(_value: Value, count: number): void {
    this.count += count;
  }

  result(): Value {
    return this.count;
  }
}

class SumState implements AggregateState {
  private readonly numbers = new ExactSum();
  /** Created on demand: few sums are of durations. */
  private durations: DurationSum | undefined = undefined;

  constructor(private readonly average: boolean) {}

  add(value: Value, count: number): void {
    if (value instanceof Duration) (this.durations ??= new DurationSum()).add(value, count);
    else this.numbers.add(value, count);
  }

  result(): Value | undefined {
    const { numbers, durations } = this;
    if (durations === undefined || durations.isEmpty)
      return this.average ? numbers.average() : numbers.total();
    if (!numbers.isEmpty) return undefined;
    return this.average ? durations.average() : durations.total();
  }
}

class DeviationState implements AggregateState {
  private readonly variance: ExactVariance;

  constructor(ofSample: boolean) {
    this.variance = new ExactVariance(ofSample);
  }

  add(value: Value, count: number): void {
    this.variance.add(value, count);
  }

  result(): Value | undefined {
    return this.variance.deviation();
  }
}

class ExtremeState implements AggregateState {
  private readonly values: ValueBag;

  constructor(sign: 1 | -1) {
    this.values = new ValueBag(sign);
  }

  add(value: Value, count: number): void {
    this.values.add(value, count);
  }

  result(): Value {
    return this.values.first() ?? null;
  }
}

class CollectState implements AggregateState {
  private readonly values = new RankedBag();

  add(value: Value, count: number): void {
    this.values.add(value, count);
  }

  result(): Value {
    return this.values.values();
  }
}

/** Adds each value once, however often it occurs. */
class DistinctState implements AggregateState {
  private readonly values = new ValueBag(1);

  constructor(private readonly inner: AggregateState) {}

  add(value: Value, count: number): void {
    const { before, after } = this.values.addGroup(value, count);
    if (before !== undefined && before !== after) this.inner.add(before, -1);
    if (after !== undefined && before !== after) this.inner.add(after, 1);
  }

  result(): Value | undefined {
    return this.inner.result();
  }
}

export function aggregateState({ name, distinct, percentile }: AggregateChoice): AggregateState {
  const plain = plainState(name, percentile);
  return distinct ? new DistinctState(plain) : plain;
}

function plainState(name: AggregateName, percentile: number): AggregateState {
  switch (name) {
    case 'count':
      return new CountState();
    case 'sum':
      return new SumState(false);
    case 'avg':
      return new SumState(true);
    case 'min':
      return new ExtremeState(1);
    case 'max':
      return new ExtremeState(-1);
    case 'collect':
      return new CollectState();
    case 'stdev':
      return new DeviationState(true);
    case 'stdevp':
      return new DeviationState(false);
    case 'percentilecont':
      return new PercentileState(percentile, true);
    case 'percentiledisc':
      return new PercentileState(percentile, false);
  }
}
