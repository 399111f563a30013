/** Finds the pattern nodes that a change or message concerns, and updates them. */
import type { NodeId } from '@weir/model';
import {
  type GroupNodePlan,
  patternNodeNumbered,
  type PatternNodePlan,
  type StandingPlan,
} from '../plan/standing-plan.js';
import { layoutOf } from './layouts.js';
import { type NodeStates, stateOf } from '../state/node/node-states.js';
import { WitnessWork } from '../state/witnesses/witness-work.js';
import type { PatternState } from '../state/pattern/pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from '../state/node/standing-events.js';
import type { Doubt } from '../state/pattern/doubt.js';
import type { PatternWork } from '../state/pattern/pattern-work.js';
import type { StateCounts } from '../state/node/state-counts.js';
import type { ResultIds } from '../state/results/result-ids.js';
import type { NodeChange } from '../contract/node-change.js';
import type { StandingEffects } from '../contract/standing-effects.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingRecorder } from '../contract/standing-recorder.js';
import { globalGroupNodesOf, groupNodeAbove } from '../state/groups/group-nodes.js';
import type { Member } from '../state/groups/member.js';
import { holdsOnNode } from '../state/node/node-reading.js';
import { Writers, writersOf, writersPlanOf } from '../state/origins/writers.js';

import { currentRows } from '../state/rows/output-rows.js';
import { GroupNode } from '../state/groups/group-node.js';
import { RowRoot } from '../state/rows/row-state.js';
import { RowWork } from '../state/rows/row-work.js';

type Work = PatternWork<PatternState, PatternNodePlan>;

const NO_CAUSE = { origin: undefined, initial: false };
const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class PatternEngine {
  private readonly rows: RowWork;
  private readonly witnesses: WitnessWork;

  constructor(
    private readonly plans: ReadonlyMap<number, StandingPlan>,
    recorder: StandingRecorder,
    private readonly counts: StateCounts,
    ids: ResultIds,
  ) {
    this.rows = new RowWork(query => plans.get(query)!, recorder, counts, ids);
    this.witnesses = new WitnessWork(plans, recorder, counts, ids);
  }

  begin(...context: Parameters<RowWork['begin']>): void {
    this.rows.begin(...context);
    this.witnesses.begin(...context);
  }

  /** The work object for the plan's state layout. */
  private workOf({ kind }: PatternNodePlan): Work {
    return kind === 'rows' ? this.rows : this.witnesses;
  }

  /**
   * Updates a pattern node after a change of its graph node; creates a root's state when its demands begin to hold,
   * drops it when they cease to.
   */
  evaluate(node: StandingNode, states: NodeStates, plan: PatternNodePlan, change: NodeChange): NodeStates {
    const work = this.workOf(plan);
    if (plan.tracksOrigins) this.readWriters(states, plan.query);
    const state = stateOf<PatternState>(states, plan);
    if (state === undefined) {
      if (!plan.isRoot || !holdsOnNode(plan, node)) return states;
      const root = layoutOf(plan).newState(plan);
      work.activate(root);
      return this.counts.withNew(states, root);
    }
    const holds = holdsOnNode(plan, node);
    if (state.active && holds) {
      work.follow(state, change);
    } else if (holds) {
      work.activate(state);
    } else if (state.active) {
      work.deactivate(state, change, false);
      if (plan.isRoot && state.isIdle) return this.counts.withoutOld(states, state);
    }
    return states;
  }

  receive(
    node: StandingNode,
    states: NodeStates,
    plan: StandingPlan,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): NodeStates {
    const planNode = plan.nodes[message.nodeIndex];
    if (planNode === undefined || planNode.kind === 'writers') return states;
    this.beginWith(node, planNode, message, effects);
    if (planNode.kind === 'group') return this.receiveForGroup(states, plan, planNode, from, message);
    if (planNode.tracksOrigins) this.readWriters(states, plan.query);
    if (planNode.isRoot) return this.receiveForRoot(states, plan, planNode, from, message);
    switch (message.kind) {
      case 'subscribe':
        return this.subscribed(node, states, planNode, from);
      case 'cancel':
        return this.cancelled(states, planNode, from);
      case 'ask':
        return this.asked(states, planNode, from);
      case 'report':
        return this.reported(states, planNode, from, message);
    }
  }

  private beginWith(
    node: StandingNode,
    planNode: PatternNodePlan | GroupNodePlan,
    message: StandingMessage,
    effects: StandingEffects,
  ): void {
    const { origin, initial } =
      message.kind === 'report' ? message.delta : message.kind === 'subscribe' ? message : NO_CAUSE;
    const parent = planNode.kind === 'group' ? undefined : planNode.parent;
    // A report or an `ask` goes to the pattern node above its sender.
    const asking =
      (message.kind === 'report' || message.kind === 'ask') && parent !== undefined
        ? this.planNodeOf(planNode.query, parent.nodeIndex)
        : planNode;
    const work = asking.kind === 'group' ? this.rows : this.workOf(asking);
    work.begin(node, effects, origin, initial === true);
  }

  /** Groups that exist without members exist from the beginning. */
  showGlobalGroups(node: StandingNode, states: NodeStates, plan: StandingPlan): NodeStates {
    let all = states;
    for (const { node: id, planNode } of globalGroupNodesOf(plan)) {
      if (id !== node.id) continue;
      const known = stateOf<GroupNode>(all, planNode);
      const groupNode = known ?? new GroupNode(planNode, plan);
      this.rows.results.groupNodeAgain(groupNode);
      if (known === undefined && !groupNode.isIdle) all = this.counts.withNew(all, groupNode);
    }
    return all;
  }

  /** Notes which records wrote the changes, before the pattern nodes evaluate them. */
  noteWriters(node: StandingNode, states: NodeStates, plan: StandingPlan, change: NodeChange): NodeStates {
    const writersPlan = writersPlanOf(plan)!;
    const known = stateOf<Writers>(states, writersPlan);
    const writers = known ?? new Writers(writersPlan);
    const journal = this.rows.journalWriter(plan);
    for (const writing of change.writings ?? []) writers.note(writing, node.id, journal);
    if (!node.exists) writers.clear(journal);
    if (writers.isEmpty) return known === undefined ? states : this.counts.withoutOld(states, writers);
    return known === undefined ? this.counts.withNew(states, writers) : states;
  }

  private readWriters(states: NodeStates, query: number): void {
    this.rows.readWriters(writersOf(states, this.plans.get(query)!));
  }

  speakAgain(states: NodeStates, plan: PatternNodePlan | GroupNodePlan, doubt: Doubt): void {
    if (plan.kind === 'group') {
      const groupNode = stateOf<GroupNode>(states, plan);
      if (groupNode === undefined) return;
      this.rows.results.groupNodeAgain(groupNode);
      this.rows.results.requestMembers(groupNode, doubt);
      return;
    }
    if (plan.tracksOrigins) this.readWriters(states, plan.query);
    const work = this.workOf(plan);
    const state = stateOf<PatternState>(states, plan);
    work.askAgain(plan, state, doubt);
    if (state !== undefined) work.answerAgain(state, doubt);
  }

  /**
   * Asks a node that withdrew a subscription, a report or a membership, according to the event: it may have lost the
   * change that led to it.
   */
  askWhoWithdrew(states: NodeStates, plan: StandingPlan, event: StandingPayload): void {
    const { query } = plan;
    switch (event[0]) {
      case StandingEventKind.Unsubscribed: {
        const [, number, from] = event;
        const planNode = plan.nodes[number] as PatternNodePlan | undefined;
        if (planNode === undefined) return;
        this.workOf(planNode).send(from, { kind: 'ask', query, nodeIndex: number });
        return;
      }
      case StandingEventKind.Silent: {
        const [, number, member] = event;
        if (groupNodeAbove(plan, number) !== undefined)
          this.rows.results.requestMember(query, number, member);
        return;
      }
      case StandingEventKind.Left: {
        const [, groupNode, number = 0] = event;
        const member = plan.nodes[number];
        if (member?.kind === 'group') this.answerGroupNode(states, plan, member, groupNode);
        else if (member !== undefined) this.requestRootRows(states, member as PatternNodePlan, groupNode);
        return;
      }
      default:
    }
  }

  private subscribed(
    node: StandingNode,
    states: NodeStates,
    plan: PatternNodePlan,
    from: NodeId,
  ): NodeStates {
    const work = this.workOf(plan);
    const known = stateOf<PatternState>(states, plan);
    const state = known ?? layoutOf(plan).newState(plan);
    if (!state.isSubscribed(from)) work.journalSubscriber(state, from, true);
    if (known === undefined && holdsOnNode(plan, node)) work.activate(state);
    state.subscribe(from);
    work.answer(state, from);
    return known === undefined ? this.counts.withNew(states, state) : states;
  }

  private cancelled(states: NodeStates, plan: PatternNodePlan, from: NodeId): NodeStates {
    const work = this.workOf(plan);
    const state = stateOf<PatternState>(states, plan);
    if (state === undefined || !state.unsubscribe(from)) return states;
    work.journalSubscriber(state, from, false);
    if (state.hasSubscribers) return states;
    if (state.active) work.deactivate(state, NOTHING, true);
    return this.counts.withoutOld(states, state);
  }

  private reported(
    states: NodeStates,
    child: PatternNodePlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeStates {
    const { nodeIndex: number, edgeIndex } = child.parent!;
    const parent = this.planNodeOf(child.query, number);
    const work = this.workOf(parent);
    const state = stateOf<PatternState>(states, parent);
    if (state?.active === true && work.isNeighbor(parent, edgeIndex, from)) {
      work.report(state, edgeIndex, from, message.delta);
    } else {
      // There is no subscription, or not any more. Usually the cancellation is in flight to the neighbor; after a crash
      // it may be lost.
      work.send(from, { kind: 'cancel', query: message.query, nodeIndex: message.nodeIndex });
    }
    return states;
  }

  private asked(states: NodeStates, child: PatternNodePlan, from: NodeId): NodeStates {
    const { nodeIndex: number, edgeIndex } = child.parent!;
    const parent = this.planNodeOf(child.query, number);
    const work = this.workOf(parent);
    const isSubscriber = stateOf<PatternState>(states, parent)?.active === true;
    if (isSubscriber && work.isNeighbor(parent, edgeIndex, from)) {
      work.subscribeTo(parent, child.number, from);
    }
    return states;
  }

  private planNodeOf(query: number, nodeIndex: number): PatternNodePlan {
    return patternNodeNumbered(this.plans.get(query)!, nodeIndex);
  }

  /** Handles messages between a group node and a root. */
  private receiveForRoot(
    states: NodeStates,
    plan: StandingPlan,
    planNode: PatternNodePlan,
    from: NodeId,
    message: StandingMessage,
  ): NodeStates {
    if (message.kind === 'report') return this.memberReports(states, plan, from, message);
    if (message.kind === 'ask' || groupNodeAbove(plan, planNode.number) === undefined) return states;
    return message.kind === 'subscribe'
      ? this.requestRootRows(states, planNode, from)
      : this.left(states, planNode, from);
  }

  /** Handles messages between group nodes of successive groupings. */
  private receiveForGroup(
    states: NodeStates,
    plan: StandingPlan,
    planNode: GroupNodePlan,
    from: NodeId,
    message: StandingMessage,
  ): NodeStates {
    switch (message.kind) {
      case 'subscribe':
        this.answerGroupNode(states, plan, planNode, from);
        return states;
      case 'cancel':
        return this.left(states, planNode, from);
      case 'ask':
        return states;
      case 'report':
        return this.memberReports(states, plan, from, message);
    }
  }

  private answerGroupNode(
    states: NodeStates,
    plan: StandingPlan,
    asked: GroupNodePlan,
    groupNode: NodeId,
  ): void {
    const known = stateOf<GroupNode>(states, asked);
    this.rows.results.requestGroupRows(plan, asked, groupNode, known);
  }

  private memberReports(
    states: NodeStates,
    plan: StandingPlan,
    from: NodeId,
    message: StandingMessage & { kind: 'report' },
  ): NodeStates {
    const groupPlan = groupNodeAbove(plan, message.nodeIndex);
    if (groupPlan === undefined) return states;
    const known = stateOf<GroupNode>(states, groupPlan);
    const groupNode = known ?? new GroupNode(groupPlan, plan);
    this.rows.results.memberReports(groupNode, from, message.delta);
    if (known === undefined) return groupNode.isIdle ? states : this.counts.withNew(states, groupNode);
    return groupNode.isIdle ? this.counts.withoutOld(states, groupNode) : states;
  }

  private left(states: NodeStates, plan: PatternNodePlan | GroupNodePlan, groupNode: NodeId): NodeStates {
    const member = stateOf<Member>(states, plan);
    if (member === undefined) return states;
    this.rows.results.left(member, groupNode);
    return member.isIdle ? this.counts.withoutOld(states, member) : states;
  }

  private requestRootRows(states: NodeStates, plan: PatternNodePlan, groupNode: NodeId): NodeStates {
    const state = stateOf(states, plan);
    const root = state instanceof RowRoot ? state : undefined;
    const rows = root?.isReady === true ? currentRows(root) : undefined;
    this.rows.results.requestRootRows(plan.query, groupNode, root, rows);
    return states;
  }
}
