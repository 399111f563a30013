/** Queries over WebSockets, in both versions of the API. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientOfService } from '../testing/client-of-service.js';

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
    /** To the end of the query. */
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

test('batches: a row each, so many each, or all within a time', async () => {
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
])('nodes over %s', async (path, words, columns) => {
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

test('results of a standing query, live, until it is cancelled; others run meanwhile', async () => {
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
])('%s: %j gets an error, and the next query is run', async (path, message, error) => {
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

test('a query that fails while it runs', async () => {
  const { socket, say, takeAll } = await open(V2);
  say(v2('UNWIND [1, 0] AS x RETURN 1 / x'));
  const told = await takeAll();
  expect(told.at(-1)).toMatchObject({
    type: 'QueryFailed',
    message: expect.stringMatching(/Arithmetic/) as string,
  });
  socket.close();
});

test('binary messages, and plain requests, are refused', async () => {
  const { socket, take } = await open(V1);
  socket.send(Buffer.from('{}'));
  expect(await take(1)).toEqual([
    { type: 'MessageError', error: 'Binary websocket messages are not supported' },
  ]);
  socket.close();
  expect((await ask('GET', V1)).status).toBe(400);
});
