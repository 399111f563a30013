/**
 * Queries over a WebSocket: the client runs and cancels queries by numbers that it chooses, rows come as they are found.
 * Both versions of the API have it; they differ in some words, which are a `QueryProtocol`.
 */
import type { ValueMap } from '@weir/model';

/** What the rows of a query become. */
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
  /** Rows of one message; alone, exactly so many. Default: without limit if there is a time, else 1. */
  readonly maxResultBatch?: number | undefined;
  /** Rows are told after so long at the latest. */
  readonly resultsWithinMillis?: number | undefined;
}

export type ClientMessage = RunQuery | { readonly type: 'CancelQuery'; readonly queryId: number };

export interface QueryProtocol {
  /** @throws RequestError with one text: what is wrong. */
  readonly decode: (text: string) => ClientMessage;
  /** What is told of the columns of nodes and edges. */
  readonly columnsOfEntities: null | undefined;
}
