import type { ExplorationOperations } from '@weir/api';
import type { Handlers } from '../endpoint-router.js';
import type { Services } from '../../services.js';
import { checkTapQueries } from '../../ui/tap-queries.js';

export function explorationHandlers({ ui, graph }: Services): Handlers<ExplorationOperations> {
  return {
    getSampleQueries: () => ui.get('sampleQueries'),
    putSampleQueries: ({ body }) => ui.replace('sampleQueries', body),
    getQuickQueries: () => ui.get('quickQueries'),
    putQuickQueries: ({ body }) => ui.replace('quickQueries', body),
    getNodeAppearances: () => ui.get('nodeAppearances'),
    putNodeAppearances: ({ body }) => ui.replace('nodeAppearances', body),
    getEdgeAppearances: () => ui.get('edgeAppearances'),
    putEdgeAppearances: ({ body }) => ui.replace('edgeAppearances', body),
    getLayouts: () => ui.get('layouts'),
    putLayouts: ({ body }) => ui.replace('layouts', body),
    getTapQueries: () => ui.get('tapQueries'),
    putTapQueries: async ({ body }) => {
      await checkTapQueries(graph, body);
      await ui.replace('tapQueries', body);
    },
  };
}
