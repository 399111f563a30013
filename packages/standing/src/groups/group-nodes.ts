/** Which nodes groups live on, and what of some rows belongs to which of them. */
import { idFrom, IdValue, type NodeId, NodeValue, rowKey } from '@weir/model';
import type { HomePartPlan, StandingPlan } from '../plan/row-plan.js';
import type { StandingRow } from '../standing-contract.js';
import { memberOf } from './group-state.js';
import { RowBag } from '../rows/row-bag.js';

/** The homes that a part reports its rows to: of the root, or of the home of a grouping. */
export function homeAbove(plan: StandingPlan, child: number): HomePartPlan | undefined {
  for (let i = plan.parts.length - 1; i >= 0; i--) {
    const part = plan.parts[i]!;
    if (part.kind !== 'home') return undefined;
    if (part.child === child) return part;
  }
  return undefined;
}

/** The home that has the results, if the query's groups have homes. */
export function lastHome(plan: StandingPlan): HomePartPlan | undefined {
  const last = plan.parts[plan.parts.length - 1]!;
  return last.kind === 'home' ? last : undefined;
}

/** Where the group of a grouping with these keys lives; no node of the graph has that id. */
export function homeOf(query: number, grouping: number, keys: StandingRow): NodeId {
  const key = rowKey(keys.map(withoutEntities));
  const parts = ['standing query group', query, typeof key, String(key)];
  return idFrom(grouping === 0 ? parts : [...parts, grouping])!;
}

function withoutEntities(value: StandingRow[number]): StandingRow[number] {
  return value instanceof NodeValue ? new IdValue(value.id) : value;
}

export interface GlobalHome {
  readonly node: NodeId;
  readonly part: HomePartPlan;
}

/** Groups that are there without members, and where. */
export function globalHomesOf(plan: StandingPlan): GlobalHome[] {
  const homes: GlobalHome[] = [];
  for (const part of plan.parts) {
    if (part.kind !== 'home' || !plan.result.groups[part.grouping]!.isGlobal) continue;
    homes.push({ node: homeOf(plan.query, part.grouping, []), part });
  }
  return homes;
}

/** By home: the members that rows are there. */
export function shareOut(plan: StandingPlan, grouping: number, rows: RowBag): Map<NodeId, RowBag> {
  const group = plan.result.groups[grouping]!;
  const shares = new Map<NodeId, RowBag>();
  for (const { row, count } of rows.rows()) {
    const member = memberOf(group, row, plan.tracksOrigins);
    if (member === undefined) continue;
    const home = homeOf(plan.query, grouping, member.slice(0, group.keys.length));
    let share = shares.get(home);
    if (share === undefined) {
      share = new RowBag();
      shares.set(home, share);
    }
    share.add(member, count);
  }
  for (const [home, share] of shares) if (share.isEmpty) shares.delete(home);
  return shares;
}
