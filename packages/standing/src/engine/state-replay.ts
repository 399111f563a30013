/** From a node's standing events, and the node itself, back to the state that was there when they were written. */
import type { TracePlan } from '../plan/standing-plan.js';
import type { StandingNode } from '../standing-operator.js';
import { holdsLocally } from './local-test.js';
import { type NodeParts, partOf, withoutPart, withPart } from './node-parts.js';
import { ChildState, type PartState, RootState } from './part-state.js';
import { sharedRows } from './part-work.js';
import { recountRows, refreshBareSlot } from './slot-upkeep.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';
import { ONE_EMPTY_TRACE } from './trace.js';

export function applyStandingEvent(parts: NodeParts, plan: TracePlan, event: StandingPayload): NodeParts {
  switch (event[0]) {
    case StandingEventKind.Subscribed: {
      const known = partOf(parts, plan.parts[event[1]]!) as ChildState | undefined;
      const part = known ?? new ChildState(plan.parts[event[1]]!);
      part.subscribe(event[2]);
      return known === undefined ? withPart(parts, part) : parts;
    }
    case StandingEventKind.Unsubscribed: {
      const part = partOf(parts, plan.parts[event[1]]!) as ChildState | undefined;
      if (part === undefined) return parts;
      part.unsubscribe(event[2]);
      return part.hasSubscribers ? parts : withoutPart(parts, part);
    }
    case StandingEventKind.Matching: {
      const child = plan.parts[event[1]]!;
      const { part: parent, slot } = child.parent!;
      const rows = event[3] === undefined ? ONE_EMPTY_TRACE : sharedRows(event[3], child.reported.length);
      (partOf(parts, plan.parts[parent]!) as PartState | undefined)?.slot(slot).set(event[2], rows);
      return parts;
    }
    case StandingEventKind.NotMatching: {
      const { part: parent, slot } = plan.parts[event[1]]!.parent!;
      (partOf(parts, plan.parts[parent]!) as PartState | undefined)?.slot(slot).delete(event[2]);
      return parts;
    }
    case StandingEventKind.Cleared: {
      const part = partOf(parts, plan.parts[event[1]]!) as PartState | undefined;
      part?.clearSlots();
      if (!(part instanceof RootState)) return parts;
      part.active = false;
      return withoutIdleRoot(parts, part);
    }
    case StandingEventKind.MatchBegan: {
      const [all, root] = rootOf(parts, plan);
      root.resultId = event[1];
      return all;
    }
    case StandingEventKind.MatchEnded: {
      const [all, root] = rootOf(parts, plan);
      root.resultId = undefined;
      return withoutIdleRoot(all, root);
    }
    case StandingEventKind.RootActive: {
      const [all, root] = rootOf(parts, plan);
      root.active = true;
      return all;
    }
  }
}

/** Fills in what is not journalled. */
export function derivePart(part: PartState, node: StandingNode): void {
  const { plan } = part;
  // A root without slots is active exactly while it matches; that of one with slots is journalled.
  if (part instanceof ChildState) part.active = holdsLocally(plan, node);
  else if (plan.slots.length === 0) part.active = true;
  if (!part.active) return;
  for (const slot of plan.slots) {
    if (slot.after >= 0) continue;
    const state = part.slot(slot.index);
    if (!slot.bare) recountRows(slot, state, node.id);
    else if (slot.columns.length > 0) refreshBareSlot(slot, state, node, undefined);
  }
}

function rootOf(parts: NodeParts, plan: TracePlan): [NodeParts, RootState] {
  const known = partOf(parts, plan.parts[0]!) as RootState | undefined;
  if (known !== undefined) return [parts, known];
  const root = new RootState(plan.parts[0]!);
  return [withPart(parts, root), root];
}

function withoutIdleRoot(parts: NodeParts, root: RootState): NodeParts {
  return root.active || root.matches ? parts : withoutPart(parts, root);
}
