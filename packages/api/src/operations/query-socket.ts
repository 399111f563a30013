/**
 * Queries over a WebSocket. The client runs and cancels queries by numbers that it chooses; rows are sent as they are
 * found. Both versions of the API have it. They differ in some terms, which a `QueryProtocol` defines.
 */
import type { ValueMap } from '@weir/model';

/** Form in which the rows of a query are sent. */
export type RowShape = 'table' | 'values' | 'nodes' | 'edges';

export interface RunQuery {
  readonly type: 'RunQuery';
  readonly queryId: number;
  readonly query: string;
  readonly language: 'Cypher' | 'Gremlin';
  readonly shape: RowShape;
  readonly parameters: ValueMap;
  /** Milliseconds since the Unix epoch. */
  readonly atTime?: number | undefined;
  /** Rows per message; if given alone, exactly this many. Default: no limit if there is a time, else 1. */
  readonly maxResultBatch?: number | undefined;
  /** Time after which rows are sent at the latest. */
  readonly resultsWithinMillis?: number | undefined;
}

export type ClientMessage = RunQuery | { readonly type: 'CancelQuery'; readonly queryId: number };

export interface QueryProtocol {
  /** @throws RequestError with one text that describes the error. */
  readonly decode: (text: string) => ClientMessage;
  /** Value reported as the columns of nodes and edges. */
  readonly columnsOfEntities: null | undefined;
}
