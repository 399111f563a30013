/**
 * Queries as HTTP requests, each with one response: used if WebSockets do not work. Canceling a query closes its
 * connection.
 */
import { addressOf } from './base-address.js';
import { parseExactly } from './exact-json.js';
import { messageOfError, refusalOf } from './http.js';
import type { ApiVersion, Queries, QueryListener, QueryRequest, Rows } from './queries.js';

export class QueryRequests implements Queries {
  constructor(private readonly version: ApiVersion) {}

  run(request: QueryRequest, listener: QueryListener): () => void {
    const ending = new AbortController();
    const end = (error: string | undefined): void => {
      if (!ending.signal.aborted) listener.ended(error);
    };
    this.request(request, ending.signal).then(
      ({ columns, results }) => {
        if (ending.signal.aborted) return;
        listener.started?.({ columns, mayScan: false });
        if (results.length > 0) listener.rows?.(results);
        end(undefined);
      },
      (error: unknown) => end(messageOfError(error)),
    );
    return () => {
      end(undefined);
      ending.abort();
    };
  }

  private async request(
    { query, parameters = {}, atTime }: QueryRequest,
    signal: AbortSignal,
  ): Promise<Answer> {
    const isFirst = this.version === 1;
    const url = new URL(addressOf(isFirst ? 'api/v1/query/cypher' : 'api/v2/graph/quine/cypher:query'));
    if (atTime !== undefined && isFirst) url.searchParams.set('at-time', String(atTime));
    else if (atTime !== undefined) url.searchParams.set('atTime', new Date(atTime).toISOString());
    const body = JSON.stringify({ text: query, parameters });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    const text = await response.text();
    if (!response.ok) throw refusalOf(response, text);
    return parseExactly(text) as Answer;
  }
}

interface Answer {
  readonly columns: Rows['columns'];
  readonly results: Rows['rows'];
}
