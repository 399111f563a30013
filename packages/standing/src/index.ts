/** Standing queries: compiled from Cypher, matched incrementally. */
export type * from './contract/change-relevance.js';
export type * from './contract/current-results.js';
export type * from './contract/delta.js';
export type * from './contract/node-change.js';
export type * from './contract/node-evaluation.js';
export type * from './contract/origin.js';
export type * from './contract/recent-changes.js';
export type * from './contract/registered-queries.js';
export type * from './contract/standing-effects.js';
export type * from './contract/standing-engine.js';
export type * from './contract/standing-message.js';
export type * from './contract/standing-node.js';
export * from './contract/standing-recorder.js';
export type * from './contract/standing-result.js';
export type * from './contract/standing-state.js';
export type * from './contract/state-storage.js';
export * from './explain/inspect-state.js';
export type * from './state/node/state-inspection.js';
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
export { missingRequirements } from './explain/missing-requirements.js';
export type { FilterExplanation } from './explain/explain-filters.js';
export { recentEvent } from './state/node/standing-events.js';
export type { QueryCounts, SizeWatch } from './state/node/state-counts.js';
export { createStandingEngine, type RegisteringStandingEngine } from './engine/incremental-engine.js';
export type { QueryRegistration } from './engine/query-registry.js';
export type { PropertyTest } from './plan/property-test.js';
export type { PatternEdge, PatternNode, StandingPattern } from './compile/witnesses/standing-pattern.js';
export type { StandingPlan } from './plan/standing-plan.js';
export { matchRow } from './state/results/result-ids.js';
export { isTruncated, NO_ORIGINS, originsIn, provenanceOf } from './state/origins/origin-set.js';
export { exactKey } from './collections/row-key.js';
export type { ExpressionFailure, FailureListener } from './compile/shape/shape.js';
export {
  compileStandingQuery,
  type StandingCompileOptions,
  type StandingMode,
} from './compile/compile-standing-query.js';
