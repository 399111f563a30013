/**
 * The rows of a query, read from the response as fast as the caller consumes them, so a slow reader slows the query.
 * Leaving the loop ends the query.
 */
import { ExactParser, writeExactly } from './exact-json.js';
import type { Service } from './service.js';
import { errorOfResponse, WeirClientError } from './weir-client-error.js';

export interface QueryOptions {
  /** Reads the graph as of this time. */
  readonly atTime?: Date | undefined;
  /** Milliseconds after which the service ends the query. The service's default is 20 seconds. */
  readonly timeout?: number | undefined;
  /** Refuses a query that may do more than read, with `access.denied`. Default false. */
  readonly readOnly?: boolean | undefined;
  /** Ends the query; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Query extends QueryOptions {
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One row: its values keyed by column name. */
export type QueryRow = Record<string, unknown>;

/** Can be iterated once; iterating starts the query. */
export class QueryRows<R = QueryRow> implements AsyncIterable<R> {
  private names: readonly string[] | undefined;
  private isStarted = false;

  constructor(
    private readonly service: Service,
    private readonly query: Query,
  ) {}

  /** Column names in the order of the query's RETURN. Available after the first row, or once all rows were read. */
  get columns(): readonly string[] | undefined {
    return this.names;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<R, void, undefined> {
    if (this.isStarted) throw new Error('These rows have already been read; run the query again');
    this.isStarted = true;
    const response = await this.service.send(this.request());
    if (!response.ok) throw await errorOfResponse(response);
    for await (const values of this.rowsIn(response)) {
      yield Object.fromEntries(this.names!.map((name, i) => [name, values[i]])) as R;
    }
  }

  /** Reads all rows. */
  async all(): Promise<R[]> {
    const rows: R[] = [];
    for await (const row of this) rows.push(row);
    return rows;
  }

  private request(): Request {
    const { text, parameters, atTime, timeout, readOnly, signal } = this.query;
    const address = new URL(`${this.service.baseUrl}/api/v2/graph/quine/cypher:query`);
    if (atTime !== undefined) address.searchParams.set('atTime', atTime.toISOString());
    if (timeout !== undefined) address.searchParams.set('timeout', `${timeout}ms`);
    if (readOnly === true) address.searchParams.set('readOnly', 'true');
    return new Request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: writeExactly({ text, parameters }),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  private async *rowsIn(response: Response): AsyncGenerator<readonly unknown[], void, undefined> {
    let rows: (readonly unknown[])[] = [];
    const parser = new ExactParser(['$.columns', '$.results.*'], (value, key) => {
      if (key === 'columns') this.names = value as string[];
      else rows.push(value as unknown[]);
    });
    const body = response.body?.getReader();
    try {
      for (;;) {
        const piece = await body?.read();
        if (piece === undefined || piece.done) break;
        parser.write(piece.value);
        yield* rows;
        rows = [];
      }
    } catch (error) {
      throw this.brokenBy(error, response.status);
    } finally {
      // Ends the query if its response was not read to the end.
      await body?.cancel().catch(() => undefined);
    }
    if (!parser.isEnded) throw this.brokenBy(new Error('the response ends early'), response.status);
  }

  private brokenBy(error: unknown, status: number): unknown {
    if (this.query.signal?.aborted) return this.query.signal.reason;
    const isBroken = error instanceof TypeError || this.names !== undefined;
    return new WeirClientError(
      isBroken ? 'connection.broken' : 'answer.unreadable',
      isBroken
        ? 'The response ended early: the query failed, or the connection was lost'
        : 'The response is not that of a query. Check that the URL is that of a Weir server.',
      status,
      { cause: error },
    );
  }
}
