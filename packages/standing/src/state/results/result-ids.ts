/**
 * Ids of new results. While a plan takes another one's place, a result of it gets the id of the old plan's result with
 * the same row on the same node, if there is one: then nothing has to be renamed for a row that stays.
 *
 * Equal rows of one node stand in the order in which they began, and the latest is the first to end. So an id has one
 * place among them as long as its result lasts, and who takes for the n-th of the new plan's rows the id of the old
 * plan's n-th never gives one to two of them; whatever slept or was restarted meanwhile. The new plan may come to it
 * again, after its first result with that id has ended.
 */
import { type NodeId, NodeValue, type Value } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { ResultState } from './result-state.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingRow } from '../../contract/delta.js';
import { type NodeStates, stateOf } from '../node/node-states.js';

export class ResultIds {
  /** By the number of the plan that comes. */
  private readonly predecessors = new Map<number, StandingPlan>();
  private node!: NodeId;
  private states: NodeStates = undefined;

  /** @param from `undefined`: results of the plan get fresh ids again. */
  inherit(query: number, from: StandingPlan | undefined): void {
    if (from === undefined) this.predecessors.delete(query);
    else this.predecessors.set(query, from);
  }

  /** The node that is worked on from now on, as it was before. */
  at(node: NodeId, states: NodeStates): void {
    if (this.predecessors.size === 0) return;
    this.node = node;
    this.states = states;
  }

  /** @param known the query's results on the node until now, if there can be several. */
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

/** The row of a match that is no more than a node. */
export function matchRow({ result }: StandingPlan, node: NodeId): readonly Value[] {
  const root = [new NodeValue(node, [], {}, true)];
  return result.projections.map(projection => projection(root)!);
}
