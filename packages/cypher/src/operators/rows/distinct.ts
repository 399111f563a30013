import { rowKey } from '@weir/model';
import type { GroupKey, Value } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

const KEY_BYTES = 32;

export class Distinct extends BatchOperator {
  private readonly seen = new Set<GroupKey>();
  /** Slots that identify a row: the partition if there are several, and the columns. */
  private readonly slots: readonly number[];

  constructor(
    state: RunState,
    source: Operator,
    columns: readonly number[],
    partition: number,
    partitions: number,
  ) {
    super(state, source);
    this.slots = partitions === 1 ? columns : [partition, ...columns];
  }

  protected process(rows: Row[]): Row[] {
    const { budget } = this.state;
    budget.refill();
    return rows.filter(row => {
      const key = this.keyOf(row);
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      budget.hold(KEY_BYTES + String(key).length);
      return true;
    });
  }

  private keyOf(row: Row): GroupKey {
    const { slots } = this;
    const { budget } = this.state;
    const values: Value[] = [];
    for (let i = 0; i < slots.length; i++) {
      const value = row[slots[i]!]!;
      budget.keyed(value);
      values.push(value);
    }
    return rowKey(values);
  }
}
