/** What the engine does about row plans: which parts of a node a change or message concerns, and what becomes of them. */
import type { NodeId } from '@weir/model';
import { type NodeParts, partOf } from '../engine/node-parts.js';
import type { PartCounts } from '../engine/part-counts.js';
import type { ResultIds } from '../engine/result-ids.js';
import type {
  NodeChange,
  StandingEffects,
  StandingMessage,
  StandingNode,
  StandingRecorder,
} from '../standing-operator.js';
import { globalHomesOf, homeAbove } from './group-homes.js';
import type { Member } from './group-reports.js';
import { fitsAny, holdsOnNode } from './node-reading.js';
import { Writers } from './origins/writers.js';
import { writersOf, writersPlanOf } from './part-reading.js';
import { currentRows } from './part-rows.js';
import { RowBag } from './row-bag.js';
import type { HomePartPlan, RowPartPlan, RowPlan } from './row-plan.js';
import { GroupHome, RowPart, RowRoot } from './row-state.js';
import { RowWork } from './row-work.js';

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class RowEngine {
  private readonly work: RowWork;

  constructor(
    private readonly planOf: (query: number) => RowPlan,
    recorder: StandingRecorder,
    private readonly counts: PartCounts,
    ids: ResultIds,
  ) {
    this.work = new RowWork(planOf, recorder, counts, ids);
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
    if (part?.kind === 'home') return this.receiveForGroup(node, parts, plan, part, from, message, effects);
    if (part?.kind !== 'rows') return parts;
    if (plan.tracksOrigins) this.readWriters(parts, plan.query);
    switch (message.kind) {
      case 'subscribe':
        this.work.begin(node, effects, message.origin, message.initial === true);
        return part.isRoot ? this.homeAsksRoot(parts, part, from) : this.subscribed(node, parts, part, from);
      case 'cancel':
        this.work.begin(node, effects, undefined, false);
        return part.isRoot ? this.left(parts, part, from) : this.cancelled(parts, part, from);
      case 'report': {
        const { delta } = message;
        this.work.begin(node, effects, delta.origin, delta.initial === true);
        if (part.isRoot) return this.memberReports(parts, plan, from, message);
        return this.reported(node, parts, part, from, message);
      }
    }
  }

  /** Groups that are there without members are there from the beginning. */
  showGlobalGroups(node: StandingNode, parts: NodeParts, plan: RowPlan): NodeParts {
    let all = parts;
    for (const { node: id, part } of globalHomesOf(plan)) {
      if (id !== node.id) continue;
      const known = partOf(all, part) as GroupHome | undefined;
      const home = known ?? new GroupHome(part, plan);
      this.work.results.homeAgain(home);
      if (known === undefined && !home.isIdle) all = this.counts.withNew(all, home);
    }
    return all;
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
    const isNew = !part.isSubscribed(from);
    if (isNew) this.work.journalSubscriber(part, from, true);
    if (known === undefined && holdsOnNode(plan, node)) this.work.activate(part);
    part.subscribe(from);
    this.work.answer(part, from);
    return known === undefined ? this.counts.withNew(parts, part) : parts;
  }

  private cancelled(parts: NodeParts, plan: RowPartPlan, from: NodeId): NodeParts {
    const part = partOf(parts, plan) as RowPart | undefined;
    if (part === undefined || !part.unsubscribe(from)) return parts;
    this.work.journalSubscriber(part, from, false);
    if (part.hasSubscribers) return parts;
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

  /** What the home of a group reports to another one, or is told by it. */
  private receiveForGroup(
    node: StandingNode,
    parts: NodeParts,
    plan: RowPlan,
    part: HomePartPlan,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): NodeParts {
    switch (message.kind) {
      case 'subscribe':
        this.work.begin(node, effects, message.origin, message.initial === true);
        this.work.results.homeAsksHome(plan, part, from, partOf(parts, part) as GroupHome | undefined);
        return parts;
      case 'cancel':
        this.work.begin(node, effects, undefined, false);
        return this.left(parts, part, from);
      case 'report': {
        const { delta } = message;
        this.work.begin(node, effects, delta.origin, delta.initial === true);
        return this.memberReports(parts, plan, from, message);
      }
    }
  }

  private memberReports(
    parts: NodeParts,
    plan: RowPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeParts {
    const homePlan = homeAbove(plan, message.part);
    if (homePlan === undefined) return parts;
    const known = partOf(parts, homePlan) as GroupHome | undefined;
    const home = known ?? new GroupHome(homePlan, plan);
    this.work.results.memberReports(home, from, message.delta);
    if (known === undefined) return home.isIdle ? parts : this.counts.withNew(parts, home);
    return home.isIdle ? this.counts.withoutOld(parts, home) : parts;
  }

  private left(parts: NodeParts, plan: RowPartPlan | HomePartPlan, home: NodeId): NodeParts {
    const member = partOf(parts, plan) as Member | undefined;
    if (member === undefined) return parts;
    this.work.results.left(member, home);
    return member.isIdle ? this.counts.withoutOld(parts, member) : parts;
  }

  private homeAsksRoot(parts: NodeParts, plan: RowPartPlan, home: NodeId): NodeParts {
    const root = partOf(parts, plan) as RowRoot | undefined;
    const rows = root?.isReady === true ? currentRows(root) : undefined;
    this.work.results.homeAsksRoot(plan.query, home, root, rows);
    return parts;
  }
}
