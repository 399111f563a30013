/**
 * What one part knows on one node. There may be several per node and millions of nodes, so a part holds its first
 * slot inline (almost every part has one slot or none), its only subscriber inline, and a link to the node's next
 * part; a field that most parts can do without is not there.
 *
 * Journalled: subscribers, the rows that neighbours reported, the activity of a root with slots, the match.
 * Derived from those and the node: the activity of other parts, and what slots hold.
 */
import { formatNodeId, type NodeId, parseNodeId, WeirError } from '@weir/model';
import type { PartPlan } from '../plan/standing-plan.js';
import type { StandingState } from '../standing-operator.js';
import { LeanMap } from '../rows/lean-map.js';
import type { AnyPart } from './node-parts.js';
import { freeTraceList, NO_TRACES, type Trace } from './trace.js';

/** How a slot can be filled. Its entries are the neighbours that reported something, with what they reported. */
export class SlotState extends LeanMap<NodeId, readonly Trace[]> {
  /** Representatives of all traces; or the number of reported rows whose trace is empty, while there are any. */
  held: number | readonly Trace[] = NO_TRACES;

  /** Reported rows whose trace is empty. */
  get free(): number {
    return typeof this.held === 'number' ? this.held : 0;
  }

  /** Representatives of all traces over so many columns; while something is free, the one empty trace. */
  traces(columns: number): readonly Trace[] {
    return typeof this.held === 'number' ? freeTraceList(columns) : this.held;
  }

  override clear(): void {
    super.clear();
    this.held = NO_TRACES;
  }
}

export abstract class PartState extends SlotState implements StandingState {
  /** What must hold on the node itself holds, and its neighbours have been asked. */
  active = false;
  /** The node's next part. */
  next: AnyPart | undefined = undefined;
  /** Only a part with several slots has the field at all. */
  declare private readonly moreSlots?: readonly SlotState[];

  constructor(readonly plan: PartPlan) {
    super();
    if (plan.slots.length > 1) this.moreSlots = plan.slots.slice(1).map(() => new SlotState());
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
  /** As bytes: less than half the memory of the text. */
  private packedResultId: NodeId | undefined = undefined;

  /** A match was reported, and lasts. */
  get matches(): boolean {
    return this.packedResultId !== undefined;
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

const MOST_IN_ARRAY = 9;

export class ChildState extends PartState {
  /** The only one, or some, or many; `undefined` when there are none at all. */
  private subscriptions: NodeId | NodeId[] | Set<NodeId> | undefined = undefined;

  get hasSubscribers(): boolean {
    return this.subscriptions !== undefined;
  }

  isSubscribed(node: NodeId): boolean {
    const { subscriptions } = this;
    if (subscriptions === undefined || typeof subscriptions === 'string') return subscriptions === node;
    return Array.isArray(subscriptions) ? subscriptions.includes(node) : subscriptions.has(node);
  }

  /** Don't change them while iterating. */
  subscribers(): Iterable<NodeId> {
    const { subscriptions } = this;
    if (subscriptions === undefined) return NO_NODES;
    return typeof subscriptions === 'string' ? [subscriptions] : subscriptions;
  }

  /** @returns false if it was there. */
  subscribe(node: NodeId): boolean {
    if (this.isSubscribed(node)) return false;
    const { subscriptions } = this;
    if (subscriptions === undefined) this.subscriptions = node;
    else if (typeof subscriptions === 'string') this.subscriptions = [subscriptions, node];
    else if (!Array.isArray(subscriptions)) subscriptions.add(node);
    else if (subscriptions.length < MOST_IN_ARRAY) this.subscriptions = subscriptions.concat(node);
    else this.subscriptions = new Set(subscriptions).add(node);
    return true;
  }

  /** @returns false if it was not there. */
  unsubscribe(node: NodeId): boolean {
    if (!this.isSubscribed(node)) return false;
    const { subscriptions } = this;
    if (subscriptions instanceof Set) {
      subscriptions.delete(node);
      if (subscriptions.size === 0) this.subscriptions = undefined;
    } else if (Array.isArray(subscriptions)) {
      const left = subscriptions.filter(other => other !== node);
      this.subscriptions = left.length === 1 ? left[0] : left;
    } else {
      this.subscriptions = undefined;
    }
    return true;
  }
}

const NO_NODES: readonly NodeId[] = [];
