/** Determines the nodes that hold groups, and assigns rows to them. */
import { IdValue, type NodeId, NodeValue, rowKey, uuidFrom } from '@weir/model';
import type { GroupNodePlan, StandingPlan } from '../../plan/standing-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { memberOf } from './group-state.js';
import { RowBag } from '../../collections/row-bag.js';

/**
 * Returns the group node to which a pattern node reports its rows: for the root, or for the group node of a grouping.
 */
export function groupNodeAbove(plan: StandingPlan, child: number): GroupNodePlan | undefined {
  for (let i = plan.nodes.length - 1; i >= 0; i--) {
    const planNode = plan.nodes[i]!;
    if (planNode.kind !== 'group') return undefined;
    if (planNode.child === child) return planNode;
  }
  return undefined;
}

/** Returns the group node that has the results, if the query has group nodes. */
export function lastGroupNode(plan: StandingPlan): GroupNodePlan | undefined {
  const last = plan.nodes[plan.nodes.length - 1]!;
  return last.kind === 'group' ? last : undefined;
}

/** Returns the node that holds the group of a grouping with these keys; no node of the graph has that id. */
export function groupNodeOf(query: number, grouping: number, keys: StandingRow): NodeId {
  const key = rowKey(keys.map(withoutEntities));
  const identity = ['standing query group', query, typeof key, String(key)];
  return uuidFrom(grouping === 0 ? identity : [...identity, grouping])!;
}

function withoutEntities(value: StandingRow[number]): StandingRow[number] {
  return value instanceof NodeValue ? new IdValue(value.id) : value;
}

export interface GlobalGroupNode {
  readonly node: NodeId;
  readonly planNode: GroupNodePlan;
}

/** Returns groups that exist without members, and their nodes. */
export function globalGroupNodesOf(plan: StandingPlan): GlobalGroupNode[] {
  const groupNodes: GlobalGroupNode[] = [];
  for (const planNode of plan.nodes) {
    if (planNode.kind !== 'group' || !plan.result.groups[planNode.grouping]!.isGlobal) continue;
    groupNodes.push({ node: groupNodeOf(plan.query, planNode.grouping, []), planNode });
  }
  return groupNodes;
}

/** Returns the members for each group node, from the rows. */
export function shareOut(plan: StandingPlan, grouping: number, rows: RowBag): Map<NodeId, RowBag> {
  const group = plan.result.groups[grouping]!;
  const shares = new Map<NodeId, RowBag>();
  for (const { row, count } of rows.rows()) {
    const member = memberOf(group, row, plan.tracksOrigins);
    if (member === undefined) continue;
    const groupNode = groupNodeOf(plan.query, grouping, member.slice(0, group.keys.length));
    let share = shares.get(groupNode);
    if (share === undefined) {
      share = new RowBag();
      shares.set(groupNode, share);
    }
    share.add(member, count);
  }
  for (const [groupNode, share] of shares) if (share.isEmpty) shares.delete(groupNode);
  return shares;
}
