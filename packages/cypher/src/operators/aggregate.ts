/**
 * Grouping and aggregates. Groups are kept apart by partition too: rows of different argument rows never meet.
 * Without grouping keys a partition without rows still gives one.
 */
import { groupKey, isPromise } from '@weir/model';
import type { GroupKey, MaybePromise, Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import { materialise } from '../expression/materialise.js';
import { evaluateRows } from '../expression/run-state.js';
import type { RowVisitor, RunState } from '../expression/run-state.js';
import type { Accumulator, AggregateDefinition } from '../functions/function-definition.js';
import { runtimeFailure } from '../expression/runtime-errors.js';
import type { Operator } from './operator.js';
import { drain } from './operator.js';

export interface GroupingKey {
  readonly expression: CompiledExpression;
  readonly slot: number;
}

export interface AggregateCall {
  readonly definition: AggregateDefinition;
  readonly arguments: readonly CompiledExpression[];
  readonly distinct: boolean;
  readonly slot: number;
  /** Slots that hold the arguments' values for a moment. */
  readonly scratch: readonly number[];
}

export interface AggregateSpec {
  readonly partition: number;
  readonly keys: readonly GroupingKey[];
  readonly calls: readonly AggregateCall[];
}

interface Group {
  readonly row: Row;
  readonly accumulators: readonly Accumulator[];
  readonly seen: readonly (Set<GroupKey> | undefined)[];
}

export class Aggregate implements Operator, RowVisitor {
  private readonly groups = new Map<GroupKey, Group>();
  private done = false;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: AggregateSpec,
    /** The plan's argument rows: one partition each. */
    private readonly argumentRows: readonly Row[],
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    if (this.done) return undefined;
    this.done = true;
    const pulled = this.pull();
    return isPromise(pulled) ? pulled.then(() => this.results()) : this.results();
  }

  close(): void {
    this.done = true;
    this.groups.clear();
    this.source.close();
  }

  visit(row: Row, _index: number, state: RunState): void {
    for (const key of this.spec.keys) row[key.slot] = key.expression.evaluate(row, state);
    for (const call of this.spec.calls) {
      for (let i = 0; i < call.arguments.length; i++) {
        const value = call.arguments[i]!.evaluate(row, state);
        row[call.scratch[i]!] = call.definition.loads === true ? materialise(value, state) : value;
      }
    }
  }

  private pull(): MaybePromise<void> {
    for (;;) {
      const batch = this.source.next();
      if (isPromise(batch))
        return batch.then(rows => (rows === undefined ? undefined : this.absorbThenPull(rows)));
      if (batch === undefined) return undefined;
      const done = this.absorb(batch);
      if (isPromise(done)) return done.then(() => this.pull());
    }
  }

  private absorbThenPull(rows: Row[]): MaybePromise<void> {
    const done = this.absorb(rows);
    return isPromise(done) ? done.then(() => this.pull()) : this.pull();
  }

  private absorb(batch: Row[]): MaybePromise<void> {
    this.state.signal?.throwIfAborted();
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.accumulate(batch)) : this.accumulate(batch);
  }

  private accumulate(batch: Row[]): void {
    for (const row of batch) {
      const group = this.groupOf(row);
      const { calls } = this.spec;
      for (let i = 0; i < calls.length; i++) {
        const call = calls[i]!;
        const args = call.scratch.map(slot => row[slot]!);
        const seen = group.seen[i];
        if (seen !== undefined) {
          const key = groupKey(args[0] ?? null);
          if (seen.has(key)) continue;
          seen.add(key);
        }
        group.accumulators[i]!.add(args);
      }
    }
  }

  private groupOf(row: Row): Group {
    const { keys, partition } = this.spec;
    const key = keyOf(row, partition, keys);
    let group = this.groups.get(key);
    if (group === undefined) this.groups.set(key, (group = this.newGroup(row.slice())));
    return group;
  }

  private newGroup(row: Row): Group {
    const { calls } = this.spec;
    return {
      row,
      accumulators: calls.map(call => call.definition.create()),
      seen: calls.map(call => (call.distinct ? new Set<GroupKey>() : undefined)),
    };
  }

  private results(): Row[] | undefined {
    const { keys, calls, partition } = this.spec;
    if (keys.length === 0) this.addEmptyPartitions(partition);
    const rows: Row[] = [];
    for (const group of this.groups.values()) {
      calls.forEach((call, i) => {
        group.row[call.slot] = group.accumulators[i]!.result();
      });
      rows.push(group.row);
    }
    this.groups.clear();
    return rows.length > 0 ? rows : undefined;
  }

  private addEmptyPartitions(partition: number): void {
    for (const row of this.argumentRows) {
      const key = keyOf(row, partition, []);
      if (!this.groups.has(key)) this.groups.set(key, this.newGroup(row.slice()));
    }
  }
}

function keyOf(row: Row, partition: number, keys: readonly GroupingKey[]): GroupKey {
  const values: Value[] = [row[partition]!];
  for (const key of keys) values.push(row[key.slot]!);
  return groupKey(values);
}

/** Each combination of values once per partition. */
export class Distinct implements Operator {
  private readonly seen = new Set<GroupKey>();

  constructor(
    private readonly source: Operator,
    private readonly slots: readonly number[],
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      const batch = this.source.next();
      if (isPromise(batch)) return batch.then(rows => this.take(rows));
      if (batch === undefined) return undefined;
      const fresh = this.fresh(batch);
      if (fresh.length > 0) return fresh;
    }
  }

  close(): void {
    this.source.close();
  }

  private take(rows: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (rows === undefined) return undefined;
    const fresh = this.fresh(rows);
    return fresh.length > 0 ? fresh : this.next();
  }

  private fresh(rows: Row[]): Row[] {
    return rows.filter(row => {
      const key = groupKey(this.slots.map(slot => row[slot]!));
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      return true;
    });
  }
}

/** A number of rows that SKIP or LIMIT gives. */
export function rowCount(value: Value, clause: 'SKIP' | 'LIMIT'): number {
  const count = typeof value === 'bigint' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isSafeInteger(count)) {
    throw runtimeFailure(
      'cypher.syntax',
      `${clause} needs an integer that is not negative`,
      'InvalidArgumentType',
    );
  }
  if (count < 0) {
    throw runtimeFailure(
      'cypher.syntax',
      `${clause} needs an integer that is not negative, not ${count}`,
      'NegativeIntegerArgument',
    );
  }
  return count;
}

/** Lets the first rows of each partition pass, or all but those. */
export class SkipLimit implements Operator {
  private readonly passed = new Map<Value, number>();
  private full = 0;

  constructor(
    private readonly source: Operator,
    private readonly partition: number,
    private readonly skip: number,
    private readonly limit: number,
    private readonly partitions: number,
    /** The source writes: it must run to its end even when no more rows are wanted. */
    private readonly exhaust: boolean,
  ) {
    if (limit === 0) this.full = partitions;
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.full >= this.partitions) return this.end();
      const batch = this.source.next();
      if (isPromise(batch)) return batch.then(rows => this.take(rows));
      if (batch === undefined) return undefined;
      const rows = batch.filter(row => this.passes(row));
      if (rows.length > 0) return rows;
    }
  }

  close(): void {
    this.source.close();
  }

  private take(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return undefined;
    const rows = batch.filter(row => this.passes(row));
    return rows.length > 0 ? rows : this.next();
  }

  private passes(row: Row): boolean {
    const partition = row[this.partition]!;
    const count = (this.passed.get(partition) ?? 0) + 1;
    this.passed.set(partition, count);
    const last = this.skip + this.limit;
    if (count === last) this.full++;
    return count > this.skip && count <= last;
  }

  private end(): MaybePromise<undefined> {
    if (this.exhaust) {
      const done = drain(this.source, () => undefined);
      if (isPromise(done)) return done.then(() => undefined);
      return undefined;
    }
    this.source.close();
    return undefined;
  }
}
