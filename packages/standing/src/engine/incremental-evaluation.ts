/** Finds the pattern nodes that a change or message concerns and runs them. */
import type { NodeId } from '@weir/model';
import type { NodeChange } from '../contract/node-change.js';
import type { NodeEvaluation } from '../contract/node-evaluation.js';
import type { Origin } from '../contract/origin.js';
import type { RecentChanges } from '../contract/recent-changes.js';
import type { StandingEffects } from '../contract/standing-effects.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingRecorder } from '../contract/standing-recorder.js';
import type { StandingState } from '../contract/standing-state.js';
import { type PlanNode, rootOf } from '../plan/standing-plan.js';
import { holdsOnNode } from '../state/node/node-reading.js';
import { type NodeStates, sealed, stateOf, unsealed } from '../state/node/node-states.js';
import type { StandingPayload } from '../state/node/standing-events.js';
import { PatternEngine } from './pattern-engine.js';
import { doubtsOf } from './recent-doubts.js';
import type { QueryRegistry } from './query-registry.js';

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

export class IncrementalEvaluation implements NodeEvaluation {
  private readonly patterns: PatternEngine;
  private readonly plans: QueryRegistry['plans'];
  private readonly started: QueryRegistry['started'];
  private readonly unstarted: QueryRegistry['unstarted'];
  private readonly index: QueryRegistry['index'];
  private readonly ids: QueryRegistry['ids'];

  constructor(
    private readonly queries: QueryRegistry,
    private readonly recorder: StandingRecorder,
  ) {
    const { plans, started, unstarted, index, ids } = queries;
    this.plans = plans;
    this.started = started;
    this.unstarted = unstarted;
    this.index = index;
    this.ids = ids;
    this.patterns = new PatternEngine(plans, recorder, queries.counts, ids);
  }

  change(
    node: StandingNode,
    state: StandingState | undefined,
    change: NodeChange,
    origin: Origin | undefined,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.recorder.changed(node.id, change);
    let states = unsealed(state);
    this.begin(node, states, effects, origin, false);
    for (const plan of this.queries.tracking) states = this.patterns.noteWriters(node, states, plan, change);
    for (const plan of this.index.touchedBy(change, node, states)) {
      if (this.unstarted.size > 0 && this.unstarted.has(plan)) continue;
      states = this.evaluate(node, states, plan, change);
    }
    return sealed(states);
  }

  receive(
    node: StandingNode,
    state: StandingState | undefined,
    from: NodeId,
    message: StandingMessage,
    effects: StandingEffects,
  ): StandingState | undefined {
    this.recorder.received(node.id, from, message);
    const plan = this.plans.get(message.query);
    if (plan === undefined) return state;
    const states = unsealed(state);
    this.ids.at(node.id, states);
    return sealed(this.patterns.receive(node, states, plan, from, message, effects));
  }

  synchronize(
    node: StandingNode,
    state: StandingState | undefined,
    initial: boolean,
    effects: StandingEffects,
    after = 0,
  ): StandingState | undefined {
    let states = this.queries.statesOfRegistered(unsealed(state));
    this.begin(node, states, effects, undefined, initial);
    for (const plan of this.started.mayHoldOn(node, after)) {
      const root = plan.nodes[0]!;
      if (stateOf(states, root) === undefined) states = this.evaluate(node, states, root, NOTHING);
    }
    for (const plan of this.started.withGlobalGroup(node.id, after)) {
      states = this.patterns.showGlobalGroups(node, states, plan);
    }
    return sealed(states);
  }

  isBehind(node: StandingNode, state: StandingState | undefined, after = 0): boolean {
    if (this.started.withGlobalGroup(node.id, after).length > 0) return true;
    const states = unsealed(state);
    return this.started.mayHoldOn(node, after).some(plan => {
      const root = rootOf(plan);
      return stateOf(states, root) === undefined && holdsOnNode(root, node);
    });
  }

  resynchronize(
    node: StandingNode,
    state: StandingState | undefined,
    recent: RecentChanges,
    effects: StandingEffects,
  ): StandingState | undefined {
    const states = this.queries.statesOfRegistered(unsealed(state));
    this.begin(node, states, effects, undefined, false);
    for (const [plan, doubt] of doubtsOf(node, states, recent, this.plans, this.index)) {
      if (plan.kind !== 'writers') this.patterns.speakAgain(states, plan, doubt);
    }
    for (const [, query, payload] of recent.events) {
      const plan = this.plans.get(query);
      if (plan !== undefined) this.patterns.askWhoWithdrew(states, plan, payload as StandingPayload);
    }
    return sealed(states);
  }

  private begin(
    node: StandingNode,
    states: NodeStates,
    effects: StandingEffects,
    origin: Origin | undefined,
    initial: boolean,
  ): void {
    this.ids.at(node.id, states);
    this.patterns.begin(node, effects, origin, initial);
  }

  private evaluate(node: StandingNode, states: NodeStates, plan: PlanNode, change: NodeChange): NodeStates {
    if (plan.kind === 'writers' || plan.kind === 'group') return states;
    return this.patterns.evaluate(node, states, plan, change);
  }
}
