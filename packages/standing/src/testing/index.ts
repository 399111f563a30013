/** Nodes of a plan, for tests of the engine against models. */
export type { RowEdgePlan, RowNodePlan } from '../plan/row-plan.js';
export type { WitnessNodePlan } from '../plan/witness-plan.js';
