/** What a root's rows amount to: results at once, or by way of groups on the root or at their homes. */
import { EventKind, type GroupKey, idFrom, IdValue, type NodeId, NodeValue, rowKey } from '@weir/model';
import type {
  Delta,
  Origin,
  StandingEffects,
  StandingMessage,
  StandingRecorder,
  StandingRow,
} from '../standing-operator.js';
import type { PartCounts } from '../engine/part-counts.js';
import { GroupState, memberOf, projected } from './group-state.js';
import { type OriginSet, originsOfRow } from './origins/origin-set.js';
import type { ResultState } from './result-state.js';
import { exactKey } from './row-key.js';
import { changesOf, difference, RowBag } from './row-bag.js';
import { RowEventKind, type RowPayload } from './row-events.js';
import type { RowPlan } from './row-plan.js';
import type { GroupHome, RowPart, RowRoot } from './row-state.js';

/** By `exactKey` of a result's row: the records that it comes from, each time that it began. */
type RowOrigins = Map<string, OriginSet[]>;

export class ResultWork {
  private node!: NodeId;
  private effects!: StandingEffects;
  private origin: Origin | undefined = undefined;
  private initial = false;

  constructor(
    private readonly planOf: (query: number) => RowPlan,
    private readonly recorder: StandingRecorder,
    private readonly counts: PartCounts,
  ) {}

  begin(node: NodeId, effects: StandingEffects, origin: Origin | undefined, initial: boolean): void {
    this.node = node;
    this.effects = effects;
    this.origin = origin;
    this.initial = initial;
  }

  rootChanged(root: RowRoot, changes: RowBag): void {
    const plan = this.planOf(root.plan.query);
    const { group } = plan.result;
    const origins: RowOrigins | undefined = plan.tracksOrigins ? new Map() : undefined;
    if (group === undefined) this.emit(plan, root.results, projectedBag(plan, changes, origins), origins);
    else if (group.atHome) this.changeHomes(plan, root, changes);
    else this.emit(plan, root.results, changeGroups(plan, root.groups, changes, origins), origins);
  }

  /** After a crash: the root's rows are these, whatever it reported before. */
  rootAgain(root: RowRoot, rows: RowBag): void {
    const plan = this.planOf(root.plan.query);
    const { group } = plan.result;
    if (group?.atHome === true) {
      const shares = shareOut(plan, rows);
      for (const home of new Set([...shares.keys(), ...root.leaving])) {
        this.tellHome(plan, home, true, shares.get(home) ?? new RowBag());
      }
      return;
    }
    root.groups.clear();
    const origins: RowOrigins | undefined = plan.tracksOrigins ? new Map() : undefined;
    const results =
      group === undefined
        ? projectedBag(plan, rows, origins)
        : changeGroups(plan, root.groups, rows, origins);
    this.emit(plan, root.results, difference(root.results.asBag(), results), origins);
  }

  /** A root without rows of its own is asked by a home that has some of it. */
  homeAsks(query: number, home: NodeId, root: RowPart | undefined, rows: RowBag | undefined): void {
    const plan = this.planOf(query);
    const shares = root === undefined || rows === undefined ? undefined : shareOut(plan, rows).get(home);
    this.tellHome(plan, home, true, shares ?? new RowBag());
  }

  /** The home's own results as its members want them. */
  homeAgain(home: GroupHome): void {
    this.emitHome(this.planOf(home.plan.query), home);
  }

  memberReports(home: GroupHome, root: NodeId, delta: Delta): void {
    const plan = this.planOf(home.plan.query);
    const known = home.members.get(root) ?? new RowBag();
    const changes = changesOf(known, delta);
    if (!changes.isEmpty) {
      known.addAll(changes.rows());
      if (known.isEmpty) {
        home.members.delete(root);
        this.journal(plan, [RowEventKind.Silent, 0, root]);
      } else {
        home.members.set(root, known);
        this.journal(plan, [RowEventKind.Reported, 0, root, changes.packed()]);
      }
      for (const { row, count } of changes.rows()) home.group.add(row, count);
    }
    this.emitHome(plan, home);
    if (known.isEmpty) this.send(root, { kind: 'cancel', query: plan.query, part: 0 });
  }

  /** A home has nothing of the root any more. */
  left(root: RowRoot, home: NodeId): void {
    if (root.leaving.delete(home)) this.journal(this.planOf(root.plan.query), [RowEventKind.Left, home]);
  }

  /** Asks every member to say again what it has. */
  askMembers(home: GroupHome): void {
    const { origin, initial } = this;
    for (const root of home.members.keys()) {
      this.send(root, { kind: 'subscribe', query: home.plan.query, part: 0, origin, initial });
    }
  }

  private changeHomes(plan: RowPlan, root: RowRoot, changes: RowBag): void {
    for (const [home, members] of shareOut(plan, changes)) {
      if (!root.leaving.has(home) && takesAway(members)) {
        root.leaving.add(home);
        this.journal(plan, [RowEventKind.Leaving, home]);
      }
      this.tellHome(plan, home, false, members);
    }
  }

  private tellHome(plan: RowPlan, home: NodeId, reset: boolean, members: RowBag): void {
    const { origin, initial } = this;
    const delta = { reset, added: members.packed(), removed: [], origin, initial };
    this.send(home, { kind: 'report', query: plan.query, part: 0, delta });
  }

  private emitHome(plan: RowPlan, home: GroupHome): void {
    const result = homeResult(plan, home);
    const origins: RowOrigins | undefined = plan.tracksOrigins ? new Map() : undefined;
    if (origins !== undefined) {
      for (const { row } of result.rows()) origins.set(exactKey(row), [home.group.origins()!]);
    }
    this.emit(plan, home.results, difference(home.results.asBag(), result), origins);
  }

  /** Matches that began before those that ended. */
  private emit(plan: RowPlan, results: ResultState, changes: RowBag, origins: RowOrigins | undefined): void {
    for (const { row, count } of changes.rows()) {
      for (let i = 0; i < count; i++) {
        const resultId = this.effects.resultId();
        results.began(resultId, row);
        this.journal(plan, [RowEventKind.ResultBegan, resultId, row]);
        this.emitOne(plan, row, resultId, true, origins?.get(exactKey(row))?.shift());
      }
    }
    for (const { row, count } of changes.rows()) {
      for (let i = 0; i > count; i--) {
        const resultId = results.end(row);
        if (resultId === undefined) break;
        this.journal(plan, [RowEventKind.ResultEnded, row]);
        this.emitOne(plan, row, resultId, false, undefined);
      }
    }
  }

  private emitOne(
    plan: RowPlan,
    row: StandingRow,
    resultId: string,
    isPositiveMatch: boolean,
    origins: OriginSet | undefined,
  ): void {
    const result = {
      query: plan.query,
      root: this.node,
      isPositiveMatch,
      isInitialResult: isPositiveMatch && this.initial,
      resultId,
      row,
      origin: this.origin,
      origins,
    };
    this.counts.reported(plan.query, isPositiveMatch);
    this.recorder.reported(result);
    this.effects.result(result);
  }

  private send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node, to, message);
    this.effects.send(to, message);
  }

  private journal(plan: RowPlan, payload: RowPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }
}

/**
 * @param origins gets what the results of changed groups come from.
 * @returns what changes in the results.
 */
export function changeGroups(
  plan: RowPlan,
  groups: Map<GroupKey, GroupState>,
  changes: RowBag,
  origins: RowOrigins | undefined,
): RowBag {
  const group = plan.result.group!;
  const before = new Map<GroupKey, StandingRow | undefined>();
  for (const { row, count } of changes.rows()) {
    const member = memberOf(group, row, plan.tracksOrigins);
    if (member === undefined) continue;
    const key = rowKey(member.slice(0, group.keys.length));
    let state = groups.get(key);
    if (state === undefined) {
      state = new GroupState(group, plan.tracksOrigins);
      groups.set(key, state);
    }
    if (!before.has(key)) before.set(key, state.result(plan.result));
    state.add(member, count);
  }
  const results = new RowBag();
  for (const [key, old] of before) {
    const state = groups.get(key)!;
    const now = state.result(plan.result);
    if (now !== undefined) {
      results.add(now, 1);
      origins?.set(exactKey(now), [state.origins()!]);
    }
    if (old !== undefined) results.add(old, -1);
    if (state.isEmpty) groups.delete(key);
  }
  return results;
}

/** Where the group with these keys lives; no node of the graph has that id. */
export function homeOf(query: number, keys: StandingRow): NodeId {
  const key = rowKey(keys.map(withoutEntities));
  return idFrom(['standing query group', query, typeof key, String(key)])!;
}

function withoutEntities(value: StandingRow[number]): StandingRow[number] {
  return value instanceof NodeValue ? new IdValue(value.id) : value;
}

function shareOut(plan: RowPlan, rows: RowBag): Map<NodeId, RowBag> {
  const group = plan.result.group!;
  const shares = new Map<NodeId, RowBag>();
  for (const { row, count } of rows.rows()) {
    const member = memberOf(group, row, plan.tracksOrigins);
    if (member === undefined) continue;
    const home = homeOf(plan.query, member.slice(0, group.keys.length));
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

function takesAway(rows: RowBag): boolean {
  for (const { count } of rows.rows()) if (count < 0) return true;
  return false;
}

function projectedBag(plan: RowPlan, rows: RowBag, origins: RowOrigins | undefined): RowBag {
  const results = new RowBag();
  for (const { row, count } of rows.rows()) {
    const result = projected(plan.result, row);
    if (result === undefined) continue;
    results.add(result, count);
    if (origins !== undefined) noteOrigins(origins, exactKey(result), originsOfRow(row), count);
  }
  return results;
}

function noteOrigins(origins: RowOrigins, key: string, set: OriginSet, count: number): void {
  const sets = origins.get(key) ?? [];
  for (let i = 0; i < count; i++) sets.push(set);
  origins.set(key, sets);
}

function homeResult(plan: RowPlan, home: GroupHome): RowBag {
  const bag = new RowBag();
  const row = home.group.result(plan.result);
  if (row !== undefined) bag.add(row, 1);
  return bag;
}
