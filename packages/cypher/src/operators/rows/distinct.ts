import { groupKey } from '@weir/model';
import type { GroupKey } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../expression/run/run-state.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

const KEY_BYTES = 32;

/** Each combination of values once. */
export class Distinct extends BatchOperator {
  private readonly seen = new Set<GroupKey>();

  constructor(
    state: RunState,
    source: Operator,
    private readonly slots: readonly number[],
  ) {
    super(state, source);
  }

  protected process(rows: Row[]): Row[] {
    const { budget } = this.state;
    budget.refill();
    return rows.filter(row => {
      const values = this.slots.map(slot => row[slot]!);
      budget.keyed(values);
      const key = groupKey(values);
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      budget.hold(KEY_BYTES + String(key).length);
      return true;
    });
  }
}
