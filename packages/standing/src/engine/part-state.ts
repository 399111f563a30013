/**
 * What one part knows on one node. There may be several per node and millions of nodes, so a part holds its first
 * slot inline (almost every part has one slot or none), its first subscriber inline, and a link to the node's
 * next part.
 *
 * Journalled: subscribers, the rows that neighbours reported, the activity of a root with slots, the match.
 * Derived from those and the node: the activity of other parts, `free` and `traces`.
 */
import type { NodeId } from '@weir/model';
import type { PartPlan } from '../plan/standing-plan.js';
import type { StandingState } from '../standing-operator.js';
import { CompactMap } from './compact-map.js';
import type { AnyPart } from './node-parts.js';
import { NO_TRACES, type Trace } from './trace.js';

/** How a slot can be filled. Its entries are the neighbours that reported something, with what they reported. */
export class SlotState extends CompactMap<NodeId, readonly Trace[]> {
  /** Reported rows whose trace is empty. */
  free = 0;
  /** Representatives of all traces; while something is free, the one empty trace. */
  traces: readonly Trace[] = NO_TRACES;

  override clear(): void {
    super.clear();
    this.free = 0;
    this.traces = NO_TRACES;
  }
}

export abstract class PartState extends SlotState implements StandingState {
  /** What must hold on the node itself holds, and its neighbours have been asked. */
  active = false;
  /** The node's next part. */
  next: AnyPart | undefined = undefined;
  private readonly moreSlots: readonly SlotState[] | undefined;

  constructor(readonly plan: PartPlan) {
    super();
    this.moreSlots = plan.slots.length > 1 ? plan.slots.slice(1).map(() => new SlotState()) : undefined;
  }

  get isEmpty(): boolean {
    return false;
  }

  slot(index: number): SlotState {
    return index === 0 ? this : this.moreSlots![index - 1]!;
  }

  /** Some neighbour has reported something. */
  get hasRows(): boolean {
    if (this.size > 0) return true;
    return this.moreSlots !== undefined && this.moreSlots.some(slot => slot.size > 0);
  }

  clearSlots(): void {
    this.clear();
    if (this.moreSlots !== undefined) for (const slot of this.moreSlots) slot.clear();
  }
}

export class RootState extends PartState {
  /** Of the match that was reported, while it lasts. */
  resultId: string | undefined = undefined;
}

const MOST_IN_ARRAY = 8;

export class ChildState extends PartState {
  /** `undefined` when there are none at all. */
  firstSubscriber: NodeId | undefined = undefined;
  moreSubscribers: NodeId[] | Set<NodeId> | undefined = undefined;

  get hasSubscribers(): boolean {
    return this.firstSubscriber !== undefined;
  }

  isSubscribed(node: NodeId): boolean {
    if (this.firstSubscriber === node) return true;
    const more = this.moreSubscribers;
    return more !== undefined && (Array.isArray(more) ? more.includes(node) : more.has(node));
  }

  /** @returns false if it was there. */
  subscribe(node: NodeId): boolean {
    if (this.isSubscribed(node)) return false;
    const more = this.moreSubscribers;
    if (this.firstSubscriber === undefined) this.firstSubscriber = node;
    else if (more === undefined) this.moreSubscribers = [node];
    else if (!Array.isArray(more)) more.add(node);
    else this.moreSubscribers = more.length < MOST_IN_ARRAY ? more.concat(node) : new Set(more).add(node);
    return true;
  }

  /** @returns false if it was not there. */
  unsubscribe(node: NodeId): boolean {
    const more = this.moreSubscribers;
    if (this.firstSubscriber === node) {
      this.firstSubscriber = undefined;
      if (more !== undefined) {
        const [heir] = more;
        this.firstSubscriber = heir!;
        this.dropMore(heir!);
      }
      return true;
    }
    return more !== undefined && this.dropMore(node);
  }

  private dropMore(node: NodeId): boolean {
    const more = this.moreSubscribers!;
    if (!Array.isArray(more)) {
      const dropped = more.delete(node);
      if (more.size === 0) this.moreSubscribers = undefined;
      return dropped;
    }
    const index = more.indexOf(node);
    if (index < 0) return false;
    this.moreSubscribers = more.length === 1 ? undefined : more.filter((_, i) => i !== index);
    return true;
  }
}
