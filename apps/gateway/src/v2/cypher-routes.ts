import type { V2Endpoints } from '@weir/api';
import { RequestError } from '@weir/api';
import type { ValueMap } from '@weir/model';
import { WRITTEN, type Handlers } from '../http/endpoint-router.js';
import { tableShape, writeRows } from '../http/row-writer.js';
import type { QueryAnswer } from '../services/cypher-queries.js';
import type { Services } from '../services/services.js';

/** What a query may take, unless the request says otherwise. */
const DEFAULT_TIMEOUT_MILLIS = 20_000;

export function cypherRoutes(services: Services): Handlers<Pick<V2Endpoints, 'query-cypher'>> {
  return {
    'query-cypher': async ({ query, body, response, signal }) => {
      const answer = await runQuery(services, body, { signal, ...query });
      await writeRows(answer, tableShape(answer), response);
      return WRITTEN;
    },
  };
}

/** Rejects with `cypher.*` or `request.invalid`. */
export async function runQuery(
  { cypher }: Services,
  { text, parameters }: { readonly text: string; readonly parameters: ValueMap },
  options: { signal: AbortSignal; atTime?: number | undefined; timeout?: number | undefined },
): Promise<QueryAnswer> {
  if (text.trim() === '') throw new RequestError(['The query is blank'], {}, 'body');
  const { signal, atTime, timeout = DEFAULT_TIMEOUT_MILLIS } = options;
  const time = atTime === undefined ? {} : { atTime };
  return cypher.run(text, { parameters, signal, timeout, ...time }, 'atTime');
}
