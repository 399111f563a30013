/**
 * "Why does this not match?": for one node and one query, which parts of the pattern are at work on it, which of
 * their demands hold, what is missing, and where partial matches wait. Plain data; changes nothing.
 */
import { formatNodeId, type NodeId } from '@weir/model';
import type { PartPlan } from '../plan/witness-plan.js';
import type { HomePartPlan, PatternPartPlan, RowPartPlan, StandingPlan } from '../plan/row-plan.js';
import { type NodeParts, partOf } from '../engine/node-states.js';
import type { PartState } from '../witnesses/witness-state.js';
import { inspectPartState, type PartInspection } from '../engine/inspect-state.js';
import { currentRows } from '../rows/output-rows.js';
import { holdsOnNode } from '../rows/node-reading.js';
import type { RowBag } from '../rows/row-bag.js';
import { type GroupHome, type RowPart, RowRoot } from '../rows/row-state.js';
import type { StandingNode, StandingState } from '../standing-contract.js';
import { type DemandExplanation, explainDemands } from './explain-demands.js';
import type { FilterExplanation } from './explain-filters.js';
import { type DroppedRows, explainOutcome, type OutcomeExplanation } from './explain-outcome.js';
import { explainRowSlots, explainTraceSlots, MOST_NAMED, type SlotExplanation } from './explain-edges.js';
import { explainSteps, type StepExplanation } from './explain-steps.js';

export interface PartExplanation {
  /** Number of the part in the plan. */
  readonly part: number;
  readonly variable: string | undefined;
  readonly isRoot: boolean;
  /** The home of a group: of a pattern it is no part. */
  readonly isHome: boolean;
  /** Of a part inside of a path: how many of its edges lead here. */
  readonly hop: number | undefined;
  /** Something was written to the node. */
  readonly nodeExists: boolean;
  /** Somebody asks this node for the part; of a root nobody has to. */
  readonly isAsked: boolean;
  /** Of a root whose demands hold: the query has not seen the node since it was registered. */
  readonly isUnseen: boolean;
  /** The part that asks this one, and the nodes on which it does, at most `MOST_NAMED`: there a partial match may wait. */
  readonly asker: number | undefined;
  readonly askers: readonly NodeId[];
  /** All demands hold. */
  readonly holds: boolean;
  readonly demands: readonly DemandExplanation[];
  readonly slots: readonly SlotExplanation[];
  /** How far the join of what has been reported comes. Empty where only the match is known, or nobody is asked. */
  readonly steps: readonly StepExplanation[];
  /** Conditions over several nodes and edges, tried on what has been reported to the part. */
  readonly filters: readonly FilterExplanation[];
  /** Neighbours that have to answer before anything is reported, as text ids. */
  readonly waitingFor: readonly string[];
  /** How many rows the part reports now; of a root, before projection. `undefined` where only the match is known. */
  readonly rows: number | undefined;
  /** Of a root or home: rows that are no result, by what keeps them from it. */
  readonly dropped: readonly DroppedRows[];
  /** Of a root or home: where the groups live that its rows belong to. */
  readonly homes: readonly NodeId[];
  /** Ids of the results that stand. */
  readonly results: readonly string[];
}

const NO_OUTCOME: OutcomeExplanation = { dropped: [], homes: [] };

/** What must hold on a root itself holds on the node. */
export function holdsAsRoot({ parts: [root] }: StandingPlan, node: StandingNode): boolean {
  return holdsOnNode(root as PatternPartPlan, node);
}

/** The root first, then the other parts that somebody asks this node for, or the groups that live there. */
export function explainNode(
  plan: StandingPlan,
  node: StandingNode,
  state: StandingState | undefined,
): PartExplanation[] {
  const parts = state as NodeParts;
  const explanations: PartExplanation[] = [];
  for (const part of plan.parts) {
    if (part.kind === 'writers') continue;
    const known = partOf(parts, part);
    if (part.number > 0 && known === undefined) continue;
    if (part.kind === 'home') {
      explanations.push(explainHome(plan, part, node, known as GroupHome));
    } else if (part.kind === 'rows') {
      explanations.push(explainRows(plan, part, node, known as RowPart | undefined));
    } else explanations.push(explainTraces(part, node, known as PartState | undefined));
  }
  return explanations;
}

function explainRows(
  query: StandingPlan,
  plan: RowPartPlan,
  node: StandingNode,
  part: RowPart | undefined,
): PartExplanation {
  const inspection = part === undefined ? undefined : inspectPartState(part);
  const steps = part?.active === true ? explainSteps(part) : undefined;
  const rows = part?.isReady === true ? currentRows(part) : undefined;
  return {
    ...common(plan, node, part, inspection),
    slots: explainRowSlots(plan, node, part, steps),
    steps: steps ?? [],
    filters: steps?.flatMap(({ filters }) => filters) ?? [],
    waitingFor: [...(part?.waitingFor ?? [])].map(key =>
      formatNodeId(key.slice(key.indexOf(' ') + 1) as NodeId),
    ),
    rows: rows === undefined ? 0 : total(rows),
    ...(part instanceof RowRoot && rows !== undefined ? explainOutcome(query, part) : NO_OUTCOME),
    results: (inspection?.results ?? []).flatMap(({ ids }) => ids),
  };
}

/** Of such a part no rows are known, only whether it matches. */
function explainTraces(plan: PartPlan, node: StandingNode, part: PartState | undefined): PartExplanation {
  const inspection = part === undefined ? undefined : inspectPartState(part);
  const resultId = inspection?.resultId;
  return {
    ...common(plan, node, part, inspection),
    slots: explainTraceSlots(plan, node, part),
    steps: [],
    filters: [],
    waitingFor: [],
    rows: undefined,
    ...NO_OUTCOME,
    results: resultId === undefined ? [] : [resultId],
  };
}

function explainHome(
  query: StandingPlan,
  plan: HomePartPlan,
  { exists }: StandingNode,
  home: GroupHome,
): PartExplanation {
  return {
    part: plan.number,
    variable: undefined,
    isRoot: false,
    isHome: true,
    hop: undefined,
    nodeExists: exists,
    isAsked: true,
    isUnseen: false,
    asker: plan.child,
    askers: [...home.keys()].slice(0, MOST_NAMED),
    holds: true,
    demands: [],
    slots: [],
    steps: [],
    filters: [],
    waitingFor: [],
    rows: home.group.row() === undefined ? 0 : 1,
    ...explainOutcome(query, home),
    results: [...home.results.rows()].flatMap(({ ids }) => ids),
  };
}

function common(
  plan: PatternPartPlan,
  node: StandingNode,
  part: RowPart | PartState | undefined,
  inspection: PartInspection | undefined,
): Omit<
  PartExplanation,
  'slots' | 'steps' | 'filters' | 'waitingFor' | 'rows' | 'results' | keyof OutcomeExplanation
> {
  const holds = holdsOnNode(plan, node);
  return {
    hop: plan.hop,
    isUnseen: plan.isRoot && holds && part?.active !== true,
    holds,
    part: plan.number,
    variable: plan.variable,
    isRoot: plan.number === 0,
    isHome: false,
    nodeExists: node.exists,
    isAsked: plan.number === 0 || inspection !== undefined,
    asker: plan.number === 0 ? undefined : plan.parent?.part,
    askers: inspection?.subscribers.slice(0, MOST_NAMED) ?? [],
    demands: explainDemands(plan, node),
  };
}

function total(rows: RowBag): number {
  let sum = 0;
  for (const { count } of rows.rows()) sum += count;
  return sum;
}
