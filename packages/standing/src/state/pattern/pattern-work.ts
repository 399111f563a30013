/**
 * Life of one pattern node on one graph node: it becomes active or inactive, subscribes to neighbors and unsubscribes,
 * processes their reports, and reports changes to its own subscribers. The layout (witness-work.ts, rows/row-work.ts)
 * decides what a pattern node stores, and the effect of a change.
 *
 * Invariants between two messages, for a pattern node with a state:
 *
 * - It is active exactly if its local test holds. If so, it has subscribed to the child on the neighbor over every
 *   half-edge that fits a pattern edge; otherwise to none.
 * - Only such neighbors have entries in the pattern edges: an entry is dropped as soon as its subscription ends.
 * - Every subscriber has received the current report, or, while the pattern node waits for answers, nothing.
 */
import { EventKind, type NodeId } from '@weir/model';
import type { PatternNodePlan } from '../../plan/standing-plan.js';
import type { Delta, StandingRow } from '../../contract/delta.js';
import type { NodeChange } from '../../contract/node-change.js';
import type { Origin } from '../../contract/origin.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingMessage } from '../../contract/standing-message.js';
import type { StandingNode } from '../../contract/standing-node.js';
import type { StandingRecorder } from '../../contract/standing-recorder.js';
import type { Doubt } from './doubt.js';
import type { PatternState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from '../node/standing-events.js';

type EdgeOf<Plan extends PatternNodePlan> = Plan['patternEdges'][number];

/** One per engine and layout; `begin` points it at the current node and message. */
export abstract class PatternWork<State extends PatternState, Plan extends PatternNodePlan> {
  protected node!: StandingNode;
  protected effects!: StandingEffects;
  protected origin: Origin | undefined = undefined;
  protected initial = false;

  constructor(protected readonly recorder: StandingRecorder) {}

  begin(node: StandingNode, effects: StandingEffects, origin: Origin | undefined, initial: boolean): void {
    this.node = node;
    this.effects = effects;
    this.origin = origin;
    this.initial = initial;
  }

  /** Whether an edge to the node fits a pattern edge. */
  abstract isNeighbor(plan: Plan, edgeIndex: number, node: NodeId): boolean;

  /** Pattern edges with subscriptions. */
  protected abstract subscribingEdges(plan: Plan): readonly EdgeOf<Plan>[];
  protected abstract neighborsOver(patternEdge: EdgeOf<Plan>): Iterable<NodeId>;

  /** The local test began to hold. */
  abstract activate(state: State): void;
  /** The local test ceased to hold, or the last subscriber has left (then `quietly`). */
  abstract deactivate(state: State, change: NodeChange, quietly: boolean): void;
  /** The pattern node stays active while its node's values and edges change. */
  abstract follow(state: State, change: NodeChange): void;
  /** A neighbor with a subscription reports. */
  abstract report(state: State, edgeIndex: number, from: NodeId, delta: Delta): void;
  /** Sends a subscriber the complete report, regardless of earlier reports; nothing while it is unknown. */
  abstract answer(state: State, asker: NodeId): void;
  /** After a crash: answers subscribers, and corrects the results of a root. */
  abstract answerAgain(state: State, doubt: Doubt): void;

  /** After a crash: subscribes to neighbors, or cancels subscriptions. @param state `undefined`: it was dropped. */
  askAgain(plan: Plan, state: State | undefined, doubt: Doubt): void {
    const isActive = state?.active === true;
    const asksAll = isActive && doubt.asksAll;
    const cancelsAll = !isActive && doubt.hasEnded;
    for (const patternEdge of this.subscribingEdges(plan)) {
      const { index, child } = patternEdge;
      const isAsking = (other: NodeId): boolean => isActive && this.isNeighbor(plan, index, other);
      if (asksAll) for (const other of this.neighborsOver(patternEdge)) this.subscribeTo(plan, child, other);
      else for (const other of doubt.nodes) if (isAsking(other)) this.subscribeTo(plan, child, other);
      if (cancelsAll) for (const other of this.neighborsOver(patternEdge)) this.cancel(plan, child, other);
      for (const other of doubt.gone) if (!isAsking(other)) this.cancel(plan, child, other);
    }
  }

  send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node.id, to, message);
    this.effects.send(to, message);
  }

  journalSubscriber(state: State, subscriber: NodeId, subscribed: boolean): void {
    const kind = subscribed ? StandingEventKind.Subscribed : StandingEventKind.Unsubscribed;
    this.journal(state.plan, [kind, state.plan.number, subscriber]);
  }

  /** The pattern node, not a root, became active. */
  protected journalAsked(plan: Plan): void {
    if (this.subscribingEdges(plan).length > 0) this.journal(plan, [StandingEventKind.Asked, plan.number]);
  }

  protected journal(plan: { readonly query: number }, payload: StandingPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }

  subscribeTo(plan: Plan, child: number, neighbor: NodeId): void {
    const { origin, initial } = this;
    this.send(neighbor, { kind: 'subscribe', query: plan.query, nodeIndex: child, origin, initial });
  }

  protected cancel(plan: Plan, child: number, neighbor: NodeId): void {
    this.send(neighbor, { kind: 'cancel', query: plan.query, nodeIndex: child });
  }

  protected reportOf(
    plan: Plan,
    reset: boolean,
    added: readonly StandingRow[],
    removed: readonly StandingRow[],
  ): StandingMessage {
    const { origin, initial } = this;
    const delta: Delta = { reset, added, removed, origin, initial };
    return { kind: 'report', query: plan.query, nodeIndex: plan.number, delta };
  }
}
