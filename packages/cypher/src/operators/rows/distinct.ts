import { groupKey } from '@weir/model';
import type { GroupKey } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../expression/run/run-state.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

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
    return rows.filter(row => {
      const key = groupKey(this.slots.map(slot => row[slot]!));
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      return true;
    });
  }
}
