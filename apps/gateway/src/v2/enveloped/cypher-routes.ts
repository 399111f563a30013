import type { V2EnvelopedEndpoints } from '@weir/api';
import { WRITTEN, type Handlers } from '../../http/endpoint-router.js';
import { tableShape, writeRows } from '../../http/row-writer.js';
import type { Services } from '../../services/services.js';
import { runQuery } from '../cypher-routes.js';

export function envelopedCypherRoutes(
  services: Services,
): Handlers<Pick<V2EnvelopedEndpoints, 'enveloped-query-cypher'>> {
  return {
    'enveloped-query-cypher': async ({ query, body, response, signal }) => {
      const atTime = query.atTime ?? query['at-time'];
      const answer = await runQuery(services, body, { signal, atTime, timeout: query.timeout });
      const table = tableShape(answer);
      const shape = { ...table, start: `{"content":${table.start}`, end: `${table.end},"warnings":[]}` };
      await writeRows(answer, shape, response);
      return WRITTEN;
    },
  };
}
