/** The interface between the server and the program that runs it. */
import type { IncomingMessage } from 'node:http';
import type { Value, ValueMap } from '@weir/model';

export interface BoltDoor {
  /**
   * Returns the user with this token; `undefined` if the client sent none. Rejects with `access.*`, or with
   * `graph.not-ready`.
   */
  admit(token: string | undefined): Promise<BoltUser>;
  /** Throws `request.forbidden` for a WebSocket that a page of another web site opens. */
  checkWebSocket(request: IncomingMessage): void;
}

export interface BoltUser {
  /**
   * Compiles and starts a query. Rejects with `cypher.*`, or `access.*` if the user may not run it or is no longer
   * valid.
   */
  run(query: BoltQuery): Promise<BoltResult>;
}

export interface BoltQuery {
  readonly text: string;
  readonly parameters: ValueMap;
  /** Whether a query that may write is rejected with `access.denied`. */
  readonly onlyReads: boolean;
  /** Milliseconds; 0 for no limit; `undefined` for the limit of the server. */
  readonly timeout: number | undefined;
  /** Cancels the query. */
  readonly signal: AbortSignal;
}

export interface BoltResult {
  readonly columns: readonly string[];
  readonly isReadOnly: boolean;
  /** Rows in batches. Leaving the loop stops the query. Throws the error of the query. */
  batches(): AsyncIterable<readonly (readonly Value[])[]>;
  /** Stops a query whose rows no loop has begun to read. */
  stop(): Promise<void>;
}
