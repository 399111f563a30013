/** Which parts of a node a change or message concerns, and what becomes of them. */
import type { NodeId } from '@weir/model';
import type { HomePartPlan, PatternPartPlan, StandingPlan } from '../plan/row-plan.js';
import { type NodePart, type NodeParts, partOf } from './node-states.js';
import { PartWork } from '../witnesses/witness-work.js';
import { PatternState } from './pattern-node-state.js';
import type { PatternWork } from './pattern-work.js';
import type { PartCounts } from './state-counts.js';
import type { ResultIds } from '../results/result-ids.js';
import type {
  NodeChange,
  StandingEffects,
  StandingMessage,
  StandingNode,
  StandingRecorder,
} from '../standing-contract.js';
import { globalHomesOf, homeAbove } from '../groups/group-nodes.js';
import type { Member } from '../groups/group-reports.js';
import { holdsOnNode } from '../rows/node-reading.js';
import { Writers } from '../rows/origins/writers.js';
import { writersOf, writersPlanOf } from '../rows/element-reading.js';
import { currentRows } from '../rows/output-rows.js';
import { GroupHome, type RowRoot } from '../rows/row-state.js';
import { RowWork } from '../rows/row-work.js';

type Part = PatternState<unknown>;
type Work = PatternWork<Part, PatternPartPlan>;

const NO_CAUSE = { origin: undefined, initial: false };
const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class PatternEngine {
  private readonly rows: RowWork;
  private readonly traces: PartWork;

  constructor(
    private readonly plans: ReadonlyMap<number, StandingPlan>,
    recorder: StandingRecorder,
    private readonly counts: PartCounts,
    ids: ResultIds,
  ) {
    this.rows = new RowWork(query => plans.get(query)!, recorder, counts, ids);
    this.traces = new PartWork(plans, recorder, counts, ids);
  }

  begin(...context: Parameters<RowWork['begin']>): void {
    this.rows.begin(...context);
    this.traces.begin(...context);
  }

  /** What works on parts with the layout that the plan says. */
  private workOf({ kind }: PatternPartPlan): Work {
    return kind === 'rows' ? this.rows : this.traces;
  }

  /** Brings a part in step with its node; makes a root's state when it begins to hold, drops it when it ceases. */
  evaluate(node: StandingNode, parts: NodeParts, plan: PatternPartPlan, change: NodeChange): NodeParts {
    const work = this.workOf(plan);
    if (plan.tracksOrigins) this.readWriters(parts, plan.query);
    const part = partOf(parts, plan) as Part | undefined;
    if (part === undefined) {
      if (!plan.isRoot || !holdsOnNode(plan, node)) return parts;
      const root = work.newPart(plan);
      work.activate(root);
      return this.counts.withNew(parts, root);
    }
    const holds = holdsOnNode(plan, node);
    if (part.active && holds) {
      work.follow(part, change);
    } else if (holds) {
      work.activate(part);
    } else if (part.active) {
      work.deactivate(part, change, false);
      if (plan.isRoot && part.isIdle) return this.counts.withoutOld(parts, part);
    }
    return parts;
  }

  receive(
    node: StandingNode,
    parts: NodeParts,
    plan: StandingPlan,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): NodeParts {
    const part = plan.parts[message.part];
    if (part === undefined || part.kind === 'writers') return parts;
    this.beginWith(node, part, message, effects);
    if (part.kind === 'home') return this.receiveForGroup(parts, plan, part, from, message);
    if (part.tracksOrigins) this.readWriters(parts, plan.query);
    if (part.isRoot) return this.receiveForRoot(parts, plan, part, from, message);
    switch (message.kind) {
      case 'subscribe':
        return this.subscribed(node, parts, part, from);
      case 'cancel':
        return this.cancelled(parts, part, from);
      case 'report':
        return this.reported(parts, part, from, message);
    }
  }

  private beginWith(
    node: StandingNode,
    part: PatternPartPlan | HomePartPlan,
    message: StandingMessage,
    effects: StandingEffects,
  ): void {
    const { origin, initial } =
      message.kind === 'report' ? message.delta : message.kind === 'subscribe' ? message : NO_CAUSE;
    const parent = part.kind === 'home' ? undefined : part.parent;
    // A report is work for the part above the one that reports.
    const asking =
      message.kind === 'report' && parent !== undefined ? this.partOf(part.query, parent.part) : part;
    const work = asking.kind === 'traces' ? this.traces : this.rows;
    work.begin(node, effects, origin, initial === true);
  }

  /** Groups that are there without members are there from the beginning. */
  showGlobalGroups(node: StandingNode, parts: NodeParts, plan: StandingPlan): NodeParts {
    let all = parts;
    for (const { node: id, part } of globalHomesOf(plan)) {
      if (id !== node.id) continue;
      const known = partOf(all, part) as GroupHome | undefined;
      const home = known ?? new GroupHome(part, plan);
      this.rows.results.homeAgain(home);
      if (known === undefined && !home.isIdle) all = this.counts.withNew(all, home);
    }
    return all;
  }

  /** Before the parts look at it: which records wrote what changed. */
  noteWriters(node: StandingNode, parts: NodeParts, plan: StandingPlan, change: NodeChange): NodeParts {
    const writersPlan = writersPlanOf(plan)!;
    const known = partOf(parts, writersPlan) as Writers | undefined;
    const writers = known ?? new Writers(writersPlan);
    const journal = this.rows.journalWriter(plan);
    for (const writing of change.writings ?? []) writers.note(writing, node.id, journal);
    if (!node.exists) writers.clear(journal);
    if (writers.isEmpty) return known === undefined ? parts : this.counts.withoutOld(parts, writers);
    return known === undefined ? this.counts.withNew(parts, writers) : parts;
  }

  private readWriters(parts: NodeParts, query: number): void {
    this.rows.readWriters(writersOf(parts, this.plans.get(query)!));
  }

  speakAgain(parts: NodeParts, part: NodePart): void {
    if (part instanceof GroupHome) {
      this.rows.results.homeAgain(part);
      this.rows.results.askMembers(part);
    } else if (part instanceof PatternState) {
      if (part.plan.tracksOrigins) this.readWriters(parts, part.plan.query);
      this.workOf(part.plan).speakAgain(part);
    }
  }

  private subscribed(node: StandingNode, parts: NodeParts, plan: PatternPartPlan, from: NodeId): NodeParts {
    const work = this.workOf(plan);
    const known = partOf(parts, plan) as Part | undefined;
    const part = known ?? work.newPart(plan);
    if (!part.isSubscribed(from)) work.journalSubscriber(part, from, true);
    if (known === undefined && holdsOnNode(plan, node)) work.activate(part);
    part.subscribe(from);
    work.answer(part, from);
    return known === undefined ? this.counts.withNew(parts, part) : parts;
  }

  private cancelled(parts: NodeParts, plan: PatternPartPlan, from: NodeId): NodeParts {
    const work = this.workOf(plan);
    const part = partOf(parts, plan) as Part | undefined;
    if (part === undefined || !part.unsubscribe(from)) return parts;
    work.journalSubscriber(part, from, false);
    if (part.hasSubscribers) return parts;
    if (part.active) work.deactivate(part, NOTHING, true);
    return this.counts.withoutOld(parts, part);
  }

  private reported(
    parts: NodeParts,
    child: PatternPartPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeParts {
    const { part: number, slot } = child.parent!;
    const parent = this.partOf(child.query, number);
    const work = this.workOf(parent);
    const part = partOf(parts, parent) as Part | undefined;
    if (part?.active === true && work.isNeighbour(parent, slot, from)) {
      work.report(part, slot, from, message.delta);
    } else {
      // Nobody here asks, or no longer. Mostly the neighbour is about to hear of it; after a crash it is not.
      work.send(from, { kind: 'cancel', query: message.query, part: message.part });
    }
    return parts;
  }

  private partOf(query: number, part: number): PatternPartPlan {
    return this.plans.get(query)!.parts[part] as PatternPartPlan;
  }

  /** What the home of a group tells a root, or is reported by it. */
  private receiveForRoot(
    parts: NodeParts,
    plan: StandingPlan,
    part: PatternPartPlan,
    from: NodeId,
    message: StandingMessage,
  ): NodeParts {
    if (message.kind === 'report') return this.memberReports(parts, plan, from, message);
    if (homeAbove(plan, part.number) === undefined) return parts;
    return message.kind === 'subscribe' ? this.homeAsksRoot(parts, part, from) : this.left(parts, part, from);
  }

  /** What the home of a group reports to another one, or is told by it. */
  private receiveForGroup(
    parts: NodeParts,
    plan: StandingPlan,
    part: HomePartPlan,
    from: NodeId,
    message: StandingMessage,
  ): NodeParts {
    switch (message.kind) {
      case 'subscribe':
        this.rows.results.homeAsksHome(plan, part, from, partOf(parts, part) as GroupHome | undefined);
        return parts;
      case 'cancel':
        return this.left(parts, part, from);
      case 'report':
        return this.memberReports(parts, plan, from, message);
    }
  }

  private memberReports(
    parts: NodeParts,
    plan: StandingPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeParts {
    const homePlan = homeAbove(plan, message.part);
    if (homePlan === undefined) return parts;
    const known = partOf(parts, homePlan) as GroupHome | undefined;
    const home = known ?? new GroupHome(homePlan, plan);
    this.rows.results.memberReports(home, from, message.delta);
    if (known === undefined) return home.isIdle ? parts : this.counts.withNew(parts, home);
    return home.isIdle ? this.counts.withoutOld(parts, home) : parts;
  }

  private left(parts: NodeParts, plan: PatternPartPlan | HomePartPlan, home: NodeId): NodeParts {
    const member = partOf(parts, plan) as Member | undefined;
    if (member === undefined) return parts;
    this.rows.results.left(member, home);
    return member.isIdle ? this.counts.withoutOld(parts, member) : parts;
  }

  private homeAsksRoot(parts: NodeParts, plan: PatternPartPlan, home: NodeId): NodeParts {
    const root = partOf(parts, plan) as RowRoot | undefined;
    const rows = root?.isReady === true ? currentRows(root) : undefined;
    this.rows.results.homeAsksRoot(plan.query, home, root, rows);
    return parts;
  }
}
