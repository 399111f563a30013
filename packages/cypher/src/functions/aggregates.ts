/** Aggregates. Null inputs are skipped; the caller handles DISTINCT. */
import { Duration, float, orderValues } from '@weir/model';
import type { Float, Value } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import { add, divide } from '../operations/arithmetic.js';
import { runtimeFailure, typeMismatch } from '../operations/runtime-errors.js';
import { isNumber, toDouble } from '../operations/value-kind.js';
import type { Accumulator, AggregateDefinition } from '../registry/function-definition.js';

class Count implements Accumulator {
  private count = 0;
  add(args: readonly Value[]): void {
    // count(*) has no argument.
    if (args.length === 0 || args[0] !== null) this.count++;
  }
  result(): Value {
    return this.count;
  }
}

class Collect implements Accumulator {
  private readonly list: Value[] = [];
  add(args: readonly Value[], budget: QueryBudget): void {
    if (args[0] === null) return;
    budget.room(this.list.length + 1);
    this.list.push(args[0]!);
  }
  result(): Value {
    return this.list;
  }
}

function checkSummable(value: Value, context: string): void {
  if (!isNumber(value) && !(value instanceof Duration))
    throw typeMismatch(['Number', 'Duration'], value, context);
}

class Sum implements Accumulator {
  private sum: Value | undefined;
  add([value]: readonly Value[], budget: QueryBudget): void {
    if (value === null) return;
    checkSummable(value!, 'sum of values');
    this.sum = this.sum === undefined ? value! : add(this.sum, value!, budget);
  }
  result(): Value {
    return this.sum ?? 0;
  }
}

class Average implements Accumulator {
  private sum = 0;
  private durations: Value | undefined;
  private count = 0;
  add([value]: readonly Value[], budget: QueryBudget): void {
    if (value === null) return;
    checkSummable(value!, 'average of values');
    const isFirst = this.count++ === 0;
    if (!isFirst && value instanceof Duration !== (this.durations !== undefined)) {
      throw typeMismatch([value instanceof Duration ? 'Number' : 'Duration'], value!, 'average of values');
    }
    if (value instanceof Duration)
      this.durations = this.durations === undefined ? value : add(this.durations, value, budget);
    else this.sum += toDouble(value as number | bigint | Float);
  }
  result(): Value {
    if (this.count === 0) return null;
    return this.durations === undefined ? float(this.sum / this.count) : divide(this.durations, this.count);
  }
}

class Extreme implements Accumulator {
  private best: Value = null;
  constructor(private readonly sign: 1 | -1) {}
  add([value]: readonly Value[], budget: QueryBudget): void {
    if (value === null) return;
    if (this.best === null || orderValues(value!, this.best, budget) * this.sign > 0) this.best = value!;
  }
  result(): Value {
    return this.best;
  }
}

/** Welford's running variance: avoids catastrophic cancellation. */
class Deviation implements Accumulator {
  private count = 0;
  private mean = 0;
  private squares = 0;
  constructor(private readonly population: boolean) {}
  add([value]: readonly Value[]): void {
    if (value === null) return;
    if (!isNumber(value!)) throw typeMismatch(['Number'], value!, 'standard deviation of values');
    const x = toDouble(value);
    this.count++;
    const delta = x - this.mean;
    this.mean += delta / this.count;
    this.squares += delta * (x - this.mean);
  }
  result(): Value {
    if (this.count < 2) return float(0);
    return float(Math.sqrt(this.squares / (this.population ? this.count : this.count - 1)));
  }
}

class Percentile implements Accumulator {
  private readonly values: (number | bigint | Float)[] = [];
  private percentile: number | undefined;
  constructor(private readonly continuous: boolean) {}
  add([value, percentile]: readonly Value[]): void {
    if (this.percentile === undefined) {
      if (!isNumber(percentile!)) throw typeMismatch(['Number'], percentile!, 'percentile of values');
      this.percentile = toDouble(percentile);
      if (!(this.percentile >= 0 && this.percentile <= 1)) {
        throw runtimeFailure(
          'cypher.runtime',
          `A percentile must be between 0.0 and 1.0, not ${this.percentile}`,
          'NumberOutOfRange',
        );
      }
    }
    if (value === null) return;
    if (!isNumber(value!)) throw typeMismatch(['Number'], value!, 'percentile of values');
    this.values.push(value);
  }
  result(): Value {
    const { values } = this;
    if (values.length === 0) return null;
    values.sort((a, b) => orderValues(a, b));
    const position = this.percentile! * (values.length - 1);
    if (!this.continuous) return values[Math.round(position)]!;
    const below = toDouble(values[Math.floor(position)]!);
    const above = toDouble(values[Math.ceil(position)]!);
    return float(below + (above - below) * (position - Math.floor(position)));
  }
}

function aggregate(
  signature: string,
  description: string,
  create: () => Accumulator,
  extra: Partial<AggregateDefinition> = {},
): AggregateDefinition {
  const name = signature.slice(0, signature.indexOf('('));
  const count = signature.includes(',') ? 2 : 1;
  return {
    name,
    signatures: [signature],
    description,
    arguments: { min: count, max: count },
    create,
    ...extra,
  };
}

export const AGGREGATES: readonly AggregateDefinition[] = [
  aggregate('count(x :: ANY) :: INTEGER', 'The number of values that are not null', () => new Count(), {
    entities: 'never',
  }),
  aggregate('collect(x :: ANY) :: LIST OF ANY', 'All values as a list', () => new Collect(), { keeps: true }),
  aggregate('sum(x :: NUMBER) :: NUMBER', 'The sum', () => new Sum(), { entities: 'never' }),
  aggregate('avg(x :: NUMBER) :: FLOAT', 'The mean', () => new Average(), { entities: 'never' }),
  aggregate('min(x :: ANY) :: ANY', 'The smallest value', () => new Extreme(-1)),
  aggregate('max(x :: ANY) :: ANY', 'The largest value', () => new Extreme(1)),
  aggregate('stDev(x :: NUMBER) :: FLOAT', 'The standard deviation of a sample', () => new Deviation(false), {
    entities: 'never',
  }),
  aggregate(
    'stDevP(x :: NUMBER) :: FLOAT',
    'The standard deviation of a population',
    () => new Deviation(true),
    {
      entities: 'never',
    },
  ),
  aggregate(
    'percentileCont(x :: NUMBER, p :: FLOAT) :: FLOAT',
    'The percentile, interpolated between values',
    () => new Percentile(true),
    { keeps: true, entities: 'never' },
  ),
  aggregate(
    'percentileDisc(x :: NUMBER, p :: FLOAT) :: NUMBER',
    'The percentile as one of the values',
    () => new Percentile(false),
    { keeps: true, entities: 'never' },
  ),
];
