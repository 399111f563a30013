/**
 * From a root's rows to rows of the groups stored on it, which have its identity among their keys. Lists are unwound
 * before grouping.
 */
import { type GroupKey, rowKey } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { LeanMap } from '../../collections/lean-map.js';
import { GroupState, memberOf, type Groups } from './group-state.js';
import { RowBag } from '../../collections/row-bag.js';
import { unwound } from './unwound-rows.js';

/** A root. */
interface GroupHolder {
  /** Indexed by grouping. */
  readonly groups: Groups[];
}

/**
 * @returns the changes of rows of the last grouping whose groups are stored here; if there is none, of the root's rows.
 */
export function changeLocalGroups(plan: StandingPlan, root: GroupHolder, changes: RowBag): RowBag {
  let rows = unwound(plan, changes);
  plan.result.groups.forEach(({ onGroupNodes }, grouping) => {
    if (!onGroupNodes) rows = changeGroups(plan, grouping, (root.groups[grouping] ??= new LeanMap()), rows);
  });
  return rows;
}

/** Returns all rows of that grouping; if there is none, the root's. */
export function localRows(plan: StandingPlan, root: GroupHolder, rows: RowBag): RowBag {
  const { groups } = plan.result;
  let last = -1;
  while (last + 1 < groups.length && !groups[last + 1]!.onGroupNodes) last++;
  if (last < 0) return unwound(plan, rows);
  const all = new RowBag();
  for (const state of root.groups[last]?.values() ?? []) {
    const row = state.row();
    if (row !== undefined) all.add(row, 1);
  }
  return all;
}

function changeGroups(plan: StandingPlan, grouping: number, groups: Groups, changes: RowBag): RowBag {
  const group = plan.result.groups[grouping]!;
  const before = new Map<string, StandingRow | undefined>();
  for (const { row, count } of changes.rows()) {
    const member = memberOf(group, row, plan.tracksOrigins);
    if (member === undefined) continue;
    const key = keyOf(rowKey(member.slice(0, group.keys.length)));
    let state = groups.get(key);
    if (state === undefined) {
      state = new GroupState(group, plan.tracksOrigins);
      groups.set(key, state);
    }
    if (!before.has(key)) before.set(key, state.row());
    state.add(member, count);
  }
  const rows = new RowBag();
  for (const [key, old] of before) {
    const state = groups.get(key)!;
    const now = state.row();
    if (now !== undefined) rows.add(now, 1);
    if (old !== undefined) rows.add(old, -1);
    if (state.isEmpty) groups.delete(key);
  }
  return rows;
}

function keyOf(key: GroupKey): string {
  return typeof key === 'string' ? `s${key}` : String(key);
}
