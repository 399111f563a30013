/** Assembles the engine of one shard. */
import type { CurrentResults } from '../contract/current-results.js';
import type { StandingEngine } from '../contract/standing-engine.js';
import { NO_RECORDER, type StandingRecorder } from '../contract/standing-recorder.js';
import { unsealed } from '../state/node/node-states.js';
import { NO_SIZE_WATCH, type SizeWatch } from '../state/node/state-counts.js';
import { eachResult } from '../state/results/current-results.js';
import { ResultRenaming } from '../state/results/result-renaming.js';
import { IncrementalEvaluation } from './incremental-evaluation.js';
import { JournaledStates } from './journaled-states.js';
import { type QueryRegistration, QueryRegistry } from './query-registry.js';

/** An engine whose owner also registers its queries. */
export interface RegisteringStandingEngine extends StandingEngine {
  readonly queries: QueryRegistration;
}

export function createStandingEngine(
  recorder: StandingRecorder = NO_RECORDER,
  sizes: SizeWatch = NO_SIZE_WATCH,
): RegisteringStandingEngine {
  const queries = new QueryRegistry(sizes);
  return {
    queries,
    relevance: queries.index,
    evaluation: new IncrementalEvaluation(queries, recorder),
    states: new JournaledStates(queries),
    results: currentResults(),
  };
}

function currentResults(): CurrentResults {
  const renaming = new ResultRenaming();
  return {
    visit: (state, query, visit) => eachResult(unsealed(state), query, visit),
    rename: (state, query, names, effects) => renaming.rename(unsealed(state), query, names, effects),
    endRenaming: () => renaming.end(),
  };
}
