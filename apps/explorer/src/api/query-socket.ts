/**
 * Queries over one WebSocket: any number concurrently, each canceled on the server when it is canceled here. A lost
 * connection ends its queries; the next query opens another.
 */
import { parseExactly } from './exact-json.js';
import { socketAddressOf } from './base-address.js';
import type { ApiVersion, Queries, QueryListener, QueryRequest } from './queries.js';

/** Path of each version, and its name for the format of rows. */
const VERSIONS = {
  1: { path: 'api/v1/query', sort: 'TextSort' },
  2: { path: 'api/v2/graph/quine/query/ws', sort: 'Text' },
} as const;
const ROWS_AT_ONCE = 1000;
const ROWS_WITHIN_MILLIS = 60;

interface ServerMessage {
  readonly type: string;
  readonly queryId?: number;
  readonly columns?: readonly string[];
  readonly results?: readonly unknown[][];
  readonly canContainAllNodeScan?: boolean;
  readonly message?: string;
  readonly error?: string;
}

/** The request that a reply belongs to: replies have no number, and arrive in the order of the requests. */
type Sent = { readonly kind: 'run'; readonly queryId: number } | { readonly kind: 'cancel' };

export class QuerySocket implements Queries {
  private socket: WebSocket | undefined;
  private opening: Promise<WebSocket> | undefined;
  private readonly listeners = new Map<number, QueryListener>();
  private awaited: Sent[] = [];
  private lastId = 0;

  constructor(private readonly version: ApiVersion) {}

  /** @returns a function that cancels the query; it does nothing after the query has ended. */
  run(request: QueryRequest, listener: QueryListener): () => void {
    const queryId = ++this.lastId;
    this.listeners.set(queryId, listener);
    const { query, parameters = {}, atTime } = request;
    this.open().then(
      socket => {
        if (!this.listeners.has(queryId)) return;
        this.awaited.push({ kind: 'run', queryId });
        socket.send(
          JSON.stringify({
            type: 'RunQuery',
            queryId,
            query,
            sort: VERSIONS[this.version].sort,
            ...(this.version === 1 ? { language: 'Cypher' } : {}),
            parameters,
            ...(atTime === undefined ? {} : { atTime }),
            maxResultBatch: ROWS_AT_ONCE,
            resultsWithinMillis: ROWS_WITHIN_MILLIS,
          }),
        );
      },
      (error: unknown) => this.end(queryId, error instanceof Error ? error.message : String(error)),
    );
    return () => this.cancel(queryId);
  }

  private cancel(queryId: number): void {
    if (!this.listeners.has(queryId)) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.awaited.push({ kind: 'cancel' });
      this.socket.send(JSON.stringify({ type: 'CancelQuery', queryId }));
    }
    this.end(queryId, undefined);
  }

  private open(): Promise<WebSocket> {
    if (this.socket?.readyState === WebSocket.OPEN) return Promise.resolve(this.socket);
    this.opening ??= new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(socketAddressOf(VERSIONS[this.version].path));
      socket.onopen = () => {
        this.socket = socket;
        this.opening = undefined;
        resolve(socket);
      };
      socket.onmessage = ({ data }: MessageEvent<string>) =>
        this.receive(parseExactly(data) as ServerMessage);
      socket.onclose = () => {
        this.opening = undefined;
        this.socket = undefined;
        this.awaited = [];
        reject(new Error('The server could not be reached'));
        for (const queryId of [...this.listeners.keys()]) this.end(queryId, 'The connection was lost');
      };
    });
    return this.opening;
  }

  private receive(message: ServerMessage): void {
    const { type, queryId } = message;
    const listener = queryId === undefined ? undefined : this.listeners.get(queryId);
    switch (type) {
      case 'QueryStarted':
        this.awaited.shift();
        listener?.started?.({
          columns: message.columns ?? [],
          mayScan: message.canContainAllNodeScan ?? false,
        });
        break;
      case 'MessageOk':
        this.awaited.shift();
        break;
      case 'MessageError': {
        const sent = this.awaited.shift();
        if (sent?.kind === 'run') this.end(sent.queryId, message.error ?? type);
        break;
      }
      case 'TabularResults':
        listener?.rows?.(message.results ?? []);
        break;
      case 'QueryFailed':
        this.end(queryId!, message.message ?? type);
        break;
      case 'QueryFinished':
        this.end(queryId!, undefined);
        break;
    }
  }

  private end(queryId: number, error: string | undefined): void {
    const listener = this.listeners.get(queryId);
    this.listeners.delete(queryId);
    listener?.ended(error);
  }
}
