/** What the engine does about row plans: which parts of a node a change or message concerns, and what becomes of them. */
import type { NodeId } from '@weir/model';
import { type NodeParts, partOf } from '../engine/node-parts.js';
import type { PartCounts } from '../engine/part-counts.js';
import type {
  NodeChange,
  StandingEffects,
  StandingMessage,
  StandingNode,
  StandingRecorder,
} from '../standing-operator.js';
import { fitsAny, holdsOnNode } from './node-reading.js';
import { Writers } from './origins/writers.js';
import { writersOf, writersPlanOf } from './part-reading.js';
import { currentRows } from './part-rows.js';
import { homeOf } from './result-work.js';
import { RowBag } from './row-bag.js';
import type { HomePartPlan, RowPartPlan, RowPlan } from './row-plan.js';
import { hasHome } from './row-replay.js';
import { GroupHome, RowPart, RowRoot } from './row-state.js';
import { RowWork } from './row-work.js';

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class RowEngine {
  private readonly work: RowWork;

  constructor(
    private readonly planOf: (query: number) => RowPlan,
    recorder: StandingRecorder,
    private readonly counts: PartCounts,
  ) {
    this.work = new RowWork(planOf, recorder, counts);
  }

  begin(...context: Parameters<RowWork['begin']>): void {
    this.work.begin(...context);
  }

  /** Brings a part in step with its node; makes a root's state when it begins to hold, drops it when it ceases. */
  evaluate(node: StandingNode, parts: NodeParts, plan: RowPartPlan, change: NodeChange): NodeParts {
    if (plan.tracksOrigins) this.readWriters(parts, plan.query);
    const part = partOf(parts, plan) as RowPart | undefined;
    if (part === undefined) {
      if (!plan.isRoot || !holdsOnNode(plan, node)) return parts;
      const root = new RowRoot(plan);
      this.work.activate(root);
      return this.counts.withNew(parts, root);
    }
    const holds = holdsOnNode(plan, node);
    if (part.active && holds) {
      this.work.follow(part, change);
    } else if (holds) {
      this.work.activate(part);
    } else if (part.active) {
      this.work.deactivate(part, change, false);
      if (part instanceof RowRoot && part.isIdle) return this.counts.withoutOld(parts, part);
    }
    return parts;
  }

  receive(
    node: StandingNode,
    parts: NodeParts,
    plan: RowPlan,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): NodeParts {
    const part = plan.parts[message.part];
    if (part?.kind !== 'rows') return parts;
    if (plan.tracksOrigins) this.readWriters(parts, plan.query);
    switch (message.kind) {
      case 'subscribe':
        this.work.begin(node, effects, message.origin, message.initial === true);
        return part.isRoot ? this.homeAsks(parts, part, from) : this.subscribed(node, parts, part, from);
      case 'cancel':
        this.work.begin(node, effects, undefined, false);
        return part.isRoot ? this.leftHome(parts, part, from) : this.cancelled(parts, part, from);
      case 'report': {
        const { delta } = message;
        this.work.begin(node, effects, delta.origin, delta.initial === true);
        if (part.isRoot) return this.memberReports(parts, plan, from, message);
        return this.reported(node, parts, part, from, message);
      }
    }
  }

  /** A group that is there without members is there from the beginning. */
  showGlobalGroup(node: StandingNode, parts: NodeParts, plan: RowPlan): NodeParts {
    if (globalHomeOf(plan) !== node.id) return parts;
    const homePlan = plan.parts[plan.parts.length - 1] as HomePartPlan;
    if (partOf(parts, homePlan) !== undefined) return parts;
    const home = new GroupHome(homePlan, plan);
    this.work.results.homeAgain(home);
    return home.results.isEmpty ? parts : this.counts.withNew(parts, home);
  }

  /** Before the parts look at it: which records wrote what changed. */
  noteWriters(node: StandingNode, parts: NodeParts, plan: RowPlan, change: NodeChange): NodeParts {
    const writersPlan = writersPlanOf(plan)!;
    const known = partOf(parts, writersPlan) as Writers | undefined;
    const writers = known ?? new Writers(writersPlan);
    const journal = this.work.journalWriter(plan);
    for (const writing of change.writings ?? []) writers.note(writing, node.id, journal);
    if (!node.exists) writers.clear(journal);
    if (writers.isEmpty) return known === undefined ? parts : this.counts.withoutOld(parts, writers);
    return known === undefined ? this.counts.withNew(parts, writers) : parts;
  }

  private readWriters(parts: NodeParts, query: number): void {
    this.work.readWriters(writersOf(parts, this.planOf(query)));
  }

  speakAgain(parts: NodeParts, part: RowPart | GroupHome): void {
    this.readWriters(parts, part.plan.query);
    if (part instanceof GroupHome) {
      this.work.results.homeAgain(part);
      this.work.results.askMembers(part);
      return;
    }
    if (part.active) this.work.askAgain(part);
    if (part instanceof RowRoot && !part.isReady) this.work.results.rootAgain(part, new RowBag());
    this.work.answerAll(part);
  }

  private subscribed(node: StandingNode, parts: NodeParts, plan: RowPartPlan, from: NodeId): NodeParts {
    const known = partOf(parts, plan) as RowPart | undefined;
    const part = known ?? new RowPart(plan);
    const isNew = !part.subscribers.has(from);
    if (isNew) this.work.journalSubscriber(part, from, true);
    if (known === undefined && holdsOnNode(plan, node)) this.work.activate(part);
    part.subscribers.add(from);
    this.work.answer(part, from);
    return known === undefined ? this.counts.withNew(parts, part) : parts;
  }

  private cancelled(parts: NodeParts, plan: RowPartPlan, from: NodeId): NodeParts {
    const part = partOf(parts, plan) as RowPart | undefined;
    if (part === undefined || !part.subscribers.delete(from)) return parts;
    this.work.journalSubscriber(part, from, false);
    if (part.subscribers.size > 0) return parts;
    if (part.active) this.work.deactivate(part, NOTHING, true);
    return this.counts.withoutOld(parts, part);
  }

  private reported(
    node: StandingNode,
    parts: NodeParts,
    child: RowPartPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeParts {
    const parent = this.planOf(child.query).parts[child.parent!.part] as RowPartPlan;
    const slot = parent.slots[child.parent!.slot]!;
    const part = partOf(parts, parent) as RowPart | undefined;
    if (part?.active === true && fitsAny(slot, node, from)) {
      this.work.report(part, slot, from, message.delta);
    } else {
      // Nobody here asks, or no longer. Mostly the neighbour is about to hear of it; after a crash it is not.
      this.work.send(from, { kind: 'cancel', query: message.query, part: message.part });
    }
    return parts;
  }

  private memberReports(
    parts: NodeParts,
    plan: RowPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeParts {
    if (!hasHome(plan)) return parts;
    const homePlan = plan.parts[plan.parts.length - 1] as HomePartPlan;
    const known = partOf(parts, homePlan) as GroupHome | undefined;
    const home = known ?? new GroupHome(homePlan, plan);
    this.work.results.memberReports(home, from, message.delta);
    const isIdle = home.members.size === 0 && home.results.isEmpty;
    if (known === undefined) return isIdle ? parts : this.counts.withNew(parts, home);
    return isIdle ? this.counts.withoutOld(parts, home) : parts;
  }

  private leftHome(parts: NodeParts, plan: RowPartPlan, home: NodeId): NodeParts {
    const root = partOf(parts, plan) as RowRoot | undefined;
    if (root === undefined) return parts;
    this.work.results.left(root, home);
    return root.isIdle ? this.counts.withoutOld(parts, root) : parts;
  }

  private homeAsks(parts: NodeParts, plan: RowPartPlan, home: NodeId): NodeParts {
    const root = partOf(parts, plan) as RowPart | undefined;
    const rows = root?.isReady === true ? currentRows(root) : undefined;
    this.work.results.homeAsks(plan.query, home, root, rows);
    return parts;
  }
}

/** The node of the one group that is there without members, if the plan has one. */
export function globalHomeOf(plan: RowPlan): NodeId | undefined {
  return plan.result.group?.isGlobal === true ? homeOf(plan.query, []) : undefined;
}
