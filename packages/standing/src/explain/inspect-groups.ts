/**
 * Groups that live at homes of their own, as members and homes have them: for audits, which compare both sides, and for
 * "why is this group no result?". The members of the first such grouping are roots, those of each later one the homes
 * of the one before. Changes nothing.
 */
import { type GroupKey, type NodeId, rowKey } from '@weir/model';
import type { HomePartPlan, StandingPlan } from '../plan/row-plan.js';
import { type NodeParts, partOf } from '../engine/node-states.js';
import { globalHomesOf, homeAbove, lastHome, shareOut } from '../groups/group-nodes.js';
import { GroupState, projected } from '../groups/group-state.js';
import { localRows } from '../groups/local-groups.js';
import { NO_ORIGINS } from '../rows/origins/origin-set.js';
import { bagOf } from '../rows/neighbour-rows.js';
import { currentRows } from '../rows/output-rows.js';
import { RowBag } from '../rows/row-bag.js';
import { GroupHome, RowRoot } from '../rows/row-state.js';
import type { StandingRow, StandingState } from '../standing-contract.js';

/** A node as a member of groups that live elsewhere: a root, or the home of a group that is itself grouped. */
export interface Membership {
  readonly homes: readonly NodeId[];
  /** What the homes should have of it, each row with how often at its end. */
  readonly members: readonly StandingRow[];
}

/** The home of a group. */
export interface GroupAtHome {
  /** What it should report as results for the members that it has; of a grouping that is not the last one, none. */
  readonly anew: readonly StandingRow[];
  /** Some nodes that have put something into it. */
  readonly members: readonly NodeId[];
}

const NO_MEMBERSHIP: Membership = { homes: [], members: [] };

/** What it reports to homes by what it knows itself; nothing for plans without homes. */
export function membershipOf(plan: StandingPlan, node: NodeId, state: StandingState | undefined): Membership {
  if (!hasHomes(plan)) return NO_MEMBERSHIP;
  const root = partOf(state as NodeParts, plan.parts[0]!);
  if (root instanceof RowRoot) {
    return root.isReady ? sharesOf(plan, 0, localRows(plan, root, currentRows(root))) : NO_MEMBERSHIP;
  }
  const home = homeOn(plan, node, state);
  if (home === undefined || home.plan === lastHome(plan)) return NO_MEMBERSHIP;
  return sharesOf(plan, home.plan.number, groupRows([groupAnew(plan, home)]));
}

/** `undefined`: the node is no home of the plan. */
export function groupOn(
  plan: StandingPlan,
  node: NodeId,
  state: StandingState | undefined,
  mostMembers: number,
): GroupAtHome | undefined {
  if (!hasHomes(plan)) return undefined;
  const home = homeOn(plan, node, state);
  if (home === undefined) return undefined;
  const isLast = home.plan === lastHome(plan);
  const members: NodeId[] = [];
  for (const member of home.keys()) {
    if (members.length === mostMembers) break;
    members.push(member);
  }
  return { anew: isLast ? resultsOf(plan, groupRows([groupAnew(plan, home)])) : [], members };
}

/** What a home has of a member, each row with how often at its end. */
export function membersOf(
  plan: StandingPlan,
  state: StandingState | undefined,
  home: NodeId,
  member: NodeId,
): readonly StandingRow[] {
  if (!hasHomes(plan)) return [];
  const known = homeOn(plan, home, state)?.get(member);
  return known === undefined ? [] : packed(plan, bagOf(known));
}

/** The results if nobody had put anything into groups but these members of the first grouping with homes. */
export function resultsOfMembers(
  plan: StandingPlan,
  members: readonly StandingRow[],
): readonly StandingRow[] {
  if (!hasHomes(plan)) return [];
  const [first, ...later] = plan.parts.filter(part => part.kind === 'home');
  const bag = new RowBag();
  bag.addPacked(members);
  let rows = groupRows(groupsOf(plan, first!, bag));
  for (const home of later) {
    const shares = new RowBag();
    for (const share of shareOut(plan, home.grouping, rows).values()) shares.addAll(share.rows());
    rows = groupRows(groupsOf(plan, home, shares));
  }
  return resultsOf(plan, rows);
}

/** Homes that are there without members. */
export function homesWithoutMembers(plan: StandingPlan): readonly NodeId[] {
  return hasHomes(plan) ? globalHomesOf(plan).map(({ node }) => node) : [];
}

export function hasHomes(plan: StandingPlan): boolean {
  return lastHome(plan) !== undefined;
}

function homeOn(plan: StandingPlan, node: NodeId, state: StandingState | undefined): GroupHome | undefined {
  for (const part of plan.parts) {
    const home = part.kind === 'home' ? partOf(state as NodeParts, part) : undefined;
    if (home instanceof GroupHome) return home;
  }
  // A group that is there without members may have no state.
  const global = globalHomesOf(plan).find(home => home.node === node);
  return global === undefined ? undefined : new GroupHome(global.part, plan);
}

function sharesOf(plan: StandingPlan, part: number, rows: RowBag): Membership {
  const shares = shareOut(plan, homeAbove(plan, part)!.grouping, rows);
  return {
    homes: [...shares.keys()],
    members: [...shares.values()].flatMap(share => packed(plan, share)),
  };
}

/** Without the records that they come from: those are no part of what is compared. */
function packed(plan: StandingPlan, rows: RowBag): StandingRow[] {
  return rows
    .packed()
    .map(row => (plan.tracksOrigins ? [...row.slice(0, -2), NO_ORIGINS, ...row.slice(-1)] : row));
}

function groupAnew(plan: StandingPlan, home: GroupHome): GroupState {
  const group = new GroupState(plan.result.groups[home.plan.grouping]!, plan.tracksOrigins);
  home.forEach((_, members) => {
    for (const { row, count } of bagOf(members).rows()) group.add(row, count);
  });
  return group;
}

/** What members make, whose group nobody else is in; a group that needs none is there without them. */
function groupsOf(plan: StandingPlan, { grouping }: HomePartPlan, members: RowBag): GroupState[] {
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
