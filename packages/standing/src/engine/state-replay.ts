/** From a node's standing events, and the node itself, back to the state that was there when they were written. */
import type { NodeId } from '@weir/model';
import type { PartPlan } from '../plan/witness-plan.js';
import type { HomePartPlan, PatternPartPlan, StandingPlan } from '../plan/row-plan.js';
import { type NodePart, type NodeParts, partOf, withoutPart, withPart } from './node-states.js';
import type { StandingNode } from '../standing-contract.js';
import { homeAbove, lastHome } from '../groups/group-nodes.js';
import { changeLocalGroups } from '../groups/local-groups.js';
import { holdsOnNode, neighboursOf } from '../rows/node-reading.js';
import { Writers } from '../rows/origins/writers.js';
import { filledEdges, NO_FILLED_EDGES, readOwn, writersPlanOf } from '../rows/element-reading.js';
import { evaluatePart } from '../rows/output-rows.js';
import type { Member } from '../groups/group-reports.js';
import { bagOf, keptFilling, keptRows, rowsOf } from '../rows/neighbour-rows.js';
import { RowBag, totalOf } from '../rows/row-bag.js';
import { PartState, RootState } from '../witnesses/witness-state.js';
import { sharedRows } from '../witnesses/witness-work.js';
import { recountRows, refreshBareSlot } from '../witnesses/witness-upkeep.js';
import { ONE_EMPTY_TRACE, type Trace } from '../witnesses/witness.js';
import { PatternState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';
import { GroupHome, RowPart, RowRoot } from '../rows/row-state.js';
import { waitKey } from '../rows/row-work.js';

type PatternPart = RowPart | PartState;

export function applyStandingEvent(parts: NodeParts, plan: StandingPlan, event: StandingPayload): NodeParts {
  switch (event[0]) {
    case StandingEventKind.Subscribed: {
      const partPlan = plan.parts[event[1]] as PatternPartPlan;
      const known = partOf(parts, partPlan) as PatternPart | undefined;
      const part = known ?? (partPlan.kind === 'rows' ? new RowPart(partPlan) : new PartState(partPlan));
      part.subscribe(event[2]);
      return known === undefined ? withPart(parts, part) : parts;
    }
    case StandingEventKind.Unsubscribed: {
      const part = partOf(parts, plan.parts[event[1]]!) as PatternPart | undefined;
      if (part === undefined) return parts;
      part.unsubscribe(event[2]);
      return part.hasSubscribers ? parts : withoutPart(parts, part);
    }
    case StandingEventKind.Reported: {
      const homePlan = homeAbove(plan, event[1]);
      if (homePlan !== undefined) {
        const [all, home] = homeIn(parts, plan, homePlan);
        addRows(home, event[2], event[3]!);
        return all;
      }
      const asking = askingPart(parts, plan, event[1]);
      if (asking === undefined) return parts;
      const { part, slot } = asking;
      if (part instanceof PartState) {
        const columns = (plan.parts[event[1]] as PartPlan).reported.length;
        const rows =
          event[3] === undefined ? ONE_EMPTY_TRACE : sharedRows(event[3] as readonly Trace[], columns);
        part.slot(slot).set(event[2], rows);
        return parts;
      }
      const kept = part.slot(slot).get(event[2]);
      const rows = kept === undefined ? new RowBag() : rowsOf(kept);
      rows.addPacked(event[3]!);
      part.slot(slot).set(event[2], keptFilling(part.plan.slots[slot]!, { ...NO_FILLED_EDGES, rows }));
      return parts;
    }
    case StandingEventKind.Silent: {
      const homePlan = homeAbove(plan, event[1]);
      if (homePlan !== undefined) {
        const [all, home] = homeIn(parts, plan, homePlan);
        home.delete(event[2]);
        return withoutIdle(all, home);
      }
      const asking = askingPart(parts, plan, event[1]);
      if (asking === undefined) return parts;
      const { part, slot } = asking;
      part.slot(slot).delete(event[2]);
      if (part instanceof RowPart) part.answered?.delete(waitKey(part.plan.slots[slot]!, event[2]));
      return parts;
    }
    case StandingEventKind.Answered: {
      const asking = askingPart(parts, plan, event[1]);
      if (!(asking?.part instanceof RowPart)) return parts;
      const { part, slot } = asking as { part: RowPart; slot: number };
      (part.answered ??= new Set()).add(waitKey(part.plan.slots[slot]!, event[2]));
      return parts;
    }
    case StandingEventKind.Complete: {
      const part = (
        event[1] === 0 ? rootIn(parts, plan)[1] : partOf(parts, plan.parts[event[1]]!)
      ) as RowPart;
      part.complete = true;
      part.answered = undefined;
      return parts;
    }
    case StandingEventKind.Cleared: {
      const part = partOf(parts, plan.parts[event[1]]!) as PatternPart | undefined;
      if (part === undefined) return parts;
      part.forget();
      return part.plan.isRoot ? withoutIdle(parts, part) : parts;
    }
    case StandingEventKind.RootActive: {
      const [all, root] = rootIn(parts, plan);
      root.active = true;
      return all;
    }
    case StandingEventKind.ResultBegan: {
      const [all, holder] = memberIn(parts, plan, lastHome(plan));
      if (holder instanceof RootState) holder.resultId = event[1];
      else holder.results.began(event[1], event[2]!);
      return all;
    }
    case StandingEventKind.ResultEnded: {
      const [all, holder] = memberIn(parts, plan, lastHome(plan));
      if (holder instanceof RootState) holder.resultId = undefined;
      else holder.results.end(event[1]!);
      return withoutIdle(all, holder);
    }
    case StandingEventKind.ResultRenamed: {
      const member = partOf(parts, lastHome(plan) ?? plan.parts[0]!) as Member | undefined;
      member?.results.rename(event[3], event[1], event[2]);
      return parts;
    }
    case StandingEventKind.Leaving: {
      const [all, member] = memberIn(parts, plan, homeNumbered(plan, event[2]));
      (member as Member).leave(event[1]);
      return all;
    }
    case StandingEventKind.Left: {
      const [all, member] = memberIn(parts, plan, homeNumbered(plan, event[2]));
      (member as Member).left(event[1]);
      return withoutIdle(all, member);
    }
    case StandingEventKind.Written: {
      const writersPlan = writersPlanOf(plan);
      if (writersPlan === undefined) return parts;
      const known = partOf(parts, writersPlan) as Writers | undefined;
      const writers = known ?? new Writers(writersPlan);
      writers.set(event[1], event[2]);
      if (writers.isEmpty) return known === undefined ? parts : withoutPart(parts, writers);
      return known === undefined ? withPart(parts, writers) : parts;
    }
    // What a plan that is no more has left behind.
    default:
      return parts;
  }
}

/** Fills in what is not journalled. */
export function derivePart(
  part: NodePart,
  node: StandingNode,
  plan: StandingPlan,
  writers: Writers | undefined,
): void {
  if (part instanceof GroupHome) {
    part.forEach((_, members) => {
      for (const { row, count } of bagOf(members).rows()) part.group.add(row, count);
    });
    return;
  }
  if (!(part instanceof PatternState)) return;
  if (!part.plan.isRoot) part.active = holdsOnNode(part.plan, node);
  if (!part.active) return;
  if (part instanceof PartState) deriveTraces(part, node);
  else if (part instanceof RowPart) deriveRows(part, node, plan, writers);
}

function deriveTraces(part: PartState, node: StandingNode): void {
  for (const slot of part.plan.slots) {
    if (slot.after >= 0) continue;
    const state = part.slot(slot.index);
    if (!slot.bare) recountRows(slot, state, node.id);
    else if (slot.columns.length > 0) refreshBareSlot(slot, state, node, undefined);
  }
}

function deriveRows(
  part: RowPart,
  node: StandingNode,
  plan: StandingPlan,
  writers: Writers | undefined,
): void {
  readOwn(part, node, writers);
  for (const slot of part.plan.slots) {
    const neighbours = part.slot(slot.index);
    if (slot.child < 0) {
      for (const neighbour of neighboursOf(slot, node)) {
        const edges = filledEdges(part, slot, node, neighbour, writers);
        if (edges.edges.length === 0) continue;
        neighbours.set(neighbour, keptFilling(slot, { ...edges, rows: new RowBag() }));
      }
    } else if (slot.keepsEdges) {
      for (const [neighbour, kept] of neighbours) {
        const edges = filledEdges(part, slot, node, neighbour, writers);
        neighbours.set(neighbour, keptFilling(slot, { ...edges, rows: rowsOf(kept) }));
      }
    }
  }
  if (part.plan.waits && !part.complete) deriveWaiting(part, node);
  const rows = evaluatePart(part);
  if (!(part instanceof RowRoot) || !part.isReady) return;
  if (plan.result.onlyWhether) part.rowCount = totalOf(rows);
  else changeLocalGroups(plan, part, rows);
}

function deriveWaiting(part: RowPart, node: StandingNode): void {
  for (const slot of part.plan.slots) {
    if (!slot.awaited || slot.child < 0) continue;
    for (const neighbour of neighboursOf(slot, node)) {
      const key = waitKey(slot, neighbour);
      if (part.answered?.has(key) === true || part.slot(slot.index).has(neighbour)) continue;
      (part.waitingFor ??= new Set()).add(key);
    }
  }
}

/** @param part of an event that names none: the root. */
function homeNumbered(plan: StandingPlan, part: number | undefined): HomePartPlan | undefined {
  return part === undefined ? undefined : (plan.parts[part] as HomePartPlan);
}

function memberIn(
  parts: NodeParts,
  plan: StandingPlan,
  home: HomePartPlan | undefined,
): [NodeParts, Member | RootState] {
  return home === undefined ? rootIn(parts, plan) : homeIn(parts, plan, home);
}

function homeIn(parts: NodeParts, plan: StandingPlan, homePlan: HomePartPlan): [NodeParts, GroupHome] {
  const known = partOf(parts, homePlan) as GroupHome | undefined;
  if (known !== undefined) return [parts, known];
  const home = new GroupHome(homePlan, plan);
  return [withPart(parts, home), home];
}

function rootIn(parts: NodeParts, plan: StandingPlan): [NodeParts, RowRoot | RootState] {
  const rootPlan = plan.parts[0] as PatternPartPlan;
  const known = partOf(parts, rootPlan) as RowRoot | RootState | undefined;
  if (known !== undefined) return [parts, known];
  const root = rootPlan.kind === 'rows' ? new RowRoot(rootPlan) : new RootState(rootPlan);
  return [withPart(parts, root), root];
}

function withoutIdle(parts: NodeParts, member: PatternPart | GroupHome): NodeParts {
  return member.isIdle ? withoutPart(parts, member) : parts;
}

function askingPart(
  parts: NodeParts,
  plan: StandingPlan,
  child: number,
): { part: PatternPart; slot: number } | undefined {
  const { part: parent, slot } = (plan.parts[child] as PatternPartPlan).parent!;
  const part = partOf(parts, plan.parts[parent]!) as PatternPart | undefined;
  return part === undefined ? undefined : { part, slot };
}

function addRows(home: GroupHome, member: NodeId, packed: Parameters<RowBag['addPacked']>[0]): void {
  const rows = bagOf(home.get(member));
  rows.addPacked(packed);
  home.set(member, keptRows(rows));
}
