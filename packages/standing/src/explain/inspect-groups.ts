/**
 * Inspects groups on group nodes, from the side of the members and of the group nodes: for audits, which compare both
 * sides, and for "why is this group not a result?". The members of the first such grouping are roots; the members of a
 * later one are the group nodes of the previous grouping. Changes nothing.
 */
import { type GroupKey, type NodeId, rowKey } from '@weir/model';
import type { GroupNodePlan, StandingPlan } from '../plan/standing-plan.js';
import { stateOf, unsealed } from '../state/node/node-states.js';
import { globalGroupNodesOf, groupNodeAbove, lastGroupNode, shareOut } from '../state/groups/group-nodes.js';
import { GroupState, projected } from '../state/groups/group-state.js';
import { localRows } from '../state/groups/local-groups.js';
import { NO_ORIGINS } from '../state/origins/origin-set.js';
import { bagOf } from '../collections/kept-rows.js';
import { currentRows } from '../state/rows/output-rows.js';
import { RowBag } from '../collections/row-bag.js';
import { GroupNode } from '../state/groups/group-node.js';
import { RowRoot } from '../state/rows/row-state.js';
import type { StandingRow } from '../contract/delta.js';
import type { StandingState } from '../contract/standing-state.js';

/** A node as a member of groups on other nodes: a root, or a group node whose group is itself grouped. */
export interface Membership {
  readonly groupNodes: readonly NodeId[];
  /** Rows that the group nodes should have from it, each with its count at the end. */
  readonly members: readonly StandingRow[];
}

export interface GroupOnNode {
  /** Results it should report for its current members; none if it is not in the last grouping. */
  readonly anew: readonly StandingRow[];
  /** Some of the nodes that contributed to it. */
  readonly members: readonly NodeId[];
}

const NO_MEMBERSHIP: Membership = { groupNodes: [], members: [] };

/** Reports of the node to group nodes, from its own state; empty for plans without group nodes. */
export function membershipOf(plan: StandingPlan, node: NodeId, state: StandingState | undefined): Membership {
  if (!hasGroupNodes(plan)) return NO_MEMBERSHIP;
  const root = stateOf(unsealed(state), plan.nodes[0]!);
  if (root instanceof RowRoot) {
    return root.isReady ? sharesOf(plan, 0, localRows(plan, root, currentRows(root))) : NO_MEMBERSHIP;
  }
  const groupNode = groupNodeOn(plan, node, state);
  if (groupNode === undefined || groupNode.plan === lastGroupNode(plan)) return NO_MEMBERSHIP;
  return sharesOf(plan, groupNode.plan.number, groupRows([groupAnew(plan, groupNode)]));
}

/** @returns `undefined` if the node is not a group node of the plan. */
export function groupOn(
  plan: StandingPlan,
  node: NodeId,
  state: StandingState | undefined,
  mostMembers: number,
): GroupOnNode | undefined {
  if (!hasGroupNodes(plan)) return undefined;
  const groupNode = groupNodeOn(plan, node, state);
  if (groupNode === undefined) return undefined;
  const isLast = groupNode.plan === lastGroupNode(plan);
  const members: NodeId[] = [];
  for (const member of groupNode.keys()) {
    if (members.length === mostMembers) break;
    members.push(member);
  }
  return { anew: isLast ? resultsOf(plan, groupRows([groupAnew(plan, groupNode)])) : [], members };
}

/** Returns rows that a group node has from a member, each with its count at the end. */
export function membersOf(
  plan: StandingPlan,
  state: StandingState | undefined,
  groupNode: NodeId,
  member: NodeId,
): readonly StandingRow[] {
  if (!hasGroupNodes(plan)) return [];
  const known = groupNodeOn(plan, groupNode, state)?.get(member);
  return known === undefined ? [] : packed(plan, bagOf(known));
}

/** Returns the results if groups had only these members of the first grouping with group nodes. */
export function resultsOfMembers(
  plan: StandingPlan,
  members: readonly StandingRow[],
): readonly StandingRow[] {
  if (!hasGroupNodes(plan)) return [];
  const [first, ...later] = plan.nodes.filter(planNode => planNode.kind === 'group');
  const bag = new RowBag();
  bag.addPacked(members);
  let rows = groupRows(groupsOf(plan, first!, bag));
  for (const groupNode of later) {
    const shares = new RowBag();
    for (const share of shareOut(plan, groupNode.grouping, rows).values()) shares.addAll(share.rows());
    rows = groupRows(groupsOf(plan, groupNode, shares));
  }
  return resultsOf(plan, rows);
}

export function groupNodesWithoutMembers(plan: StandingPlan): readonly NodeId[] {
  return hasGroupNodes(plan) ? globalGroupNodesOf(plan).map(({ node }) => node) : [];
}

export function hasGroupNodes(plan: StandingPlan): boolean {
  return lastGroupNode(plan) !== undefined;
}

function groupNodeOn(
  plan: StandingPlan,
  node: NodeId,
  state: StandingState | undefined,
): GroupNode | undefined {
  const states = unsealed(state);
  for (const planNode of plan.nodes) {
    const groupNode = planNode.kind === 'group' ? stateOf<GroupNode>(states, planNode) : undefined;
    if (groupNode !== undefined) return groupNode;
  }
  // A group that exists without members may have no state.
  const global = globalGroupNodesOf(plan).find(groupNode => groupNode.node === node);
  return global === undefined ? undefined : new GroupNode(global.planNode, plan);
}

function sharesOf(plan: StandingPlan, nodeIndex: number, rows: RowBag): Membership {
  const shares = shareOut(plan, groupNodeAbove(plan, nodeIndex)!.grouping, rows);
  return {
    groupNodes: [...shares.keys()],
    members: [...shares.values()].flatMap(share => packed(plan, share)),
  };
}

/** Without their origins, which are not compared. */
function packed(plan: StandingPlan, rows: RowBag): StandingRow[] {
  return rows
    .packed()
    .map(row => (plan.tracksOrigins ? [...row.slice(0, -2), NO_ORIGINS, ...row.slice(-1)] : row));
}

function groupAnew(plan: StandingPlan, groupNode: GroupNode): GroupState {
  const group = new GroupState(plan.result.groups[groupNode.plan.grouping]!, plan.tracksOrigins);
  groupNode.forEach((_, members) => {
    for (const { row, count } of bagOf(members).rows()) group.add(row, count);
  });
  return group;
}

/** Groups built from these members alone; a global group exists without any. */
function groupsOf(plan: StandingPlan, { grouping }: GroupNodePlan, members: RowBag): GroupState[] {
  const group = plan.result.groups[grouping]!;
  const groups = new Map<GroupKey, GroupState>();
  const groupWith = (keys: StandingRow): GroupState => {
    const key = rowKey(keys);
    let state = groups.get(key);
    if (state === undefined) groups.set(key, (state = new GroupState(group, plan.tracksOrigins)));
    return state;
  };
  if (group.isGlobal) groupWith([]);
  for (const { row, count } of members.rows()) groupWith(row.slice(0, group.keys.length)).add(row, count);
  return [...groups.values()];
}

function groupRows(groups: readonly GroupState[]): RowBag {
  const rows = new RowBag();
  for (const group of groups) {
    const row = group.row();
    if (row !== undefined) rows.add(row, 1);
  }
  return rows;
}

function resultsOf(plan: StandingPlan, rows: RowBag): StandingRow[] {
  const results: StandingRow[] = [];
  for (const { row, count } of rows.rows()) {
    const result = projected(plan.result, row);
    if (result !== undefined) for (let i = 0; i < count; i++) results.push(result);
  }
  return results;
}
