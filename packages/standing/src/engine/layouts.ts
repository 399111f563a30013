/** The one place that knows which layout of state a plan chose for a pattern node. */
import type { PatternNodePlan } from '../plan/row-plan.js';
import { ROW_LAYOUT } from '../rows/row-layout.js';
import { WITNESS_LAYOUT } from '../witnesses/witness-layout.js';
import type { Layout } from './layout.js';
import type { PatternNodeState } from './pattern-node-state.js';

const LAYOUTS: Record<PatternNodePlan['kind'], Layout<PatternNodeState<unknown>, PatternNodePlan>> = {
  rows: ROW_LAYOUT,
  witnesses: WITNESS_LAYOUT,
};

export function layoutOf({ kind }: PatternNodePlan): Layout<PatternNodeState<unknown>, PatternNodePlan> {
  return LAYOUTS[kind];
}
