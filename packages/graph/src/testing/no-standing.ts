/** An engine without queries. */
import type { StandingEngine } from '@weir/standing';

export const NO_STANDING: StandingEngine = {
  queries: { acrossNodes: undefined, tracksOrigins: false, fixedNodes: () => [], startCount: 0 },
  relevance: {
    isAnyPropertyRelevant: () => false,
    isRelevantProperty: () => false,
    isRelevantLabel: () => false,
    isRelevantEdge: () => false,
    isRelevantEdgeProperty: () => false,
    isRelevantExistence: () => false,
  },
  evaluation: {
    change: (_node, state) => state,
    receive: (_node, state) => state,
    synchronize: (_node, state) => state,
    isBehind: () => false,
    resynchronize: (_node, state) => state,
  },
  states: {
    withoutRemoved: state => state,
    replay: state => state,
    restored: (_node, state) => state,
    condense: () => [],
  },
  results: { rename: (_state, _query, names) => names, endRenaming: () => undefined, visit: () => undefined },
};
