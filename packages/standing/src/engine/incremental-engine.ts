/** The engine of one shard: finds the pattern nodes that a change or message concerns and runs them. */
import type { Direction, NodeId, StandingEvent } from '@weir/model';
import { type PlanNode, rootOf, type StandingPlan } from '../plan/standing-plan.js';
import { holdsOnNode } from '../state/node/node-reading.js';
import { writersOf } from '../state/origins/writers.js';
import type { AcrossNodes, StandingEngine } from '../contract/standing-engine.js';
import { NO_RECORDER, type StandingRecorder } from '../contract/standing-recorder.js';
import type { NodeChange } from '../contract/node-change.js';
import type { Origin } from '../contract/origin.js';
import type { ResultName } from '../contract/standing-result.js';
import type { StandingEffects } from '../contract/standing-effects.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingRow } from '../contract/delta.js';
import type { StandingState } from '../contract/standing-state.js';
import { PlansAcrossNodes } from './plans-across-nodes.js';
import { condenseState } from './state-condense.js';
import {
  allStates,
  type NodeStates,
  sealed,
  stateOf,
  unsealed,
  withoutState,
} from '../state/node/node-states.js';
import { PatternEngine } from './pattern-engine.js';
import { NO_SIZE_WATCH, type QueryCounts, type SizeWatch, StateCounts } from '../state/node/state-counts.js';
import { eachResult } from '../state/results/current-results.js';
import { ResultIds } from '../state/results/result-ids.js';
import { ResultRenaming } from '../state/results/result-renaming.js';
import { applyStandingEvent, deriveState } from './state-replay.js';
import type { StandingPayload } from '../state/node/standing-events.js';
import { StartedPlans } from './started-plans.js';
import { WatchIndex } from './watch-index.js';

export interface RegisteringStandingEngine extends StandingEngine {
  /**
   * Query numbers are never reused, even after a removal. With several independent engines, first register the query
   * with `started` false on all of them, then call `start` on each: an engine ignores messages about a query that it
   * does not know, and ignored messages are lost.
   */
  register(plan: StandingPlan, started?: boolean): void;
  /** From now on nodes evaluate the registered query. */
  start(query: number): void;
  /** The plan that the engine runs, for `explainNode`. */
  planOf(query: number): StandingPlan | undefined;
  /** States and results of a registered query, net of those removed, since it was registered. */
  countsOf(query: number): QueryCounts | undefined;
  /** Nodes drop the remaining state of the query when they are next synchronized, or with `withoutRemoved`. */
  remove(query: number): void;
  /**
   * While `from` is a registered query, a new result of `query` reuses the id of a result of `from` on the same node
   * with the same row, unless `query` has that id already. `undefined`: results get fresh ids again. An id may be
   * reused again after its result of `query` has ended.
   */
  inheritResultIds(query: number, from: number | undefined): void;
}

export function createStandingEngine(
  recorder: StandingRecorder = NO_RECORDER,
  sizes: SizeWatch = NO_SIZE_WATCH,
): RegisteringStandingEngine {
  return new IncrementalEngine(recorder, sizes);
}

const NOTHING: NodeChange = { properties: [], labels: [], edgesAdded: [], edgesRemoved: [] };

class IncrementalEngine implements RegisteringStandingEngine {
  private readonly plans = new Map<number, StandingPlan>();
  private readonly started = new StartedPlans();
  /** Roots of plans that nodes do not evaluate yet. */
  private readonly unstarted = new Set<PlanNode>();
  /** Started plans that track origins. */
  private tracking: readonly StandingPlan[] = [];
  private readonly index = new WatchIndex();
  private readonly across = new PlansAcrossNodes();
  private readonly counts: StateCounts;
  private readonly ids = new ResultIds();
  private readonly renaming = new ResultRenaming();
  private readonly patterns: PatternEngine;

  constructor(
    private readonly recorder: StandingRecorder,
    sizes: SizeWatch,
  ) {
    this.counts = new StateCounts(sizes);
    this.patterns = new PatternEngine(this.plans, recorder, this.counts, this.ids);
  }

  register(plan: StandingPlan, started = true): void {
    this.plans.set(plan.query, plan);
    this.counts.register(plan);
    // If it has started elsewhere, other nodes send subscriptions here: track the changes that these depend on from now
    // on.
    this.index.add(plan);
    this.across.add(plan);
    this.unstarted.add(plan.nodes[0]!);
    if (started) this.start(plan.query);
  }

  start(query: number): void {
    const plan = this.plans.get(query);
    if (plan === undefined || this.started.has(plan)) return;
    this.started.add(plan);
    this.unstarted.delete(plan.nodes[0]!);
    if (plan.tracksOrigins) this.tracking = [...this.tracking, plan];
  }

  inheritResultIds(query: number, from: number | undefined): void {
    this.ids.inherit(query, from === undefined ? undefined : this.plans.get(from));
  }

  countsOf(query: number): QueryCounts | undefined {
    return this.counts.of(query);
  }

  planOf(query: number): StandingPlan | undefined {
    return this.plans.get(query);
  }

  get startCount(): number {
    return this.started.count;
  }

  fixedNodes(after = 0): readonly NodeId[] {
    return this.started.fixedNodes(after);
  }

  remove(query: number): void {
    const plan = this.plans.get(query);
    if (plan === undefined) return;
    this.started.remove(plan);
    this.unstarted.delete(plan.nodes[0]!);
    this.plans.delete(query);
    this.counts.remove(query);
    this.index.remove(plan);
    this.across.remove(plan);
    this.ids.inherit(query, undefined);
    this.tracking = this.tracking.filter(other => other !== plan);
  }

  get acrossNodes(): AcrossNodes | undefined {
    return this.across.areAny ? this.across : undefined;
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

  isRelevantEdgeProperty(label: string, direction: Direction): boolean {
    return this.index.watchesEdgeProperty(label, direction);
  }

  isRelevantExistence(): boolean {
    return this.index.watchesExistence;
  }

  get tracksOrigins(): boolean {
    return this.tracking.length > 0;
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
    for (const plan of this.tracking) states = this.patterns.noteWriters(node, states, plan, change);
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
    let states = this.ofRegistered(unsealed(state));
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
    farewells: readonly StandingEvent[],
    effects: StandingEffects,
  ): StandingState | undefined {
    const states = this.ofRegistered(unsealed(state));
    this.begin(node, states, effects, undefined, false);
    for (const state of allStates(states)) {
      this.patterns.speakAgain(states, state);
    }
    for (const [, query, payload] of farewells) {
      const plan = this.plans.get(query);
      if (plan !== undefined) this.patterns.doubt(states, plan, payload as StandingPayload);
    }
    return sealed(states);
  }

  renameResults(
    state: StandingState | undefined,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[] {
    return this.renaming.rename(unsealed(state), query, names, effects);
  }

  endRenaming(): void {
    this.renaming.end();
  }

  currentResults(
    state: StandingState | undefined,
    query: number,
    visit: (resultId: string, row: StandingRow | undefined) => void,
  ): void {
    eachResult(unsealed(state), query, visit);
  }

  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined {
    const plan = this.plans.get(event[1]);
    if (plan === undefined) return state;
    return sealed(applyStandingEvent(unsealed(state), plan, event[2] as StandingPayload));
  }

  restored(node: StandingNode, state: StandingState): StandingState | undefined {
    const states = unsealed(state);
    for (const state of allStates(states)) {
      const plan = this.plans.get(state.plan.query)!;
      deriveState(state, node, plan, writersOf(states, plan));
    }
    return state;
  }

  condense(state: StandingState): readonly StandingEvent[] {
    return condenseState(unsealed(state), this.plans);
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

  withoutRemoved(state: StandingState): StandingState | undefined {
    return sealed(this.ofRegistered(unsealed(state)));
  }

  /** The states of plans that are still registered. */
  private ofRegistered(states: NodeStates): NodeStates {
    let kept = states;
    for (const state of allStates(states)) {
      if (this.plans.get(state.plan.query)?.nodes[state.plan.number] !== state.plan)
        kept = withoutState(kept, state);
    }
    return kept;
  }
}
