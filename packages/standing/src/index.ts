/** Standing queries: compiled from Cypher, matched incrementally. */
export * from './standing-operator.js';
export * from './engine/inspect-state.js';
export {
  describePlan,
  type PartDescription,
  type StandingPlanDescription,
  type SlotDescription,
} from './explain/describe-plan.js';
export { explainNode, holdsAsRoot, type PartExplanation } from './explain/explain-node.js';
export type { SlotExplanation } from './explain/explain-slots.js';
export {
  groupOn,
  homesWithoutMembers,
  membersOf,
  membershipOf,
  resultsOfMembers,
} from './explain/inspect-groups.js';
export { missingPieces } from './explain/missing-pieces.js';
export type { FilterExplanation } from './explain/explain-filters.js';
export type { QueryCounts } from './engine/part-counts.js';
export { createStandingEngine, type RegisteringStandingEngine } from './engine/standing-engine.js';
export { type PropertyTest, testHolds } from './pattern/property-test.js';
export type { PatternEdge, PatternNode, StandingPattern } from './pattern/standing-pattern.js';
export { buildPlan } from './plan/build-plan.js';
export type { PartPlan, SlotPlan } from './plan/trace-plan.js';
export type { AnyPartPlan, HomePartPlan, RowPartPlan, RowSlotPlan, StandingPlan } from './rows/row-plan.js';
export { matchRow } from './engine/result-ids.js';
export {
  isTruncated,
  MOST_ORIGINS,
  NO_ORIGINS,
  type OriginSet,
  originsIn,
  provenanceOf,
} from './rows/origins/origin-set.js';
export { exactKey } from './rows/row-key.js';
export type { ExpressionFailure, FailureListener } from './row-compile/shape.js';
export {
  compileStandingQuery,
  type StandingCompileOptions,
  type StandingMode,
} from './compile/compile-standing-query.js';
