/**
 * Grouping and aggregates. Groups are also separated by partition: rows of different argument rows are never combined.
 * Without grouping keys, a partition without rows still yields one row.
 */
import { groupKey, rowKey } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { GroupKey, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { CompiledExpression } from '../../expression/compiled-expression.js';
import { materialize } from '../../run/materialize.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import type { Accumulator, AggregateDefinition } from '../../registry/function-definition.js';
import type { Operator } from '../operator.js';
import { HeldRows } from './held-rows.js';

export interface GroupingKey {
  readonly expression: CompiledExpression;
  readonly slot: number;
}

export interface AggregateCall {
  readonly definition: AggregateDefinition;
  readonly arguments: readonly CompiledExpression[];
  readonly distinct: boolean;
  readonly slot: number;
  /** Slots for temporary values of the arguments. */
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

const KEY_BYTES = 32;
const NO_ARGUMENTS: readonly Value[] = [];

export class Aggregate implements Operator, RowVisitor {
  private readonly groups = new Map<GroupKey, Group>();
  /** The plan's argument rows: one partition each. */
  private readonly argumentRows: readonly Row[];
  /** Slots that identify a group: the partition if there are several, and the keys. */
  private readonly keySlots: readonly number[];
  private results: Row[] | undefined;
  /** Surviving values of the current batch. */
  private kept: (readonly Value[])[] = [];
  private at = 0;
  private readonly held: HeldRows;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly spec: AggregateSpec,
    argumentRows: readonly Row[],
  ) {
    // Copied: the first batch may be the same list, and operators below truncate their batches.
    this.held = new HeldRows(state.budget);
    this.argumentRows = spec.keys.length === 0 ? argumentRows.slice() : argumentRows;
    const slots = spec.keys.map(({ slot }) => slot);
    this.keySlots = argumentRows.length === 1 ? slots : [spec.partition, ...slots];
  }

  get isOver(): boolean {
    return this.results !== undefined && this.at >= this.results.length;
  }

  next(): MaybePromise<Row[] | undefined> {
    if (this.results !== undefined) return this.give(this.results);
    const pulled = this.pull();
    return isPromise(pulled) ? pulled.then(() => this.finish()) : this.finish();
  }

  close(): void {
    this.results = [];
    this.groups.clear();
    this.held.release();
    this.source.close();
  }

  visit(row: Row, _index: number, state: RunState): void {
    for (const key of this.spec.keys) row[key.slot] = key.expression.evaluate(row, state);
    for (const call of this.spec.calls) {
      for (let i = 0; i < call.arguments.length; i++) {
        const value = call.arguments[i]!.evaluate(row, state);
        if (call.definition.loads === true) state.budget.walk(value);
        row[call.scratch[i]!] = call.definition.loads === true ? materialize(value, state) : value;
      }
    }
  }

  private pull(): MaybePromise<void> {
    for (;;) {
      const batch = this.source.next();
      if (isPromise(batch)) return this.pullWaiting(batch);
      if (batch === undefined) return undefined;
      const done = this.absorb(batch);
      if (isPromise(done)) return this.pullWaiting(done.then(() => this.source.next()));
    }
  }

  private async pullWaiting(first: Promise<Row[] | undefined>): Promise<void> {
    for (let batch = await first; batch !== undefined; batch = await this.source.next()) {
      const done = this.absorb(batch);
      if (isPromise(done)) await done;
    }
  }

  private absorb(batch: Row[]): MaybePromise<void> {
    this.state.cancellation?.throwIfCancelled();
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.accumulate(batch)) : this.accumulate(batch);
  }

  private accumulate(batch: Row[]): void {
    const { budget } = this.state;
    budget.refill();
    this.kept = [];
    for (const row of batch) {
      const group = this.groupOf(row);
      const { calls } = this.spec;
      for (let i = 0; i < calls.length; i++) {
        const call = calls[i]!;
        const args = argumentsOf(call.scratch, row);
        const seen = group.seen[i];
        if (seen !== undefined) {
          const value = args[0] ?? null;
          budget.keyed(value);
          const key = groupKey(value);
          if (seen.has(key)) continue;
          seen.add(key);
          this.held.hold(KEY_BYTES);
        }
        group.accumulators[i]!.add(args, budget);
        if (call.definition.keeps === true || seen !== undefined) this.kept.push(args);
      }
    }
    this.held.keep(this.kept);
    this.kept = [];
  }

  private groupOf(row: Row): Group {
    const key = this.keyOf(row);
    let group = this.groups.get(key);
    if (group === undefined) {
      this.groups.set(key, (group = this.newGroup(row.slice())));
      this.kept.push(group.row);
    }
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

  private finish(): MaybePromise<Row[] | undefined> {
    const { keys, calls } = this.spec;
    if (keys.length === 0) this.addEmptyPartitions();
    const rows: Row[] = [];
    for (const group of this.groups.values()) {
      calls.forEach((call, i) => {
        group.row[call.slot] = group.accumulators[i]!.result();
      });
      rows.push(group.row);
    }
    this.groups.clear();
    this.held.release();
    this.results = rows;
    return this.give(rows);
  }

  private give(rows: Row[]): MaybePromise<Row[] | undefined> {
    if (this.at >= rows.length) return undefined;
    if (rows.length <= this.state.batchRows) {
      this.at = rows.length;
      return rows;
    }
    const batch = rows.slice(this.at, this.at + this.state.batchRows);
    this.at += this.state.batchRows;
    const turn = this.state.turn();
    return turn === undefined ? batch : turn.then(() => batch);
  }

  private keyOf(row: Row): GroupKey {
    const { keySlots } = this;
    const { budget } = this.state;
    if (keySlots.length === 0) return null;
    if (keySlots.length === 1) {
      const value = row[keySlots[0]!]!;
      budget.keyed(value);
      return groupKey(value);
    }
    const values = argumentsOf(keySlots, row);
    for (let i = 0; i < values.length; i++) budget.keyed(values[i]!);
    return rowKey(values);
  }

  private addEmptyPartitions(): void {
    for (const row of this.argumentRows) {
      const key = this.keyOf(row);
      if (!this.groups.has(key)) this.groups.set(key, this.newGroup(row.slice()));
    }
  }
}

function argumentsOf(slots: readonly number[], row: Row): readonly Value[] {
  const { length } = slots;
  if (length === 0) return NO_ARGUMENTS;
  const values: Value[] = [];
  for (let i = 0; i < length; i++) values.push(row[slots[i]!]!);
  return values;
}
