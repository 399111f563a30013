/** Renames current results; their cancellations carry the new ids. */
import { EventKind } from '@weir/model';
import type { HeldResults } from '../node/held-results.js';
import type { ResultName } from '../../contract/standing-result.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import { allStates, type NodeStates } from '../node/node-states.js';
import { StandingEventKind } from '../node/standing-events.js';

export class ResultRenaming {
  /** Holders that have an index of results by id. */
  private readonly searched = new Set<HeldResults>();

  /**
   * Does nothing if the results have the names already.
   * @returns names of results that exist under neither id.
   */
  rename(
    states: NodeStates,
    query: number,
    names: readonly ResultName[],
    effects: StandingEffects,
  ): readonly ResultName[] {
    let missing = names;
    for (const { plan, results } of allStates(states)) {
      if (plan.query !== query || results === undefined) continue;
      missing = renameIn(results, query, missing, effects);
      if (results.hasPositionIndex) this.searched.add(results);
    }
    return missing;
  }

  /** Ends a series of renames. */
  end(): void {
    for (const results of this.searched) results.dropPositionIndex();
    this.searched.clear();
  }
}

function renameIn(
  results: HeldResults,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  const missing: ResultName[] = [];
  for (const each of names) {
    const { resultId, row, name } = each;
    const at = results.positionOf(row, resultId);
    if (at !== undefined) {
      results.rename(row, at, name);
      effects.journal([EventKind.Standing, query, [StandingEventKind.ResultRenamed, at, name, row]]);
    } else if (results.positionOf(row, name) === undefined) missing.push(each);
  }
  return missing;
}
