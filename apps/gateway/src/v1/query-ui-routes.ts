import type { V1Endpoints } from '@weir/api';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';

export type QueryUiEndpoints = Pick<
  V1Endpoints,
  | 'getSampleQueries'
  | 'putSampleQueries'
  | 'getQuickQueries'
  | 'putQuickQueries'
  | 'getNodeAppearances'
  | 'putNodeAppearances'
>;

export function queryUiRoutes({ ui }: Services): Handlers<QueryUiEndpoints> {
  return {
    getSampleQueries: () => json(ui.get('sampleQueries')),
    putSampleQueries: async ({ body }) => {
      await ui.replace('sampleQueries', body);
      return empty(204);
    },
    getQuickQueries: () => json(ui.get('quickQueries')),
    putQuickQueries: async ({ body }) => {
      await ui.replace('quickQueries', body);
      return empty(204);
    },
    getNodeAppearances: () => json(ui.get('nodeAppearances')),
    putNodeAppearances: async ({ body }) => {
      await ui.replace('nodeAppearances', body);
      return empty(204);
    },
  };
}
