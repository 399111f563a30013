/**
 * "Why does this not match?": for one node and one query, which parts of the pattern are at work on it, which of
 * their demands hold, what is missing, and where partial matches wait. Plain data; changes nothing.
 */
import { formatNodeId, mapGet, type NodeId } from '@weir/model';
import { holdsLocally } from '../engine/local-test.js';
import { allParts, type NodeParts, partOf } from '../engine/node-parts.js';
import type { PartState } from '../engine/part-state.js';
import { inspectPartState } from '../engine/inspect-state.js';
import { testHolds } from '../pattern/property-test.js';
import type { PartPlan, StandingPlan } from '../plan/standing-plan.js';
import { evaluatePart } from '../rows/part-rows.js';
import { holdsOnNode, neighboursOf, readNode } from '../rows/node-reading.js';
import type { RowPartPlan } from '../rows/row-plan.js';
import type { RowPart } from '../rows/row-state.js';
import type { StandingNode, StandingRow, StandingState } from '../standing-operator.js';
import { slotsOf, testText } from './describe-plan.js';

export interface PartExplanation {
  /** Number of the part in the plan. */
  readonly part: number;
  readonly variable: string | undefined;
  readonly isRoot: boolean;
  /** Somebody asks this node for the part; of a root nobody has to. */
  readonly isAsked: boolean;
  /** All demands hold. */
  readonly holds: boolean;
  readonly demands: readonly { readonly demand: string; readonly holds: boolean }[];
  readonly slots: readonly SlotExplanation[];
  /** Neighbours that have to answer before anything is reported, as text ids. */
  readonly waitingFor: readonly string[];
  /** What the part reports now; of a root, rows before projection. `undefined` where only the match is known. */
  readonly rows: readonly StandingRow[] | undefined;
  /** Ids of the results that stand. */
  readonly results: readonly string[];
}

export interface SlotExplanation {
  readonly edge: string;
  /** The part that is asked at the other end; `undefined`: any node will do. */
  readonly part: number | undefined;
  readonly mode: 'inner' | 'semi' | 'anti' | 'count' | 'list' | 'optional';
  /** Neighbours over fitting edges. */
  readonly neighbours: number;
  /** Those that report a match, as text ids, at most `MOST_NAMED`. */
  readonly matching: readonly string[];
  readonly matchingCount: number;
  /** The slot keeps the part from matching, as far as it alone can tell. */
  readonly isMissing: boolean;
}

export const MOST_NAMED = 20;

/** The root first, then the other parts that somebody asks this node for. */
export function explainNode(
  plan: StandingPlan,
  node: StandingNode,
  state: StandingState | undefined,
): PartExplanation[] {
  const parts = state as NodeParts;
  const explanations: PartExplanation[] = [];
  for (const part of plan.parts) {
    if (part.kind === 'home' || part.kind === 'writers') continue;
    const known = allParts(parts).some(other => other.plan === part);
    if (part.number > 0 && !known) continue;
    explanations.push(
      part.kind === 'rows' ? explainRows(part, node, parts) : explainTraces(part, node, parts),
    );
  }
  return explanations;
}

function explainRows(plan: RowPartPlan, node: StandingNode, parts: NodeParts): PartExplanation {
  const part = partOf(parts, plan) as RowPart | undefined;
  const own = [readNode(node, plan.reads)];
  const inspection = part === undefined ? undefined : inspectPartState(part);
  const described = slotsOf(plan);
  const slots = plan.slots.map((slot, i): SlotExplanation => {
    const neighbours = [...neighboursOf(slot, node)];
    const matching =
      slot.child < 0 ? neighbours : [...(part?.fillings[i] ?? new Map<NodeId, unknown>()).keys()];
    return explainSlot(described[i]!, neighbours.length, matching);
  });
  return {
    ...common(plan),
    isAsked: plan.isRoot || part !== undefined,
    holds: holdsOnNode(plan, node),
    demands: [
      ...nodeDemands(plan, node),
      ...plan.conditions.map(({ text, holds }) => ({ demand: text, holds: holds(own) })),
      ...existenceDemand(plan, node),
    ],
    slots,
    waitingFor: [...(part?.waitingFor ?? [])].map(key =>
      formatNodeId(key.slice(key.indexOf(' ') + 1) as NodeId),
    ),
    rows: part?.isReady === true ? [...evaluatePart(part).rows()].map(({ row }) => row) : [],
    results: (inspection?.results ?? []).flatMap(({ ids }) => ids),
  };
}

function explainTraces(plan: PartPlan, node: StandingNode, parts: NodeParts): PartExplanation {
  const part = partOf(parts, plan) as PartState | undefined;
  const described = slotsOf(plan);
  const slots = plan.slots.map((slot, i): SlotExplanation => {
    const neighbours = [...node.neighbours(slot.label, slot.direction)];
    const matching: NodeId[] = [];
    if (slot.bare) matching.push(...neighbours);
    else part?.slot(slot.state).forEach((neighbour, rows) => rows.length > 0 && matching.push(neighbour));
    return explainSlot(described[i]!, neighbours.length, matching);
  });
  const resultId = part === undefined ? undefined : inspectPartState(part).resultId;
  return {
    ...common(plan),
    isAsked: plan.number === 0 || part !== undefined,
    holds: holdsLocally(plan, node),
    demands: [
      ...nodeDemands(plan, node),
      ...plan.loops.map(label => ({
        demand: `edge ${label} to itself`,
        holds: [...node.neighbours(label, undefined)].includes(node.id),
      })),
      ...existenceDemand(plan, node),
    ],
    slots,
    waitingFor: [],
    rows: undefined,
    results: resultId === undefined ? [] : [resultId],
  };
}

function common(plan: PartPlan | RowPartPlan): {
  part: number;
  variable: string | undefined;
  isRoot: boolean;
} {
  return { part: plan.number, variable: plan.variable, isRoot: plan.number === 0 };
}

function nodeDemands(plan: PartPlan | RowPartPlan, node: StandingNode): { demand: string; holds: boolean }[] {
  const properties = node.properties();
  return [
    ...(plan.id === undefined
      ? []
      : [{ demand: `id = ${formatNodeId(plan.id)}`, holds: plan.id === node.id }]),
    ...plan.labels.map(label => ({ demand: `label ${label}`, holds: node.hasLabel(label) })),
    ...plan.tests.map(test => ({
      demand: testText(test),
      holds: testHolds(test, mapGet(properties, test.key)),
    })),
  ];
}

function existenceDemand(
  plan: PartPlan | RowPartPlan,
  node: StandingNode,
): { demand: string; holds: boolean }[] {
  return plan.needsExistence ? [{ demand: 'the node exists', holds: node.exists }] : [];
}

function explainSlot(
  described: {
    readonly edge: string;
    readonly part: number | undefined;
    readonly mode: SlotExplanation['mode'];
  },
  neighbours: number,
  matching: readonly NodeId[],
): SlotExplanation {
  const { mode } = described;
  const isNeeded = mode === 'inner' || mode === 'semi';
  return {
    ...described,
    neighbours,
    matching: matching.slice(0, MOST_NAMED).map(formatNodeId),
    matchingCount: matching.length,
    isMissing: isNeeded ? matching.length === 0 : mode === 'anti' && matching.length > 0,
  };
}
