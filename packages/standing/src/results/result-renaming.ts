/** Other ids for results that are true: their cancellations carry those. */
import { EventKind } from '@weir/model';
import type { ResultState } from './result-state.js';
import { GroupNode, RowRoot } from '../rows/row-state.js';
import type { ResultName, StandingEffects } from '../standing-contract.js';
import { allStates, type NodeStates } from '../engine/node-states.js';
import { WitnessRoot } from '../witnesses/witness-state.js';
import { StandingEventKind } from '../engine/standing-events.js';

export class ResultRenaming {
  /** Those that keep something to find results in. */
  private readonly states = new Set<ResultState>();

  /**
   * When results have the names already, nothing happens.
   * @returns names of results that are not there under either id.
   */
  rename(
    states: NodeStates,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[] {
    let missing = names;
    for (const patternNode of allStates(states)) {
      if (patternNode.plan.query !== query) continue;
      if (patternNode instanceof WitnessRoot) missing = renameMatch(patternNode, query, missing, effects);
      else if (patternNode instanceof RowRoot || patternNode instanceof GroupNode) {
        missing = renameRows(patternNode.results, query, missing, effects);
        if (patternNode.results.hasPlaces) this.states.add(patternNode.results);
      }
    }
    return missing;
  }

  /** No more names follow for now. */
  end(): void {
    for (const state of this.states) state.forgetPlaces();
    this.states.clear();
  }
}

function renameMatch(
  root: WitnessRoot,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  const known = root.resultId;
  if (known === undefined) return names;
  const found = names.find(({ resultId, name }) => resultId === known || name === known);
  if (found === undefined) return names;
  if (found.name !== known) {
    root.resultId = found.name;
    effects.journal([EventKind.Standing, query, [StandingEventKind.ResultBegan, found.name]]);
  }
  return names.filter(each => each !== found);
}

function renameRows(
  results: ResultState,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  const missing: ResultName[] = [];
  for (const each of names) {
    const { resultId, row, name } = each;
    const at = results.placeOf(row, resultId);
    if (at !== undefined) {
      results.rename(row, at, name);
      effects.journal([EventKind.Standing, query, [StandingEventKind.ResultRenamed, at, name, row]]);
    } else if (results.placeOf(row, name) === undefined) missing.push(each);
  }
  return missing;
}
