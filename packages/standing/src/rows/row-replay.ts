/** From a node's events, and the node itself, back to the state of row plans that was there when they were written. */
import type { NodeId } from '@weir/model';
import { type NodeParts, partOf, withoutPart, withPart } from '../engine/node-parts.js';
import type { StandingNode } from '../standing-operator.js';
import { homeAbove, lastHome } from './group-homes.js';
import { changeLocalGroups } from './local-groups.js';
import { holdsOnNode, neighboursOf } from './node-reading.js';
import { Writers } from './origins/writers.js';
import { filledEdges, NO_FILLED_EDGES, readOwn, writersPlanOf } from './part-reading.js';
import { evaluatePart } from './part-rows.js';
import type { Member } from './group-reports.js';
import { bagOf, keptFilling, keptRows, rowsOf } from './neighbour-rows.js';
import { RowBag, totalOf } from './row-bag.js';
import { RowEventKind, type RowPayload } from './row-events.js';
import type { HomePartPlan, RowPartPlan, RowPlan } from './row-plan.js';
import { GroupHome, RowPart, RowRoot } from './row-state.js';
import { waitKey } from './row-work.js';

export function applyRowEvent(parts: NodeParts, plan: RowPlan, event: RowPayload): NodeParts {
  switch (event[0]) {
    case RowEventKind.Subscribed: {
      const partPlan = plan.parts[event[1]] as RowPartPlan;
      const known = partOf(parts, partPlan) as RowPart | undefined;
      const part = known ?? new RowPart(partPlan);
      part.subscribe(event[2]);
      return known === undefined ? withPart(parts, part) : parts;
    }
    case RowEventKind.Unsubscribed: {
      const part = partOf(parts, plan.parts[event[1]]!) as RowPart | undefined;
      if (part === undefined) return parts;
      part.unsubscribe(event[2]);
      return part.hasSubscribers ? parts : withoutPart(parts, part);
    }
    case RowEventKind.Reported: {
      const homePlan = homeAbove(plan, event[1]);
      if (homePlan !== undefined) {
        const [all, home] = homeIn(parts, plan, homePlan);
        addRows(home, event[2], event[3]);
        return all;
      }
      const asking = askingPart(parts, plan, event[1]);
      if (asking === undefined) return parts;
      const { part, slot } = asking;
      const kept = part.slot(slot).get(event[2]);
      const rows = kept === undefined ? new RowBag() : rowsOf(kept);
      rows.addPacked(event[3]);
      part.slot(slot).set(event[2], keptFilling(part.plan.slots[slot]!, { ...NO_FILLED_EDGES, rows }));
      return parts;
    }
    case RowEventKind.Silent: {
      const homePlan = homeAbove(plan, event[1]);
      if (homePlan !== undefined) {
        const [all, home] = homeIn(parts, plan, homePlan);
        home.delete(event[2]);
        return withoutIdle(all, home);
      }
      const asking = askingPart(parts, plan, event[1]);
      if (asking === undefined) return parts;
      asking.part.slot(asking.slot).delete(event[2]);
      asking.part.answered?.delete(waitKey(asking.part.plan.slots[asking.slot]!, event[2]));
      return parts;
    }
    case RowEventKind.Answered: {
      const asking = askingPart(parts, plan, event[1]);
      if (asking === undefined) return parts;
      (asking.part.answered ??= new Set()).add(waitKey(asking.part.plan.slots[asking.slot]!, event[2]));
      return parts;
    }
    case RowEventKind.Complete: {
      const part =
        event[1] === 0 ? rootIn(parts, plan)[1] : (partOf(parts, plan.parts[event[1]]!) as RowPart);
      part.complete = true;
      part.answered = undefined;
      return parts;
    }
    case RowEventKind.Cleared: {
      const part = partOf(parts, plan.parts[event[1]]!) as RowPart | undefined;
      if (part === undefined) return parts;
      part.forget();
      return part instanceof RowRoot ? withoutIdle(parts, part) : parts;
    }
    case RowEventKind.RootActive: {
      const [all, root] = rootIn(parts, plan);
      root.active = true;
      return all;
    }
    case RowEventKind.ResultBegan: {
      const [all, holder] = memberIn(parts, plan, lastHome(plan));
      holder.results.began(event[1], event[2]);
      return all;
    }
    case RowEventKind.ResultEnded: {
      const [all, holder] = memberIn(parts, plan, lastHome(plan));
      holder.results.end(event[1]);
      return withoutIdle(all, holder);
    }
    case RowEventKind.ResultRenamed: {
      const member = partOf(parts, lastHome(plan) ?? plan.parts[0]!) as Member | undefined;
      member?.results.rename(event[3], event[1], event[2]);
      return parts;
    }
    case RowEventKind.Leaving: {
      const [all, member] = memberIn(parts, plan, homeNumbered(plan, event[2]));
      member.leave(event[1]);
      return all;
    }
    case RowEventKind.Left: {
      const [all, member] = memberIn(parts, plan, homeNumbered(plan, event[2]));
      member.left(event[1]);
      return withoutIdle(all, member);
    }
    case RowEventKind.Written: {
      const writersPlan = writersPlanOf(plan);
      if (writersPlan === undefined) return parts;
      const known = partOf(parts, writersPlan) as Writers | undefined;
      const writers = known ?? new Writers(writersPlan);
      writers.set(event[1], event[2]);
      if (writers.isEmpty) return known === undefined ? parts : withoutPart(parts, writers);
      return known === undefined ? withPart(parts, writers) : parts;
    }
    // Of a plan of traces: what an earlier version wrote of a query that asks for provenance.
    default:
      return parts;
  }
}

/** Fills in what is not journalled. */
export function deriveRowPart(
  part: RowPart | GroupHome,
  node: StandingNode,
  plan: RowPlan,
  writers: Writers | undefined,
): void {
  if (part instanceof GroupHome) {
    part.forEach((_, members) => {
      for (const { row, count } of bagOf(members).rows()) part.group.add(row, count);
    });
    return;
  }
  if (!(part instanceof RowRoot)) part.active = holdsOnNode(part.plan, node);
  if (!part.active) return;
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
function homeNumbered(plan: RowPlan, part: number | undefined): HomePartPlan | undefined {
  return part === undefined ? undefined : (plan.parts[part] as HomePartPlan);
}

function memberIn(parts: NodeParts, plan: RowPlan, home: HomePartPlan | undefined): [NodeParts, Member] {
  return home === undefined ? rootIn(parts, plan) : homeIn(parts, plan, home);
}

function homeIn(parts: NodeParts, plan: RowPlan, homePlan: HomePartPlan): [NodeParts, GroupHome] {
  const known = partOf(parts, homePlan) as GroupHome | undefined;
  if (known !== undefined) return [parts, known];
  const home = new GroupHome(homePlan, plan);
  return [withPart(parts, home), home];
}

function rootIn(parts: NodeParts, plan: RowPlan): [NodeParts, RowRoot] {
  const known = partOf(parts, plan.parts[0]!) as RowRoot | undefined;
  if (known !== undefined) return [parts, known];
  const root = new RowRoot(plan.parts[0] as RowPartPlan);
  return [withPart(parts, root), root];
}

function withoutIdle(parts: NodeParts, member: Member): NodeParts {
  return member.isIdle ? withoutPart(parts, member) : parts;
}

function askingPart(
  parts: NodeParts,
  plan: RowPlan,
  child: number,
): { part: RowPart; slot: number } | undefined {
  const { part: parent, slot } = (plan.parts[child] as RowPartPlan).parent!;
  const part = partOf(parts, plan.parts[parent]!) as RowPart | undefined;
  return part === undefined ? undefined : { part, slot };
}

function addRows(home: GroupHome, member: NodeId, packed: Parameters<RowBag['addPacked']>[0]): void {
  const rows = bagOf(home.get(member));
  rows.addPacked(packed);
  home.set(member, keptRows(rows));
}
