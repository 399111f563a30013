/**
 * What happens to one pattern node on one graph node: it becomes active or ceases to be, asks neighbours and stops
 * asking them, takes their reports, and tells its own subscribers what changed for them. Here is what that is for every
 * pattern node; what a pattern node knows, and what a change of it amounts to, its layout says (witness-work.ts,
 * rows/row-work.ts).
 *
 * Invariants between two messages, for a pattern node that is there:
 * - it is active exactly if its local test holds; then it has subscribed to the child on the neighbour over every half
 *   edge that fits a pattern edge, and else to none;
 * - only such neighbours have entries in the pattern edges: what is not subscribed to is forgotten at once;
 * - every subscriber has been told what is reported to it, or, while it waits for answers, nothing.
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
import type { PatternState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from '../node/standing-events.js';

/** One per engine and layout, pointed at the node and message at hand by `begin`. */
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

  /** Some edge to the node fits a pattern edge. */
  abstract isNeighbour(plan: Plan, edgeIndex: number, node: NodeId): boolean;

  /** The local test began to hold. */
  abstract activate(state: State): void;
  /** The local test ceased to hold, or nobody is subscribed any more (then `quietly`). */
  abstract deactivate(state: State, change: NodeChange, quietly: boolean): void;
  /** The pattern node stays active while its node's values and edges change. */
  abstract follow(state: State, change: NodeChange): void;
  /** A neighbour that is subscribed to reports. */
  abstract report(state: State, edgeIndex: number, from: NodeId, delta: Delta): void;
  /** Everything that a subscriber should know, whatever it was told before; nothing while that is not known. */
  abstract answer(state: State, asker: NodeId): void;
  /** After a crash: asks, answers, and sets right what a root reported. */
  abstract speakAgain(state: State): void;

  send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node.id, to, message);
    this.effects.send(to, message);
  }

  journalSubscriber(state: State, subscriber: NodeId, subscribed: boolean): void {
    const kind = subscribed ? StandingEventKind.Subscribed : StandingEventKind.Unsubscribed;
    this.journal(state.plan, [kind, state.plan.number, subscriber]);
  }

  protected journal(plan: { readonly query: number }, payload: StandingPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }

  subscribeTo(plan: Plan, child: number, neighbour: NodeId): void {
    const { origin, initial } = this;
    this.send(neighbour, { kind: 'subscribe', query: plan.query, nodeIndex: child, origin, initial });
  }

  protected cancel(plan: Plan, child: number, neighbour: NodeId): void {
    this.send(neighbour, { kind: 'cancel', query: plan.query, nodeIndex: child });
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
