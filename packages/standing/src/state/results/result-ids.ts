/**
 * Ids of new results. While a plan replaces another, its result reuses the id of the old plan's result with the same
 * row on the same node, if there is one, so that an unchanged row needs no renaming.
 *
 * Equal rows of one node are kept in the order in which they began, and the latest ends first. So an id keeps its
 * position among them while its result lasts. If the n-th row of the new plan gets the id of the old plan's n-th, no id
 * is assigned twice, even if the node slept or the process restarted meanwhile. The new plan may reuse an id again
 * after its first result with that id has ended.
 */
import { type NodeId, NodeValue, type Value } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { ResultState } from './result-state.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingRow } from '../../contract/delta.js';
import { type NodeStates, stateOf } from '../node/node-states.js';

export class ResultIds {
  /** Keyed by the number of the new plan. */
  private readonly predecessors = new Map<number, StandingPlan>();
  private node!: NodeId;
  private states: NodeStates = undefined;

  /** @param from `undefined`: results of the plan get fresh ids again. */
  inherit(query: number, from: StandingPlan | undefined): void {
    if (from === undefined) this.predecessors.delete(query);
    else this.predecessors.set(query, from);
  }

  /** Sets the node to work on, with its states before the change. */
  at(node: NodeId, states: NodeStates): void {
    if (this.predecessors.size === 0) return;
    this.node = node;
    this.states = states;
  }

  /** @param known the query's current results on the node, if there can be several. */
  next(query: number, row: StandingRow, known: ResultState | undefined, effects: StandingEffects): string {
    const from = this.predecessors.size === 0 ? undefined : this.predecessors.get(query);
    if (from === undefined) return effects.resultId();
    return this.idOf(from, row, known?.countOf(row) ?? 0) ?? effects.resultId();
  }

  private idOf(plan: StandingPlan, row: StandingRow, index: number): string | undefined {
    const results = stateOf(this.states, plan.nodes[0]!)?.results;
    return results?.idAt(row, index, () => matchRow(plan, this.node));
  }
}

/** Returns the row of a match that is only a node. */
export function matchRow({ result }: StandingPlan, node: NodeId): readonly Value[] {
  const root = [new NodeValue(node, [], {}, true)];
  return result.projections.map(projection => projection(root)!);
}
