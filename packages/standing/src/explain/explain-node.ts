/**
 * "Why does this not match?": for one node and one query, which parts of the pattern are at work on it, which of
 * their demands hold, what is missing, and where partial matches wait. Plain data; changes nothing.
 */
import { formatNodeId, mapGet, type NodeId, type Value } from '@weir/model';
import { holdsLocally } from '../engine/local-test.js';
import { allParts, type NodeParts, partOf } from '../engine/node-parts.js';
import type { PartState } from '../engine/part-state.js';
import { inspectPartState } from '../engine/inspect-state.js';
import { testHolds } from '../pattern/property-test.js';
import type { PartPlan, StandingPlan } from '../plan/standing-plan.js';
import { memberOf, projected } from '../rows/group-state.js';
import { currentRows } from '../rows/part-rows.js';
import { holdsOnNode, neighboursOf, readNode } from '../rows/node-reading.js';
import type { RowBag } from '../rows/row-bag.js';
import type { RowPartPlan, RowPlan } from '../rows/row-plan.js';
import { unwound } from '../rows/unwound-rows.js';
import type { RowPart } from '../rows/row-state.js';
import type { StandingNode, StandingState } from '../standing-operator.js';
import { slotsOf, testText } from './describe-plan.js';
import { explainFilters, type FilterExplanation } from './explain-filters.js';

export interface PartExplanation {
  /** Number of the part in the plan. */
  readonly part: number;
  readonly variable: string | undefined;
  readonly isRoot: boolean;
  /** Somebody asks this node for the part; of a root nobody has to. */
  readonly isAsked: boolean;
  /** The part that asks this one, and the nodes on which it does, at most `MOST_NAMED`: there a partial match may wait. */
  readonly asker: number | undefined;
  readonly askers: readonly NodeId[];
  /** All demands hold. */
  readonly holds: boolean;
  readonly demands: readonly DemandExplanation[];
  readonly slots: readonly SlotExplanation[];
  /** Conditions over several nodes and edges, tried on what has been reported to the part. */
  readonly filters: readonly FilterExplanation[];
  /** Neighbours that have to answer before anything is reported, as text ids. */
  readonly waitingFor: readonly string[];
  /** How many rows the part reports now; of a root, before projection. `undefined` where only the match is known. */
  readonly rows: number | undefined;
  /** Of a root: rows that are no result, because a WHERE after WITH or an expression fails for them. */
  readonly dropped: number;
  /** Ids of the results that stand. */
  readonly results: readonly string[];
}

export interface DemandExplanation {
  readonly demand: string;
  readonly holds: boolean;
  /** Of a property: the value that is there; `null` when there is none. Else `undefined`. */
  readonly found: Value | undefined;
}

export interface SlotExplanation {
  readonly edge: string;
  /** The part that is asked at the other end; `undefined`: any node will do. */
  readonly part: number | undefined;
  readonly mode: 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';
  /** Neighbours over fitting edges. */
  readonly neighbours: number;
  /** Those that report a match, as text ids, at most `MOST_NAMED`. */
  readonly matching: readonly string[];
  readonly matchingCount: number;
  /** The other ones, likewise at most `MOST_NAMED`: there a partial match may wait. */
  readonly others: readonly NodeId[];
  /** The slot keeps the part from matching, as far as it alone can tell. */
  readonly isMissing: boolean;
}

export const MOST_NAMED = 20;

/** What must hold on a root itself holds on the node. */
export function holdsAsRoot({ parts: [root] }: StandingPlan, node: StandingNode): boolean {
  return root?.kind === 'traces' ? holdsLocally(root, node) : holdsOnNode(root as RowPartPlan, node);
}

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
      part.kind === 'rows'
        ? explainRows(plan as RowPlan, part, node, parts)
        : explainTraces(part, node, parts),
    );
  }
  return explanations;
}

function explainRows(
  query: RowPlan,
  plan: RowPartPlan,
  node: StandingNode,
  parts: NodeParts,
): PartExplanation {
  const part = partOf(parts, plan) as RowPart | undefined;
  const own = [readNode(node, plan.reads)];
  const inspection = part === undefined ? undefined : inspectPartState(part);
  const described = slotsOf(plan);
  const slots = plan.slots.map((slot, i): SlotExplanation => {
    const neighbours = [...neighboursOf(slot, node)];
    const matching =
      slot.child < 0 ? neighbours : [...(part?.fillings[i] ?? new Map<NodeId, unknown>()).keys()];
    return explainSlot(described[i]!, neighbours, matching, part?.active === true);
  });
  const rows = part?.isReady === true ? currentRows(part) : undefined;
  return {
    ...common(plan),
    isAsked: plan.isRoot || part !== undefined,
    askers: inspection?.subscribers.slice(0, MOST_NAMED) ?? [],
    holds: holdsOnNode(plan, node),
    demands: [
      ...nodeDemands(plan, node),
      ...plan.conditions.map(({ text, holds }) => ({ demand: text, holds: holds(own), found: own[0] })),
      ...existenceDemand(plan, node),
    ],
    slots,
    filters: part?.active === true ? explainFilters(part) : [],
    waitingFor: [...(part?.waitingFor ?? [])].map(key =>
      formatNodeId(key.slice(key.indexOf(' ') + 1) as NodeId),
    ),
    rows: rows === undefined ? 0 : total(rows),
    dropped: plan.isRoot && rows !== undefined ? droppedOf(query, rows) : 0,
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
    return explainSlot(described[i]!, neighbours, matching, part?.active === true);
  });
  const inspection = part === undefined ? undefined : inspectPartState(part);
  const resultId = inspection?.resultId;
  return {
    ...common(plan),
    isAsked: plan.number === 0 || part !== undefined,
    askers: inspection?.subscribers.slice(0, MOST_NAMED) ?? [],
    holds: holdsLocally(plan, node),
    demands: [
      ...nodeDemands(plan, node),
      ...plan.loops.map(label => ({
        demand: `edge ${label} to itself`,
        holds: [...node.neighbours(label, undefined)].includes(node.id),
        found: undefined,
      })),
      ...existenceDemand(plan, node),
    ],
    slots,
    filters: [],
    waitingFor: [],
    rows: undefined,
    dropped: 0,
    results: resultId === undefined ? [] : [resultId],
  };
}

function common(plan: PartPlan | RowPartPlan): {
  part: number;
  variable: string | undefined;
  isRoot: boolean;
  asker: number | undefined;
} {
  return {
    part: plan.number,
    variable: plan.variable,
    isRoot: plan.number === 0,
    asker: plan.number === 0 ? undefined : plan.parent?.part,
  };
}

function nodeDemands(plan: PartPlan | RowPartPlan, node: StandingNode): DemandExplanation[] {
  const properties = node.properties();
  return [
    ...(plan.id === undefined
      ? []
      : [{ demand: `id = ${formatNodeId(plan.id)}`, holds: plan.id === node.id, found: undefined }]),
    ...plan.labels.map(label => ({
      demand: `label ${label}`,
      holds: node.hasLabel(label),
      found: undefined,
    })),
    ...plan.tests.map(test => ({
      demand: testText(test),
      holds: testHolds(test, mapGet(properties, test.key)),
      found: mapGet(properties, test.key) ?? null,
    })),
  ];
}

function existenceDemand(plan: PartPlan | RowPartPlan, node: StandingNode): DemandExplanation[] {
  return plan.needsExistence
    ? [{ demand: 'the node exists', holds: node.exists || plan.named.includes(node.id), found: undefined }]
    : [];
}

function explainSlot(
  described: {
    readonly edge: string;
    readonly part: number | undefined;
    readonly mode: SlotExplanation['mode'];
  },
  neighbours: readonly NodeId[],
  matching: readonly NodeId[],
  isAsking: boolean,
): SlotExplanation {
  const { mode } = described;
  const known = new Set(matching);
  const isNeeded = mode === 'inner' || mode === 'semi';
  return {
    ...described,
    neighbours: neighbours.length,
    matching: matching.slice(0, MOST_NAMED).map(formatNodeId),
    matchingCount: matching.length,
    others: neighbours.filter(neighbour => !known.has(neighbour)).slice(0, MOST_NAMED),
    // A part that does not hold asks nobody: what its neighbours would say is not known.
    isMissing: isNeeded
      ? matching.length === 0 && (isAsking || neighbours.length === 0)
      : mode === 'anti' && matching.length > 0,
  };
}

function total(rows: RowBag): number {
  let sum = 0;
  for (const { count } of rows.rows()) sum += count;
  return sum;
}

function droppedOf(plan: RowPlan, rows: RowBag): number {
  const { result, tracksOrigins } = plan;
  const [group] = result.groups;
  let dropped = 0;
  for (const { row, count } of unwound(plan, rows).rows()) {
    const kept = group === undefined ? projected(result, row) : memberOf(group, row, tracksOrigins);
    if (kept === undefined) dropped += count;
  }
  return dropped;
}
