/** A test server that shares a table of Parquet files by the Delta Sharing protocol, over HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parquetWriteBuffer } from 'hyparquet-writer';

export interface TableRow {
  readonly id: number;
  readonly name: string;
  /** For files of changes. */
  readonly change?: string;
}

export interface TableAction {
  readonly kind: 'add' | 'remove' | 'cdf';
  readonly id: string;
  readonly rows: readonly TableRow[];
  readonly partitionValues?: Readonly<Record<string, string | null>>;
  readonly dataChange?: boolean;
  readonly hasDeletionVector?: boolean;
  /** Replaces a file of its rows. */
  readonly bytes?: Uint8Array;
  /** Replaces its own URL. */
  readonly url?: string;
}

/** Returns whether it has sent the response. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

const TOKEN = 'the token of the share';
const PREFIX = '/sharing/shares/the%20share/schemas/s/tables/t';
export const COMMITTED_MILLIS = 1_700_000_000_000;

export class SharedTable {
  /** By version. */
  readonly versions: (readonly TableAction[])[] = [];
  readonly requests: string[] = [];
  format: 'parquet' | 'delta' = 'parquet';
  id = 'table-1';
  token = TOKEN;
  schema: readonly object[] = [
    { name: 'id', type: 'integer' },
    { name: 'name', type: 'string' },
  ];
  configuration: Readonly<Record<string, string>> = { enableChangeDataFeed: 'true' };
  /** Called before everything else. */
  handler: Handler = () => false;
  sharesHistory = true;
  private signature = 1;
  private readonly files = new Map<string, Uint8Array>();
  private server!: Server;

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.requests.push(
        `${request.method} ${request.url!.replace(PREFIX, '').replace(/\?signature=\d+$/, '')}`,
      );
      if (!this.handler(request, response)) void this.answer(request, response);
    });
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  definition(more: object = {}): object {
    return {
      type: 'DeltaSharingCdf',
      endpoint: `${this.origin}/sharing/`,
      auth: { type: 'BearerToken', bearerToken: TOKEN },
      shareName: 'the share',
      schemaName: 's',
      tableName: 't',
      startingVersion: 0,
      pollIntervalMs: 5,
      ...more,
    };
  }

  commit(...actions: TableAction[]): void {
    this.versions.push(actions);
    for (const action of actions) this.files.set(fileName(action), action.bytes ?? fileOf(action));
  }

  /** Invalidates the URLs handed out so far. */
  expire(): void {
    this.signature++;
  }

  /** The files of a version. */
  filesAt(version: number): TableAction[] {
    const there = new Map<string, TableAction>();
    for (const action of this.versions.slice(0, version + 1).flat()) {
      if (action.kind === 'add') there.set(action.id, action);
      if (action.kind === 'remove') there.delete(action.id);
    }
    return [...there.values()];
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.origin);
    if (url.pathname.startsWith('/files/')) {
      this.file(url, request, response);
      return;
    }
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      refuse(response, 401, 'UNAUTHENTICATED');
      return;
    }
    const newest = this.versions.length - 1;
    switch (url.pathname.replace(PREFIX, '')) {
      case '/version':
        response.writeHead(200, { 'delta-table-version': newest }).end();
        return;
      case '/query': {
        const { version = newest } = (await jsonOf(request)) as { version?: number };
        if (version !== newest && !this.sharesHistory) refuse(response, 400, 'no history is shared');
        else
          this.lines(
            response,
            version,
            this.filesAt(version).map(file => this.line(file, 'file', undefined)),
          );
        return;
      }
      case '/changes': {
        const [from, to] = ['startingVersion', 'endingVersion'].map(name =>
          Number(url.searchParams.get(name)),
        );
        const versions = this.versions.slice(from, to! + 1);
        const lines = versions.flatMap((actions, i) =>
          actions.map(action => this.line(action, action.kind, from! + i)),
        );
        // In no particular order.
        this.lines(response, from!, lines.reverse());
        return;
      }
      default:
        refuse(response, 404, 'no such table');
    }
  }

  private lines(response: ServerResponse, version: number, lines: readonly object[]): void {
    const isDelta = this.format === 'delta';
    const protocol = { minReaderVersion: 1 };
    const metadata = {
      id: this.id,
      format: { provider: 'parquet' },
      schemaString: JSON.stringify({ type: 'struct', fields: this.schema }),
      partitionColumns: [],
      configuration: this.configuration,
    };
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'delta-table-version': version });
    const all = [
      { protocol: isDelta ? { deltaProtocol: protocol } : protocol },
      { metaData: isDelta ? { deltaMetadata: metadata } : metadata },
      ...lines,
    ];
    response.end(all.map(line => `${JSON.stringify(line)}\n`).join(''));
  }

  private line(action: TableAction, kind: TableAction['kind'] | 'file', version: number | undefined): object {
    const { id, partitionValues = {}, dataChange = true, hasDeletionVector = false } = action;
    const name = encodeURIComponent(fileName(action));
    const url = action.url ?? `${this.origin}/files/${name}?signature=${this.signature}`;
    const size = this.files.get(fileName(action))!.length;
    const versioned = version === undefined ? {} : { version, timestamp: COMMITTED_MILLIS + version };
    if (this.format === 'parquet')
      return {
        [kind]: {
          url,
          id,
          partitionValues,
          size,
          ...versioned,
          ...(hasDeletionVector ? { deletionVector: {} } : {}),
        },
      };
    const said = {
      path: url,
      partitionValues,
      size,
      dataChange,
      ...(hasDeletionVector ? { deletionVector: { storageType: 'u' } } : {}),
    };
    const word = kind === 'cdf' ? 'cdc' : kind === 'file' ? 'add' : kind;
    return { file: { id, ...versioned, deltaSingleAction: { [word]: said } } };
  }

  private file(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const bytes = this.files.get(decodeURIComponent(url.pathname.slice('/files/'.length)));
    if (request.headers.authorization !== undefined) refuse(response, 400, 'a token for the store');
    else if (url.searchParams.get('signature') !== String(this.signature)) refuse(response, 403, 'expired');
    else if (bytes === undefined) refuse(response, 404, 'gone');
    else {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const part = range === null ? bytes : bytes.subarray(Number(range[1]), Number(range[2]) + 1);
      response.writeHead(range === null ? 200 : 206, { 'content-length': part.length }).end(part);
    }
  }
}

export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ errorCode: 'CODE', message }));
}

function fileName({ kind, id }: TableAction): string {
  return kind === 'cdf' ? `cdf-${id}` : id;
}

/** With row groups of three rows. */
export function fileOf({ kind, rows }: Pick<TableAction, 'kind' | 'rows'>): Uint8Array {
  const changes = {
    name: '_change_type',
    data: rows.map(row => row.change ?? 'insert'),
    type: 'STRING' as const,
  };
  const columnData = [
    { name: 'id', data: rows.map(({ id }) => id), type: 'INT32' as const },
    { name: 'name', data: rows.map(({ name }) => name), type: 'STRING' as const },
    ...(kind === 'cdf' ? [changes] : []),
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 3 }));
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}
