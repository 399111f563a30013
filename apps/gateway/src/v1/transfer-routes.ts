import type { V1Endpoints } from '@weir/api';
import { json, WRITTEN, type Handlers } from '../http/endpoint-router.js';
import { streamResponse } from '../http/stream-response.js';
import type { Services } from '../services/services.js';

type TransferEndpoints = Pick<V1Endpoints, 'backup' | 'exportGraph' | 'importGraph'>;

export function transferRoutes({ graph }: Services): Handlers<TransferEndpoints> {
  return {
    backup: async ({ request, response, signal }) => {
      response.attachment('weir.backup');
      if (request.method === 'HEAD') response.status(200).end();
      else await streamResponse(graph.backup(), 'application/octet-stream', response, signal);
      return WRITTEN;
    },
    exportGraph: async ({ request, query, response, signal }) => {
      const atTime = query['at-time'];
      const lines = graph.exportLines(atTime === undefined ? {} : { atTime });
      if (request.method === 'HEAD') response.status(200).type('application/x-ndjson').end();
      else await streamResponse(lines, 'application/x-ndjson', response, signal);
      return WRITTEN;
    },
    importGraph: async ({ request }) => {
      try {
        return json(await graph.importLines(request.iterator({ destroyOnReturn: false })));
      } finally {
        // The rest of a body that is refused is read all the same, so that the client gets to read why.
        request.resume();
      }
    },
  };
}
