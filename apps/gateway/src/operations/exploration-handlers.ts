import type { ExplorationOperations } from '@weir/api';
import type { Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';

export function explorationHandlers({ ui }: Services): Handlers<ExplorationOperations> {
  return {
    getSampleQueries: () => ui.get('sampleQueries'),
    putSampleQueries: ({ body }) => ui.replace('sampleQueries', body),
    getQuickQueries: () => ui.get('quickQueries'),
    putQuickQueries: ({ body }) => ui.replace('quickQueries', body),
    getNodeAppearances: () => ui.get('nodeAppearances'),
    putNodeAppearances: ({ body }) => ui.replace('nodeAppearances', body),
  };
}
