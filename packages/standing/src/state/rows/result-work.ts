/** From a root's rows to results: directly, or through groups on the root or on group nodes. */
import { EventKind, type NodeId } from '@weir/model';
import type { GroupNodePlan, StandingPlan } from '../../plan/standing-plan.js';
import type { Delta, StandingRow } from '../../contract/delta.js';
import type { Origin, OriginSet } from '../../contract/origin.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingRecorder } from '../../contract/standing-recorder.js';
import type { StateCounts } from '../node/state-counts.js';
import type { ResultIds } from '../results/result-ids.js';
import { groupNodeAbove } from '../groups/group-nodes.js';
import { GroupReports } from '../groups/group-reports.js';
import type { Member } from '../groups/member.js';
import { projected } from '../groups/group-state.js';
import { changeLocalGroups, localRows } from '../groups/local-groups.js';
import { originsOfRow } from '../origins/origin-set.js';
import { bagOf, keptRows } from '../../collections/kept-rows.js';
import type { Doubt } from '../pattern/doubt.js';
import type { ResultState } from '../results/result-state.js';
import { exactKey } from '../../collections/row-key.js';
import { changesOf, difference, RowBag } from '../../collections/row-bag.js';
import { StandingEventKind, type StandingPayload } from '../node/standing-events.js';
import { GroupNode } from '../groups/group-node.js';
import type { RowRoot } from './row-state.js';

/** By `exactKey` of a result's row: its origins, for each time it began. */
type RowOrigins = Map<string, OriginSet[]>;

export class ResultWork {
  private node!: NodeId;
  private effects!: StandingEffects;
  private origin: Origin | undefined = undefined;
  private initial = false;
  private readonly reports: GroupReports;

  constructor(
    private readonly planOf: (query: number) => StandingPlan,
    private readonly recorder: StandingRecorder,
    private readonly counts: StateCounts,
    private readonly ids: ResultIds,
  ) {
    this.reports = new GroupReports(recorder);
  }

  begin(node: NodeId, effects: StandingEffects, origin: Origin | undefined, initial: boolean): void {
    this.node = node;
    this.effects = effects;
    this.origin = origin;
    this.initial = initial;
    this.reports.begin(node, effects, origin, initial);
  }

  rootChanged(root: RowRoot, changes: RowBag): void {
    const plan = this.planOf(root.plan.query);
    const rows = plan.result.onlyWhether ? oneChange(root, changes) : changeLocalGroups(plan, root, changes);
    if (groupNodeAbove(plan, 0) !== undefined) {
      this.reports.changed(plan, root, rows);
      return;
    }
    const origins: RowOrigins | undefined = plan.tracksOrigins ? new Map() : undefined;
    this.emit(plan, root.results, projectedBag(plan, rows, origins), origins);
  }

  /** After a crash: these are the root's rows, regardless of earlier reports. */
  rootAgain(root: RowRoot, rows: RowBag): void {
    const plan = this.planOf(root.plan.query);
    if (plan.result.onlyWhether) {
      root.rowCount = 0;
      this.passAgain(plan, root, oneChange(root, rows));
      return;
    }
    root.groups.length = 0;
    this.passAgain(plan, root, changeLocalGroups(plan, root, rows));
  }

  /** A group node requests its rows from a root with these rows; `undefined` if the node is not a root now. */
  requestRootRows(
    query: number,
    groupNode: NodeId,
    root: RowRoot | undefined,
    rows: RowBag | undefined,
  ): void {
    const plan = this.planOf(query);
    const all = root === undefined || rows === undefined ? undefined : localRows(plan, root, rows);
    this.reports.answer(plan, 0, groupNode, all);
  }

  /** A group node requests its rows from one of the previous grouping. */
  requestGroupRows(
    plan: StandingPlan,
    planNode: GroupNodePlan,
    asking: NodeId,
    asked: GroupNode | undefined,
  ): void {
    // A group that exists without members may have no state.
    this.reports.answer(plan, planNode.number, asking, rowsOf(asked ?? new GroupNode(planNode, plan)));
  }

  /** Reports the group again as its members define it, regardless of earlier reports. */
  groupNodeAgain(groupNode: GroupNode): void {
    this.passAgain(this.planOf(groupNode.plan.query), groupNode, rowsOf(groupNode));
  }

  memberReports(groupNode: GroupNode, member: NodeId, delta: Delta): void {
    const plan = this.planOf(groupNode.plan.query);
    const { child } = groupNode.plan;
    const known = bagOf(groupNode.get(member));
    const changes = changesOf(known, delta);
    if (!changes.isEmpty) {
      const isLast = groupNodeAbove(plan, groupNode.plan.number) === undefined;
      const before = isLast ? undefined : rowsOf(groupNode);
      const size = known.size;
      known.addAll(changes.rows());
      this.counts.keptRows(plan.query, known.size - size);
      if (known.isEmpty) {
        groupNode.delete(member);
        this.journal(plan, [StandingEventKind.Silent, child, member]);
      } else {
        groupNode.set(member, keptRows(known));
        this.journal(plan, [StandingEventKind.Reported, child, member, changes.packed()]);
      }
      for (const { row, count } of changes.rows()) groupNode.group.add(row, count);
      if (before === undefined) this.groupNodeAgain(groupNode);
      else this.reports.changed(plan, groupNode, difference(before, rowsOf(groupNode)));
    }
    if (known.isEmpty) this.reports.release(plan, child, member);
  }

  /** A group node has no rows of a root, or of a group node, any more. */
  left(member: Member, groupNode: NodeId): void {
    this.reports.left(this.planOf(member.plan.query), member, groupNode);
  }

  /** Requests the rows of members again. */
  requestMembers(groupNode: GroupNode, { asksAll, nodes }: Doubt): void {
    const plan = this.planOf(groupNode.plan.query);
    const members = asksAll ? groupNode.keys() : [...nodes].filter(node => groupNode.get(node) !== undefined);
    for (const member of members) this.reports.requestGroup(plan, groupNode.plan.child, member);
  }

  requestMember(query: number, nodeIndex: number, member: NodeId): void {
    this.reports.requestGroup(this.planOf(query), nodeIndex, member);
  }

  /** Reports all rows of a member: to the group nodes above it, or as results. */
  private passAgain(plan: StandingPlan, member: Member, rows: RowBag): void {
    if (groupNodeAbove(plan, member.plan.number) !== undefined) {
      this.reports.again(plan, member, rows);
      return;
    }
    const origins: RowOrigins | undefined = plan.tracksOrigins ? new Map() : undefined;
    const results = projectedBag(plan, rows, origins);
    this.emit(plan, member.results, difference(member.results.asBag(), results), origins);
  }

  /** Emits new matches before cancellations. */
  private emit(
    plan: StandingPlan,
    results: ResultState,
    changes: RowBag,
    origins: RowOrigins | undefined,
  ): void {
    for (const { row, count } of changes.rows()) {
      for (let i = 0; i < count; i++) {
        const resultId = this.ids.next(plan.query, row, results, this.effects);
        results.began(resultId, row);
        this.journal(plan, [StandingEventKind.ResultBegan, resultId, row]);
        this.emitOne(plan, row, resultId, true, origins?.get(exactKey(row))?.shift());
      }
    }
    for (const { row, count } of changes.rows()) {
      for (let i = 0; i > count; i--) {
        const resultId = results.end(row);
        if (resultId === undefined) break;
        this.journal(plan, [StandingEventKind.ResultEnded, row]);
        this.emitOne(plan, row, resultId, false, undefined);
      }
    }
  }

  private emitOne(
    plan: StandingPlan,
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

  private journal(plan: StandingPlan, payload: StandingPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }
}

function projectedBag(plan: StandingPlan, rows: RowBag, origins: RowOrigins | undefined): RowBag {
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

/** Reduces changes of rows that only state existence to a change of one row, which exists while there are some. */
function oneChange(root: RowRoot, changes: RowBag): RowBag {
  const change = new RowBag();
  for (const { row, count } of changes.rows()) {
    change.add(row, Number(root.rowCount + count > 0) - Number(root.rowCount > 0));
    root.rowCount += count;
  }
  return change;
}

function rowsOf(groupNode: GroupNode): RowBag {
  const rows = new RowBag();
  const row = groupNode.group.row();
  if (row !== undefined) rows.add(row, 1);
  return rows;
}
