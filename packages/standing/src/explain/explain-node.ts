/**
 * "Why does this not match?": for one node and one query, which pattern nodes are evaluated on it, which of their
 * demands hold, which parts are missing, and where partial matches wait. Plain data; changes nothing.
 */
import { formatNodeId, type NodeId } from '@weir/model';
import type { WitnessNodePlan } from '../plan/witness-plan.js';
import {
  type GroupNodePlan,
  type PatternNodePlan,
  rootOf,
  type StandingPlan,
} from '../plan/standing-plan.js';
import type { RowNodePlan } from '../plan/row-plan.js';
import { stateOf, unsealed } from '../state/node/node-states.js';
import type { WitnessState } from '../state/witnesses/witness-state.js';
import { inspectNodeState } from './inspect-state.js';
import type { StateInspection } from '../state/node/state-inspection.js';
import { currentRows } from '../state/rows/output-rows.js';
import { holdsOnNode } from '../state/node/node-reading.js';
import type { RowBag } from '../collections/row-bag.js';
import type { GroupNode } from '../state/groups/group-node.js';
import { type RowState, RowRoot } from '../state/rows/row-state.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingState } from '../contract/standing-state.js';
import { type DemandExplanation, explainDemands } from './explain-demands.js';
import type { FilterExplanation } from './explain-filters.js';
import { type DroppedRows, explainOutcome, type OutcomeExplanation } from './explain-outcome.js';
import {
  explainRowEdges,
  explainWitnessEdges,
  MOST_NAMED,
  type PatternEdgeExplanation,
} from './explain-edges.js';
import { explainSteps, type StepExplanation } from './explain-steps.js';

export interface PatternNodeExplanation {
  /** Number of the pattern node in the plan. */
  readonly nodeIndex: number;
  readonly variable: string | undefined;
  readonly isRoot: boolean;
  /** Whether it is a group node, which is not a node of the pattern. */
  readonly isGroupNode: boolean;
  /** Inside a path: number of edges from its start to this node. */
  readonly hop: number | undefined;
  /** Whether the node was ever written. */
  readonly nodeExists: boolean;
  /** Whether another node subscribes to the pattern node here; not required for a root. */
  readonly isAsked: boolean;
  /** For a root whose demands hold: whether the query has not evaluated the node since its registration. */
  readonly isUnseen: boolean;
  /**
   * The pattern node that subscribes to this one, and the nodes on which it does, at most `MOST_NAMED`: a partial match
   * may wait there.
   */
  readonly asker: number | undefined;
  readonly askers: readonly NodeId[];
  /** Whether all demands hold. */
  readonly holds: boolean;
  readonly demands: readonly DemandExplanation[];
  readonly patternEdges: readonly PatternEdgeExplanation[];
  /**
   * How far the join of the reported rows gets. Empty if only the existence of a match is known, or nothing is
   * subscribed.
   */
  readonly steps: readonly StepExplanation[];
  /** Conditions over several nodes and edges, evaluated on the rows reported to the pattern node. */
  readonly filters: readonly FilterExplanation[];
  /** Neighbors that must answer before anything is reported, as text ids. */
  readonly waitingFor: readonly string[];
  /**
   * Number of rows that the pattern node currently reports; for a root, before projection. `undefined` if only the
   * existence of a match is known.
   */
  readonly rows: number | undefined;
  /** For a root or group node: rows that are not results, by reason. */
  readonly dropped: readonly DroppedRows[];
  /** For a root or group node: nodes that hold the groups of its rows. */
  readonly groupNodes: readonly NodeId[];
  readonly results: readonly string[];
}

const NO_OUTCOME: OutcomeExplanation = { dropped: [], groupNodes: [] };

/** Returns whether the demands of the root hold on the node. */
export function holdsAsRoot(plan: StandingPlan, node: StandingNode): boolean {
  return holdsOnNode(rootOf(plan), node);
}

/**
 * Explains the root first, then the other pattern nodes to which another node subscribes here, or the groups on this
 * node.
 */
export function explainNode(
  plan: StandingPlan,
  node: StandingNode,
  state: StandingState | undefined,
): PatternNodeExplanation[] {
  const states = unsealed(state);
  const explanations: PatternNodeExplanation[] = [];
  for (const planNode of plan.nodes) {
    if (planNode.kind === 'writers') continue;
    if (planNode.number > 0 && stateOf(states, planNode) === undefined) continue;
    if (planNode.kind === 'group') {
      explanations.push(explainGroupNode(plan, planNode, node, stateOf<GroupNode>(states, planNode)!));
    } else if (planNode.kind === 'rows') {
      explanations.push(explainRows(plan, planNode, node, stateOf<RowState>(states, planNode)));
    } else explanations.push(explainWitnesses(planNode, node, stateOf<WitnessState>(states, planNode)));
  }
  return explanations;
}

function explainRows(
  query: StandingPlan,
  plan: RowNodePlan,
  node: StandingNode,
  state: RowState | undefined,
): PatternNodeExplanation {
  const inspection = state === undefined ? undefined : inspectNodeState(state);
  const steps = state?.active === true ? explainSteps(state) : undefined;
  const rows = state?.isReady === true ? currentRows(state) : undefined;
  return {
    ...common(plan, node, state, inspection),
    patternEdges: explainRowEdges(plan, node, state, steps),
    steps: steps ?? [],
    filters: steps?.flatMap(({ filters }) => filters) ?? [],
    waitingFor: [...(state?.waitingFor ?? [])].map(key =>
      formatNodeId(key.slice(key.indexOf(' ') + 1) as NodeId),
    ),
    rows: rows === undefined ? 0 : total(rows),
    ...(state instanceof RowRoot && rows !== undefined ? explainOutcome(query, state) : NO_OUTCOME),
    results: (inspection?.results ?? []).flatMap(({ ids }) => ids),
  };
}

/** These pattern nodes have no rows; they only know whether they match. */
function explainWitnesses(
  plan: WitnessNodePlan,
  node: StandingNode,
  state: WitnessState | undefined,
): PatternNodeExplanation {
  const inspection = state === undefined ? undefined : inspectNodeState(state);
  const resultId = inspection?.resultId;
  return {
    ...common(plan, node, state, inspection),
    patternEdges: explainWitnessEdges(plan, node, state),
    steps: [],
    filters: [],
    waitingFor: [],
    rows: undefined,
    ...NO_OUTCOME,
    results: resultId === undefined ? [] : [resultId],
  };
}

function explainGroupNode(
  query: StandingPlan,
  plan: GroupNodePlan,
  { exists }: StandingNode,
  groupNode: GroupNode,
): PatternNodeExplanation {
  return {
    nodeIndex: plan.number,
    variable: undefined,
    isRoot: false,
    isGroupNode: true,
    hop: undefined,
    nodeExists: exists,
    isAsked: true,
    isUnseen: false,
    asker: plan.child,
    askers: [...groupNode.keys()].slice(0, MOST_NAMED),
    holds: true,
    demands: [],
    patternEdges: [],
    steps: [],
    filters: [],
    waitingFor: [],
    rows: groupNode.group.row() === undefined ? 0 : 1,
    ...explainOutcome(query, groupNode),
    results: [...groupNode.results.rows()].flatMap(({ ids }) => ids),
  };
}

function common(
  plan: PatternNodePlan,
  node: StandingNode,
  state: RowState | WitnessState | undefined,
  inspection: StateInspection | undefined,
): Omit<
  PatternNodeExplanation,
  'patternEdges' | 'steps' | 'filters' | 'waitingFor' | 'rows' | 'results' | keyof OutcomeExplanation
> {
  const holds = holdsOnNode(plan, node);
  return {
    hop: plan.hop,
    isUnseen: plan.isRoot && holds && state?.active !== true,
    holds,
    nodeIndex: plan.number,
    variable: plan.variable,
    isRoot: plan.number === 0,
    isGroupNode: false,
    nodeExists: node.exists,
    isAsked: plan.number === 0 || inspection !== undefined,
    asker: plan.number === 0 ? undefined : plan.parent?.nodeIndex,
    askers: inspection?.subscribers.slice(0, MOST_NAMED) ?? [],
    demands: explainDemands(plan, node),
  };
}

function total(rows: RowBag): number {
  let sum = 0;
  for (const { count } of rows.rows()) sum += count;
  return sum;
}
