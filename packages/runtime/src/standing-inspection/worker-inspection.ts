/**
 * What the nodes of one worker hold for a standing query, as plain data that can travel: for audits, and for "why does this
 * not match?". No node is woken for it.
 */
import type { GraphWorker, NodeLook } from '@weir/graph';
import { formatNodeId, IdValue, type NodeId, type Value } from '@weir/model';
import {
  explainNode,
  groupOn,
  holdsAsRoot,
  homesWithoutMembers,
  inspectState,
  membershipOf,
  membersOf,
  type PartExplanation,
  type PartInspection,
  resultsOfMembers,
  type StandingPlan,
} from '@weir/standing';
import { seededRandom } from './seeded-random.js';

export type Rows = readonly (readonly Value[])[];

/** What an audit has to know of one node. */
export interface LookedAt {
  readonly id: NodeId;
  readonly exists: boolean;
  /** What must hold on a root itself does here. */
  readonly couldBeRoot: boolean;
  /** What it reports as true now: as a root, or as the home of a group. */
  readonly rows: Rows;
  /** Of the home of a group: what it should report for the members that it has; else `null`. */
  readonly groupAnew: Rows | null;
  /** Of a member of groups that live elsewhere: where, as it sees it. */
  readonly homes: readonly NodeId[];
  /** What these should have of it, each row with how often at its end. */
  readonly members: Rows;
  /** Some nodes that ask this one, or that are members of the group here: one of them may be a root with results. */
  readonly towardsRoots: readonly NodeId[];
}

export interface NodeSample {
  readonly ids: readonly NodeId[];
  /** On which results came or went lately, and homes of groups that are there without members. */
  readonly recentRoots: readonly NodeId[];
}

/** Nodes that are given of one which may lead to a root. */
const MOST_TOWARDS_ROOTS = 3;

/** @param count of each kind. */
export async function sampleNodes(
  graph: GraphWorker,
  plan: StandingPlan,
  count: number,
  seed: number,
): Promise<NodeSample> {
  return {
    ids: await graph.peeks.sampleIds(count, seededRandom(seed)),
    recentRoots: [...homesWithoutMembers(plan), ...graph.recentRoots.newest(plan.query, count)],
  };
}

export async function lookAt(
  graph: GraphWorker,
  plan: StandingPlan,
  ids: readonly NodeId[],
): Promise<readonly LookedAt[]> {
  const looked: LookedAt[] = [];
  for (const id of ids) await graph.peeks.one(id, node => looked.push(lookedAt(plan, node)));
  return looked;
}

function lookedAt(plan: StandingPlan, node: NodeLook): LookedAt {
  const { id, exists, standing } = node;
  const parts = partsOf(plan, node);
  const askers = parts.flatMap(({ subscribers }) => subscribers.slice(0, MOST_TOWARDS_ROOTS));
  const group = groupOn(plan, id, standing, MOST_TOWARDS_ROOTS);
  return {
    id,
    exists,
    couldBeRoot: holdsAsRoot(plan, node),
    rows: parts.flatMap(part => rowsOf(plan, id, part)),
    groupAnew: group?.anew ?? null,
    ...membershipOf(plan, id, standing),
    towardsRoots: [...askers, ...(group?.members ?? [])],
  };
}

/** What the home of a group, on this worker, has of a member; each row with how often at its end. */
export async function membersAt(
  graph: GraphWorker,
  plan: StandingPlan,
  home: NodeId,
  member: NodeId,
): Promise<Rows> {
  let rows: Rows = [];
  await graph.peeks.one(home, ({ standing }) => (rows = membersOf(plan, standing, home, member)));
  return rows;
}

/** What the groups would report if nobody else had put anything into them. */
export function resultsOf(plan: StandingPlan, members: Rows): Rows {
  return resultsOfMembers(plan, members);
}

/** What all nodes report as true now. Looks at every node. */
export async function allRows(graph: GraphWorker, plan: StandingPlan): Promise<Rows> {
  const rows: (readonly Value[])[] = [];
  await graph.peeks.all(node => {
    if (node.standing === undefined) return;
    for (const part of partsOf(plan, node)) rows.push(...rowsOf(plan, node.id, part));
  });
  return rows;
}

export async function explainOnNode(
  graph: GraphWorker,
  plan: StandingPlan,
  id: NodeId,
): Promise<readonly PartExplanation[]> {
  let parts: readonly PartExplanation[] = [];
  await graph.peeks.one(id, node => (parts = explainNode(plan, node, node.standing)));
  return parts;
}

function partsOf(plan: StandingPlan, { standing }: NodeLook): readonly PartInspection[] {
  return inspectState(standing).filter(({ query }) => query === plan.query);
}

/** One row per result, as the results themselves have it. */
function rowsOf(plan: StandingPlan, id: NodeId, part: PartInspection): Rows {
  if (part.resultId !== undefined) return [resultRow(plan, id)];
  return part.results.flatMap(({ row, ids }) => ids.map(() => row));
}

/** Of a match that is no more than a node. */
export function resultRow(plan: StandingPlan, id: NodeId): readonly Value[] {
  return [plan.kind === 'traces' && plan.idAsText ? formatNodeId(id) : new IdValue(id)];
}
