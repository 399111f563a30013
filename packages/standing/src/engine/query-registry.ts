/** The queries of one engine: which are registered, which nodes evaluate, and which changes they depend on. */
import type { NodeId } from '@weir/model';
import type { AcrossNodes, RegisteredQueries } from '../contract/registered-queries.js';
import type { PlanNode, StandingPlan } from '../plan/standing-plan.js';
import { allStates, type NodeStates, withoutState } from '../state/node/node-states.js';
import { type QueryCounts, type SizeWatch, StateCounts } from '../state/node/state-counts.js';
import { ResultIds } from '../state/results/result-ids.js';
import { PlansAcrossNodes } from './plans-across-nodes.js';
import { StartedPlans } from './started-plans.js';
import { WatchIndex } from './watch-index.js';

/** Registers, starts and removes queries. */
export interface QueryRegistration extends RegisteredQueries {
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
  /** Nodes drop the remaining state of the query when they are next synchronized, or with `StateStorage.withoutRemoved`. */
  remove(query: number): void;
  /**
   * While `from` is a registered query, a new result of `query` reuses the id of a result of `from` on the same node
   * with the same row, unless `query` has that id already. `undefined`: results get fresh ids again. An id may be
   * reused again after its result of `query` has ended.
   */
  inheritResultIds(query: number, from: number | undefined): void;
}

export class QueryRegistry implements QueryRegistration {
  /** By query number. */
  readonly plans = new Map<number, StandingPlan>();
  readonly started = new StartedPlans();
  /** Roots of plans that nodes do not evaluate yet. */
  readonly unstarted = new Set<PlanNode>();
  /** Started plans that track origins. */
  tracking: readonly StandingPlan[] = [];
  readonly index = new WatchIndex();
  readonly counts: StateCounts;
  readonly ids = new ResultIds();
  private readonly across = new PlansAcrossNodes();

  constructor(sizes: SizeWatch) {
    this.counts = new StateCounts(sizes);
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

  get tracksOrigins(): boolean {
    return this.tracking.length > 0;
  }

  /** The states of plans that are still registered. */
  statesOfRegistered(states: NodeStates): NodeStates {
    let kept = states;
    for (const state of allStates(states)) {
      if (this.plans.get(state.plan.query)?.nodes[state.plan.number] !== state.plan)
        kept = withoutState(kept, state);
    }
    return kept;
  }
}
