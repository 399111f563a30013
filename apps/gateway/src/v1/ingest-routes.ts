import type { V1Endpoints } from '@weir/api';
import { WeirError } from '@weir/model';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import type { Services } from '../services/services.js';

type IngestEndpoints = Pick<
  V1Endpoints,
  'listIngest' | 'createIngest' | 'getIngest' | 'deleteIngest' | 'pauseIngest' | 'startIngest'
>;

export function ingestRoutes({ ingest }: Services): Handlers<IngestEndpoints> {
  return {
    listIngest: () => {
      const byName = ingest.list().map(({ name, ...info }) => [name, info] as const);
      return json(Object.fromEntries(byName));
    },
    createIngest: async ({ params, body }) => {
      await ingest.create(params.name, body);
      return empty(200);
    },
    getIngest: ({ params }) => {
      const info = ingest.get(params.name);
      if (!info) throw new WeirError('ingest.not-found', `There is no ingest stream '${params.name}'`);
      return json(info);
    },
    deleteIngest: async ({ params }) => json(await ingest.delete(params.name)),
    pauseIngest: async ({ params }) => json(await ingest.pause(params.name)),
    startIngest: async ({ params }) => json(await ingest.start(params.name)),
  };
}
