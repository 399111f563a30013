/** What the engine does about plans of traces: which parts a change or message concerns, and what becomes of them. */
import type { NodeId } from '@weir/model';
import type { PartPlan, StandingPlan, TracePlan } from '../plan/standing-plan.js';
import type {
  NodeChange,
  StandingEffects,
  StandingMessage,
  StandingNode,
  StandingRecorder,
} from '../standing-operator.js';
import { holdsLocally } from './local-test.js';
import { type NodeParts, partOf } from './node-parts.js';
import { ChildState, type PartState, RootState } from './part-state.js';
import type { PartCounts } from './part-counts.js';
import { PartWork } from './part-work.js';
import type { ResultIds } from './result-ids.js';

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class TraceEngine {
  private readonly work: PartWork;

  constructor(
    plans: ReadonlyMap<number, StandingPlan>,
    recorder: StandingRecorder,
    private readonly counts: PartCounts,
    ids: ResultIds,
  ) {
    this.work = new PartWork(plans, recorder, counts, ids);
  }

  begin(...context: Parameters<PartWork['begin']>): void {
    this.work.begin(...context);
  }

  receive(
    node: StandingNode,
    parts: NodeParts,
    query: TracePlan,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): NodeParts {
    const plan = query.parts[message.part];
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
        const parent = query.parts[plan.parent.part]!;
        const slot = parent.slots[plan.parent.slot]!;
        const part = partOf(parts, parent) as PartState | undefined;
        if (part?.active === true && node.hasEdge(slot.label, slot.direction, from)) {
          this.work.report(part, slot, from, delta);
        } else {
          // Nobody here asks, or no longer. Mostly the neighbour is about to hear of it; after a crash it is not.
          this.work.send(from, { kind: 'cancel', query: message.query, part: message.part });
        }
        return parts;
      }
    }
  }

  speakAgain(part: PartState): void {
    if (part.active) this.work.askAgain(part);
    if (part instanceof ChildState) this.work.answerAll(part);
  }

  /** Brings a part in step with its node; makes a root's state when it begins to hold, drops it when it ceases. */
  evaluate(node: StandingNode, parts: NodeParts, plan: PartPlan, change: NodeChange): NodeParts {
    const part = partOf(parts, plan) as PartState | undefined;
    if (part === undefined) {
      if (plan.parent !== undefined || !holdsLocally(plan, node)) return parts;
      const root = new RootState(plan);
      this.work.activate(root, false);
      return this.counts.withNew(parts, root);
    }
    const holds = holdsLocally(plan, node);
    if (part.active && holds) {
      this.work.followEdges(part, change);
    } else if (holds) {
      this.work.activate(part, false);
    } else if (part.active) {
      this.work.deactivate(part, change, false);
      if (part instanceof RootState) return this.counts.withoutOld(parts, part);
    }
    return parts;
  }

  private subscribed(node: StandingNode, parts: NodeParts, plan: PartPlan, from: NodeId): NodeParts {
    let all = parts;
    let part = partOf(parts, plan) as ChildState | undefined;
    const isNew = part === undefined;
    if (part === undefined) {
      part = new ChildState(plan);
      all = this.counts.withNew(parts, part);
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
    return this.counts.withoutOld(parts, part);
  }
}
