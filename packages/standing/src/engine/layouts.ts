/** The only module that knows which state layout a plan chose for a pattern node. */
import type { PatternNodePlan } from '../plan/standing-plan.js';
import { ROW_LAYOUT } from '../state/rows/row-layout.js';
import { WITNESS_LAYOUT } from '../state/witnesses/witness-layout.js';
import type { Layout } from '../state/pattern/layout.js';
import type { PatternState } from '../state/pattern/pattern-node-state.js';

const LAYOUTS: Record<PatternNodePlan['kind'], Layout<PatternState, PatternNodePlan>> = {
  rows: ROW_LAYOUT,
  witnesses: WITNESS_LAYOUT,
};

export function layoutOf({ kind }: PatternNodePlan): Layout<PatternState, PatternNodePlan> {
  return LAYOUTS[kind];
}
