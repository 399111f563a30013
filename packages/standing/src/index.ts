/** Standing queries: compiled from Cypher, matched incrementally. */
export * from './standing-contract.js';
export * from './engine/inspect-state.js';
export type * from './engine/state-inspection.js';
export {
  describePlan,
  type PatternNodeDescription,
  type StandingPlanDescription,
  type PatternEdgeDescription,
} from './explain/describe-plan.js';
export { explainNode, holdsAsRoot, type PatternNodeExplanation } from './explain/explain-node.js';
export type { PatternEdgeExplanation } from './explain/explain-edges.js';
export {
  groupOn,
  groupNodesWithoutMembers,
  membersOf,
  membershipOf,
  resultsOfMembers,
} from './explain/inspect-groups.js';
export { missingPieces } from './explain/missing-pieces.js';
export type { FilterExplanation } from './explain/explain-filters.js';
export { isFarewell } from './engine/standing-events.js';
export { NO_SIZE_WATCH, type QueryCounts, type SizeWatch } from './engine/state-counts.js';
export { createStandingEngine, type RegisteringStandingEngine } from './engine/standing-engine.js';
export { type PropertyTest, testHolds } from './plan/property-test.js';
export type { PatternEdge, PatternNode, StandingPattern } from './compile/witnesses/standing-pattern.js';
export { buildPlan } from './compile/witnesses/build-witness-plan.js';
export type { WitnessNodePlan, WitnessEdgePlan } from './plan/witness-plan.js';
export type { PlanNode, GroupNodePlan, RowNodePlan, RowEdgePlan, StandingPlan } from './plan/row-plan.js';
export { matchRow } from './results/result-ids.js';
export { isTruncated, MOST_ORIGINS, NO_ORIGINS, originsIn, provenanceOf } from './rows/origins/origin-set.js';
export { exactKey } from './rows/row-key.js';
export type { ExpressionFailure, FailureListener } from './compile/reading/shape.js';
export {
  compileStandingQuery,
  type StandingCompileOptions,
  type StandingMode,
} from './compile/compile-standing-query.js';
