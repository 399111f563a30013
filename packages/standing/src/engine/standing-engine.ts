/** The engine of one shard: finds the parts that a change or message concerns and lets them work. */
import type { Direction, NodeId, StandingEvent } from '@weir/model';
import type { PartPlan, StandingPlan } from '../plan/standing-plan.js';
import {
  NO_RECORDER,
  type NodeChange,
  type Origin,
  type StandingEffects,
  type StandingEngine,
  type StandingMessage,
  type StandingNode,
  type StandingRecorder,
  type StandingState,
} from '../standing-operator.js';
import { holdsLocally } from './local-test.js';
import { allParts, type NodeParts, partOf, withoutPart, withPart } from './node-parts.js';
import { ChildState, RootState } from './part-state.js';
import { PartWork } from './part-work.js';
import { condenseState } from './state-condense.js';
import { applyStandingEvent, deriveState } from './state-replay.js';
import type { StandingPayload } from './standing-events.js';
import { WatchIndex } from './watch-index.js';

export interface RegisteringStandingEngine extends StandingEngine {
  /**
   * Numbers are never used again, also not after a removal. Where there are several engines that know nothing of
   * each other, give `started` false to all of them first, then call `start` on each: an engine ignores messages
   * about a query that it was not told of, and what it ignored would be missing for good.
   */
  register(plan: StandingPlan, started?: boolean): void;
  /** Nodes look at a registered query from now on. */
  start(query: number): void;
  /** Nodes drop what is left of the query when they are next synchronised. */
  remove(query: number): void;
}

export function createStandingEngine(recorder: StandingRecorder = NO_RECORDER): RegisteringStandingEngine {
  return new IncrementalEngine(recorder);
}

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

class IncrementalEngine implements RegisteringStandingEngine {
  private readonly plans = new Map<number, StandingPlan>();
  private readonly started = new Set<StandingPlan>();
  private readonly index = new WatchIndex();
  private readonly work: PartWork;

  constructor(private readonly recorder: StandingRecorder) {
    this.work = new PartWork(this.plans, recorder);
  }

  register(plan: StandingPlan, started = true): void {
    this.plans.set(plan.query, plan);
    if (started) this.start(plan.query);
  }

  start(query: number): void {
    const plan = this.plans.get(query);
    if (plan === undefined || this.started.has(plan)) return;
    this.started.add(plan);
    this.index.add(plan);
  }

  remove(query: number): void {
    const plan = this.plans.get(query);
    if (plan === undefined) return;
    this.started.delete(plan);
    this.plans.delete(query);
    this.index.remove(query);
  }

  isRelevantProperty(key: string): boolean {
    return this.index.watchesProperty(key);
  }

  isAnyPropertyRelevant(): boolean {
    return this.index.watchesProperties;
  }

  isRelevantLabel(label: string): boolean {
    return this.index.watchesLabel(label);
  }

  isRelevantEdge(label: string, direction: Direction): boolean {
    return this.index.watchesEdge(label, direction);
  }

  isRelevantExistence(): boolean {
    return this.index.watchesExistence;
  }

  change(
    node: StandingNode,
    state: StandingState | undefined,
    change: NodeChange,
    origin: Origin | undefined,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.recorder.changed(node.id, change);
    this.work.begin(node, effects, origin, false);
    let parts = state as NodeParts;
    for (const plan of this.index.touchedBy(change)) parts = this.evaluate(node, parts, plan, change);
    return parts;
  }

  receive(
    node: StandingNode,
    state: StandingState | undefined,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.recorder.received(node.id, from, message);
    const parts = state as NodeParts;
    const plan = this.plans.get(message.query)?.parts[message.part];
    if (plan?.parent === undefined) return parts;
    switch (message.kind) {
      case 'subscribe':
        this.work.begin(node, effects, message.origin, message.initial === true);
        return this.subscribed(node, parts, plan, from);
      case 'cancel':
        this.work.begin(node, effects, undefined, false);
        return this.cancelled(parts, plan, from);
      case 'report': {
        const { delta } = message;
        this.work.begin(node, effects, delta.origin, delta.initial === true);
        const parent = this.plans.get(message.query)!.parts[plan.parent.part]!;
        const slot = parent.slots[plan.parent.slot]!;
        const part = partOf(parts, parent);
        if (part?.active && node.hasEdge(slot.label, slot.direction, from)) {
          this.work.report(part, slot, from, delta);
        } else {
          // Nobody here asks, or no longer. Mostly the neighbour is about to hear of it; after a crash it is not.
          this.work.send(from, { kind: 'cancel', query: message.query, part: message.part });
        }
        return parts;
      }
    }
  }

  synchronise(
    node: StandingNode,
    state: StandingState | undefined,
    initial: boolean,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.work.begin(node, effects, undefined, initial);
    let parts = this.withoutRemoved(state as NodeParts);
    for (const plan of this.started) {
      const root = plan.parts[0]!;
      if (partOf(parts, root) === undefined) parts = this.evaluate(node, parts, root, NOTHING);
    }
    return parts;
  }

  resynchronise(
    node: StandingNode,
    state: StandingState,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.work.begin(node, effects, undefined, false);
    const parts = this.withoutRemoved(state as NodeParts);
    for (const part of allParts(parts)) {
      if (part.active) this.work.askAgain(part);
      if (part instanceof ChildState) this.work.answerAll(part);
    }
    return parts;
  }

  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined {
    const plan = this.plans.get(event[1]);
    return plan === undefined
      ? state
      : applyStandingEvent(state as NodeParts, plan, event[2] as StandingPayload);
  }

  restored(node: StandingNode, state: StandingState): StandingState | undefined {
    return deriveState(state as NodeParts, node);
  }

  condense(state: StandingState): readonly StandingEvent[] {
    return condenseState(state as NodeParts, this.plans);
  }

  /** Brings a part in step with its node; makes a root's state when it begins to hold, drops it when it ceases. */
  private evaluate(node: StandingNode, parts: NodeParts, plan: PartPlan, change: NodeChange): NodeParts {
    const part = partOf(parts, plan);
    if (part === undefined) {
      if (plan.parent !== undefined || !holdsLocally(plan, node)) return parts;
      const root = new RootState(plan);
      this.work.activate(root, false);
      return withPart(parts, root);
    }
    const holds = holdsLocally(plan, node);
    if (part.active && holds) {
      this.work.followEdges(part, change);
    } else if (holds) {
      this.work.activate(part, false);
    } else if (part.active) {
      this.work.deactivate(part, change, false);
      if (part instanceof RootState) return withoutPart(parts, part);
    }
    return parts;
  }

  private subscribed(node: StandingNode, parts: NodeParts, plan: PartPlan, from: NodeId): NodeParts {
    let all = parts;
    let part = partOf(parts, plan) as ChildState | undefined;
    const isNew = part === undefined;
    if (part === undefined) {
      part = new ChildState(plan);
      all = withPart(parts, part);
    }
    if (part.subscribe(from)) this.work.journalSubscriber(part, from, true);
    if (isNew && holdsLocally(plan, node)) this.work.activate(part, true);
    this.work.answer(part, from);
    return all;
  }

  private cancelled(parts: NodeParts, plan: PartPlan, from: NodeId): NodeParts {
    const part = partOf(parts, plan) as ChildState | undefined;
    if (part === undefined || !part.unsubscribe(from)) return parts;
    this.work.journalSubscriber(part, from, false);
    if (part.hasSubscribers) return parts;
    if (part.active) this.work.deactivate(part, NOTHING, true);
    return withoutPart(parts, part);
  }

  private withoutRemoved(parts: NodeParts): NodeParts {
    let kept = parts;
    for (const part of allParts(parts)) {
      if (this.plans.get(part.plan.query)?.parts[part.plan.number] !== part.plan)
        kept = withoutPart(kept, part);
    }
    return kept;
  }
}
