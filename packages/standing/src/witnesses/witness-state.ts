/**
 * What a part of which nothing is asked but whether it matches knows on one node; a field that most parts can do without
 * is not there.
 *
 * Journalled: subscribers, the rows that neighbours reported, the activity of a root, the match. Derived from those and
 * the node: the activity of other parts, and what slots hold.
 */
import { formatNodeId, type NodeId, parseNodeId, WeirError } from '@weir/model';
import type { PartPlan } from '../plan/witness-plan.js';
import { LeanMap } from '../rows/lean-map.js';
import { PatternState } from '../engine/pattern-node-state.js';
import { freeTraceList, NO_TRACES, type Trace } from './witness.js';

/** How a slot can be filled. Its entries are the neighbours that reported something, with what they reported. */
export interface SlotState extends LeanMap<NodeId, readonly Trace[]> {
  /** Representatives of all traces; or the number of reported rows whose trace is empty, while there are any. */
  held: number | readonly Trace[];
}

/** Reported rows whose trace is empty. */
export function freeIn({ held }: SlotState): number {
  return typeof held === 'number' ? held : 0;
}

/** Representatives of all traces over so many columns; while something is free, the one empty trace. */
export function tracesIn({ held }: SlotState, columns: number): readonly Trace[] {
  return typeof held === 'number' ? freeTraceList(columns) : held;
}

class FurtherSlot extends LeanMap<NodeId, readonly Trace[]> implements SlotState {
  held: number | readonly Trace[] = NO_TRACES;
}

export class PartState extends PatternState<readonly Trace[]> implements SlotState {
  held: number | readonly Trace[] = NO_TRACES;
  /** Only a part with several slots has the field at all. */
  declare private readonly moreSlots?: readonly FurtherSlot[];

  constructor(readonly plan: PartPlan) {
    super();
    if (plan.slots.length > 1) this.moreSlots = plan.slots.slice(1).map(() => new FurtherSlot());
  }

  slot(index: number): SlotState {
    return index === 0 ? this : this.moreSlots![index - 1]!;
  }

  /** Some neighbour has reported something. */
  get hasRows(): boolean {
    if (this.size > 0) return true;
    return this.moreSlots !== undefined && this.moreSlots.some(slot => slot.size > 0);
  }

  forget(): void {
    this.active = false;
    this.clear();
    this.held = NO_TRACES;
    for (const slot of this.moreSlots ?? []) {
      slot.clear();
      slot.held = NO_TRACES;
    }
  }

  get isIdle(): boolean {
    return !this.active && !this.hasSubscribers;
  }
}

export class RootState extends PartState {
  /** As bytes: less than half the memory of the text. */
  private packedResultId: NodeId | undefined = undefined;

  /** A match was reported, and lasts. */
  get matches(): boolean {
    return this.packedResultId !== undefined;
  }

  override get isIdle(): boolean {
    return !this.active && !this.matches;
  }

  /** Of the match that was reported, while it lasts: a UUID. */
  get resultId(): string | undefined {
    return this.packedResultId === undefined ? undefined : formatNodeId(this.packedResultId);
  }

  set resultId(id: string | undefined) {
    this.packedResultId = id === undefined ? undefined : packedUuid(id);
  }
}

function packedUuid(text: string): NodeId {
  const packed = parseNodeId(text);
  if (packed === undefined) throw new WeirError('internal', `The id of a result is no UUID: ${text}`);
  return packed;
}
