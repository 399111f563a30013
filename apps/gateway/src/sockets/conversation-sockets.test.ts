/** Queries and the language server over WebSockets, in both versions of the API. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestEnvironment } from '@weir/platform/testing';
import type { Request } from 'express';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-jsonrpc/node';
import { WebSocket } from 'ws';
import { clientOfService } from '../testing/client-of-service.js';
import { ConversationSockets } from './conversation-sockets.js';
import { WebSocketUpgrades } from './web-socket-upgrades.js';

const client = clientOfService();
const { ask, cypher } = client;
const V1 = '/api/v1/query';
const V2 = '/api/v2/graph/quine/query/ws';

async function open(path: string) {
  const socket = new WebSocket(client.service.url.replace('http', 'ws') + path);
  const messages: Record<string, unknown>[] = [];
  let arrived = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Record<string, unknown>);
    arrived();
  });
  await once(socket, 'open');
  return {
    socket,
    say: (message: object | string) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    take: async (count: number) => {
      while (messages.length < count) await new Promise<void>(resolve => (arrived = resolve));
      return messages.splice(0, count);
    },
    /** Reads until the query ends. */
    takeAll: async () => {
      const isOver = () => messages.some(({ type }) => type === 'QueryFinished' || type === 'QueryFailed');
      while (!isOver()) await new Promise<void>(resolve => (arrived = resolve));
      return messages.splice(0);
    },
  };
}

const v2 = (query: string, others: object = {}) => ({
  type: 'RunQuery',
  queryId: 1,
  query,
  sort: 'Text',
  ...others,
});
const rows = (messages: Record<string, unknown>[]) =>
  messages.filter(({ type }) => type === 'TabularResults').map(({ results }) => results);

test('sends batches of one row, of a number of rows, or of all rows within a time', async () => {
  const { socket, say, takeAll } = await open(V2);
  const query = 'UNWIND range(1, 5) AS x RETURN x';
  say(v2(query));
  expect(rows(await takeAll())).toEqual([[[1]], [[2]], [[3]], [[4]], [[5]]]);
  say(v2(query, { maxResultBatch: 2 }));
  expect(rows(await takeAll())).toEqual([[[1], [2]], [[3], [4]], [[5]]]);
  say(v2(query, { resultsWithinMillis: 60_000 }));
  expect(rows(await takeAll())).toEqual([[[1], [2], [3], [4], [5]]]);
  say(v2('UNWIND [1] AS x CALL util.sleep(100000) RETURN x', { resultsWithinMillis: 1, queryId: 2 }));
  socket.close();
});

test.each([
  [V1, { sort: 'NodeSort', parameters: { x: 1 }, language: 'Cypher' }, undefined],
  [V2, { sort: 'Node', parameters: { x: 1 } }, null],
  ['/api/v2/query/ws', { sort: 'Node', parameters: { x: 1 }, interpreter: 'Cypher' }, null],
])('returns nodes over %s', async (path, words, columns) => {
  await cypher('MATCH (n) WHERE id(n) = idFrom("socket", 1) SET n.v = 1, n:Socket');
  const { socket, say, takeAll } = await open(path);
  const query = 'MATCH (n) WHERE id(n) = idFrom("socket", $x) RETURN n';
  say({ type: 'RunQuery', queryId: 7, query, ...words });
  const [started, results, finished] = await takeAll();
  expect(started).toEqual({
    type: 'QueryStarted',
    queryId: 7,
    isReadOnly: true,
    canContainAllNodeScan: false,
    ...(columns === undefined ? {} : { columns }),
  });
  expect(results).toMatchObject({
    type: 'NodeResults',
    results: [{ label: 'Socket', properties: { v: 1 } }],
  });
  expect(finished).toEqual({ type: 'QueryFinished', queryId: 7 });
  socket.close();
});

test('streams results of a standing query until it is canceled, while other queries run', async () => {
  const pattern = {
    type: 'Cypher',
    query: 'MATCH (n:Heard) RETURN n.v AS v',
    mode: 'MULTIPLE_VALUES',
  };
  await ask('POST', '/api/v2/graph/quine/standingQueries', { name: 'heard', pattern });
  const { socket, say, take } = await open(V2);
  say(v2('CALL standing.wiretap({name: "heard"}) YIELD data RETURN data.v AS v', { queryId: 1 }));
  expect(await take(1)).toMatchObject([{ type: 'QueryStarted', queryId: 1 }]);
  say(v2('RETURN 1 AS one', { queryId: 2 }));
  expect(await take(3)).toMatchObject([
    { type: 'QueryStarted', queryId: 2 },
    { type: 'TabularResults', queryId: 2, results: [[1]] },
    { type: 'QueryFinished', queryId: 2 },
  ]);
  await cypher('CREATE (:Heard {v: 42})');
  expect(await take(1)).toMatchObject([{ type: 'TabularResults', queryId: 1, results: [[42]] }]);
  say(v2('RETURN 1', { queryId: 1 }));
  expect(await take(1)).toMatchObject([
    { type: 'MessageError', error: expect.stringContaining('Query ID 1 is already being used') as string },
  ]);
  say({ type: 'CancelQuery', queryId: 1 });
  expect(await take(2)).toEqual([{ type: 'MessageOk' }, { type: 'QueryFinished', queryId: 1 }]);
  say({ type: 'CancelQuery', queryId: 1 });
  expect(await take(1)).toMatchObject([{ type: 'MessageError' }]);
  socket.close();
});

test.each<[path: string, message: object | string, error: string]>([
  [V2, 'no JSON', 'ParsingFailure'],
  [V2, { type: 'Other' }, 'discriminator'],
  [V2, v2('RETURN 1', { odd: 1 }), 'Unexpected field: [odd]'],
  [V2, v2('RETURN 1', { sort: 'TextSort' }), '.sort'],
  [V2, v2('RETURN'), 'SyntaxError'],
  [V2, v2('RETURN 1', { atTime: 9_999_999_999_999 }), 'system time'],
  [V2, v2('RETURN 1', { interpreter: 'QuinePattern' }), 'valid values are: Cypher'],
  [
    V1,
    { type: 'RunQuery', queryId: 0, query: 'RETURN 1', sort: 'TextSort', language: 'Cypher' },
    '.parameters',
  ],
])('%s: %j gets an error, and the next query runs', async (path, message, error) => {
  const { socket, say, take } = await open(path);
  say(message);
  expect(await take(1)).toMatchObject([
    { type: 'MessageError', error: expect.stringContaining(error) as string },
  ]);
  say({
    ...v2('RETURN 1 AS x'),
    ...(path === V1 ? { sort: 'TextSort', parameters: {}, language: 'Cypher' } : {}),
  });
  expect(await take(3)).toMatchObject([{}, { results: [[1]] }, { type: 'QueryFinished' }]);
  socket.close();
});

test('reports a query that fails while it runs', async () => {
  const { socket, say, takeAll } = await open(V2);
  say(v2('UNWIND [1, 0] AS x RETURN 1 / x'));
  const actual = await takeAll();
  expect(actual.at(-1)).toMatchObject({
    type: 'QueryFailed',
    message: expect.stringMatching(/Arithmetic/) as string,
  });
  socket.close();
});

test('rejects binary messages and plain requests', async () => {
  const { socket, take } = await open(V1);
  socket.send(Buffer.from('{}'));
  expect(await take(1)).toEqual([
    { type: 'MessageError', error: 'Binary websocket messages are not supported' },
  ]);
  socket.close();
  expect((await ask('GET', V1)).status).toBe(400);
});

/** Adapts a socket to the reader of an editor's library. */
class Reader extends AbstractMessageReader {
  constructor(private readonly socket: WebSocket) {
    super();
  }

  listen(receive: DataCallback): Disposable {
    const received = (data: Buffer): void => receive(JSON.parse(data.toString()) as Message);
    this.socket.on('message', received);
    return { dispose: () => void this.socket.off('message', received) };
  }
}

class Writer extends AbstractMessageWriter {
  constructor(private readonly socket: WebSocket) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.socket.send(JSON.stringify(message));
  }

  end(): void {
    this.socket.close();
  }
}

async function openEditor(path: string) {
  const { socket } = await open(path);
  const editor = createMessageConnection(new Reader(socket), new Writer(socket));
  editor.listen();
  return { socket, editor };
}

const uri = 'file:///a.cypher';
const textDocument = { uri, languageId: 'cypher', version: 1 };

describe.each(['/api/v1/lsp', '/api/v2/lsp'])('a language server at %s', path => {
  test('returns diagnostics, completions and word types as the text changes', async () => {
    const { socket, editor } = await openEditor(path);
    const { capabilities } = await editor.sendRequest<{ capabilities: object }>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities).toMatchObject({
      textDocumentSync: { openClose: true, change: 2 },
      completionProvider: { triggerCharacters: ['.', ' '] },
      semanticTokensProvider: { full: true },
    });
    await editor.sendNotification('initialized', {});
    await editor.sendNotification('textDocument/didOpen', {
      textDocument: { ...textDocument, text: 'MATCH (n)\nWHERE id(n) = idFrom(1)\nRETRN toUp' },
    });
    const wrong = await editor.sendRequest('textDocument/diagnostic', { textDocument });
    expect(wrong).toMatchObject({
      kind: 'full',
      items: [{ severity: 1, code: 'cypher.syntax', range: { start: { line: 2, character: 0 } } }],
    });
    await editor.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: { line: 2, character: 3 }, end: { line: 2, character: 5 } }, text: 'URN' },
      ],
    });
    const place = { textDocument: { uri }, position: { line: 2, character: 11 } };
    const { items } = await editor.sendRequest<{ items: { label: string }[] }>(
      'textDocument/completion',
      place,
    );
    expect(items.find(({ label }) => label === 'toUpper')).toMatchObject({
      kind: 3,
      textEdit: { newText: 'toUpper', range: { start: { line: 2, character: 7 } } },
    });
    await cypher('CREATE (:A)');
    await editor.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 3 },
      contentChanges: [{ text: 'MATCH (n:A) WHERE id(n) = idFrom(1)\nRETURN toUpper(n.x)' }],
    });
    expect(await editor.sendRequest('textDocument/diagnostic', { textDocument })).toEqual({
      kind: 'full',
      items: [],
    });
    const hovered = { textDocument, position: { line: 1, character: 9 } };
    expect(await editor.sendRequest('textDocument/hover', hovered)).toMatchObject({
      contents: { value: expect.stringContaining('toUpper(') as string },
      range: { start: { line: 1, character: 7 }, end: { line: 1, character: 14 } },
    });
    expect(
      await editor.sendRequest('textDocument/hover', { textDocument, position: { line: 0, character: 1 } }),
    ).toBeNull();
    expect(await editor.sendRequest('quine/queryKind', { textDocument })).toEqual({ kind: 'unknown' });
    const { data } = await editor.sendRequest<{ data: number[] }>('textDocument/semanticTokens/full', {
      textDocument,
    });
    // MATCH, n, A, and the start of the second line.
    expect(data.slice(0, 15)).toEqual([0, 0, 5, 1, 0, 0, 7, 1, 6, 0, 0, 2, 1, 9, 0]);
    expect(data).toEqual(expect.arrayContaining([1, 0, 6, 1, 0]));
    const closed = once(socket, 'close');
    expect(await editor.sendRequest('shutdown')).toBeNull();
    await expect(editor.sendRequest('quine/queryKind', { textDocument })).rejects.toMatchObject({
      code: -32600,
    });
    await editor.sendNotification('exit');
    await closed;
  });
});

test('a language server answers unsupported requests with errors, and continues', async () => {
  const { socket, say, take } = await open('/api/v2/lsp');
  let id = 0;
  const asked = async (method: string, params?: object) => {
    say({ jsonrpc: '2.0', id: ++id, method, params });
    return (await take(1))[0]!;
  };
  const failed = async (method: string, params?: object) => (await asked(method, params))['error'];
  expect(await failed('textDocument/hover')).toMatchObject({ code: -32002 });
  await asked('initialize', {});
  expect(await failed('initialize', {})).toMatchObject({ code: -32601 });
  expect(await failed('textDocument/rename', {})).toMatchObject({ code: -32601 });
  expect(await failed('textDocument/hover', { textDocument })).toMatchObject({ code: -32602 });
  expect(await failed('quine/queryKind', { textDocument })).toMatchObject({
    code: -32602,
    message: `${uri} is not open`,
  });
  say('{');
  expect(await take(1)).toMatchObject([{ id: null, error: { code: -32700 } }]);
  say([]);
  expect(await take(1)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  say({ jsonrpc: '2.0', method: '$/setTrace', params: { value: 'off' } });
  say({ jsonrpc: '2.0', id: 0, result: null });

  // Too long, then short again.
  const actual = (method: string, params: object) => say({ jsonrpc: '2.0', method, params });
  const text = ' '.repeat(16_384);
  actual('textDocument/didOpen', { textDocument: { ...textDocument, text } });
  expect(await asked('textDocument/diagnostic', { textDocument })).toMatchObject({ result: { items: [] } });
  const end = { line: 0, character: 16_384 };
  const longer = [{ range: { start: end, end }, text: 'x' }];
  actual('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: longer });
  expect(await asked('textDocument/diagnostic', { textDocument })).toMatchObject({
    result: { items: [{ message: expect.stringContaining('16384 characters') as string }] },
  });
  expect(await failed('quine/queryKind', { textDocument })).toMatchObject({ code: -32602 });
  actual('textDocument/didChange', {
    textDocument: { uri, version: 3 },
    contentChanges: [{ text: 'MATCH (n) RETURN n' }],
  });
  expect(await asked('quine/queryKind', { textDocument })).toMatchObject({ result: { kind: 'node' } });

  // More documents than are kept.
  for (let i = 0; i < 64; i++)
    actual('textDocument/didOpen', { textDocument: { uri: `file:///${i}`, version: 1, text: '' } });
  expect(await failed('quine/queryKind', { textDocument: { uri: 'file:///63' } })).toMatchObject({
    code: -32602,
  });

  // Canceled while waiting for its turn.
  for (const each of ['a', 'b'])
    say({ jsonrpc: '2.0', id: each, method: 'quine/queryKind', params: { textDocument } });
  say({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'b' } });
  const answers = await take(2);
  expect(answers.map(answer => answer['id'])).toEqual(['a', 'b']);
  expect(answers[0]).toMatchObject({ result: { kind: 'node' } });
  socket.close();
});

test('reads messages of a client no faster than it answers them', async () => {
  const environment = new TestEnvironment();
  const upgrades = new WebSocketUpgrades();
  const sockets = new ConversationSockets(environment, { upgrades, heartbeatMillis: 1000, open: new Set() });
  const waiting: (() => void)[] = [];
  let received = 0;
  const server = createServer();
  upgrades.listenOn(server, request => {
    void sockets.serve(request as Request, () => ({
      receive: () => {
        received++;
        return new Promise(resolve => waiting.push(resolve));
      },
      end: () => undefined,
    }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await once(socket, 'open');
  const messages = 5_000;
  for (let i = 0; i < messages; i++) socket.send('x'.repeat(2000));
  const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
  while (received < 64) await turn();
  // By now the server knows that its messages are not read; those in flight have arrived.
  for (let turns = 0; turns < 200; turns++) await turn();
  expect(received).toBeLessThan(500);
  while (received < messages) {
    for (const answered of waiting.splice(0)) answered();
    await turn();
  }
  socket.terminate();
  server.close();
  server.closeAllConnections();
});
