/** Rows about frames of the query WebSocket: every message of a conversation, sent or received. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { GatewayProcess } from '../support/gateway-process.js';
import type { RowLine } from './rows.js';

interface Words {
  readonly text: object;
  readonly nodes: object;
  readonly edges: object;
}

const WORDS: Readonly<Record<RowLine['version'], Words>> = {
  v1: {
    text: { sort: 'TextSort', parameters: {}, language: 'Cypher' },
    nodes: { sort: 'NodeSort', parameters: {}, language: 'Cypher' },
    edges: { sort: 'EdgeSort', parameters: {}, language: 'Cypher' },
  },
  v2: { text: { sort: 'Text' }, nodes: { sort: 'Node' }, edges: { sort: 'Edge' } },
};
const GREMLIN = { sort: 'TextSort', parameters: {}, language: 'Gremlin' };
const PAIR =
  "MATCH (a), (b) WHERE id(a) = idFrom('frames', 1) AND id(b) = idFrom('frames', 2) " +
  'SET a.v = 1 CREATE (a)-[:FRAMES]->(b)';

/** @returns messages that were not understood or not sent. */
export async function wrongFrames(gateway: GatewayProcess, row: RowLine): Promise<string[]> {
  await gateway.rows(PAIR);
  const path = row.operation.split(' ')[1]!.replace('{graph}', 'quine');
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/api/${row.version}${path}`);
  const received: { type: string; queryId?: number }[] = [];
  let arrived = (): void => undefined;
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as { type: string });
    arrived();
  });
  await once(socket, 'open');
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await new Promise<void>(resolve => (arrived = resolve));
  };
  const typesOf = (id: number): string[] =>
    received.filter(each => each.queryId === id).map(({ type }) => type);
  let asked = 0;
  const run = async (query: string, words: object): Promise<readonly string[]> => {
    const queryId = ++asked;
    const first = received.length;
    socket.send(JSON.stringify({ type: 'RunQuery', queryId, query, ...words }));
    const isOver = ({ type }: { type: string }): boolean =>
      /^(?:QueryFinished|QueryFailed|MessageError)$/.test(type);
    await until(() => received.slice(first).some(isOver));
    return typesOf(queryId);
  };

  const understood: string[] = [];
  const { text, nodes, edges } = WORDS[row.version];
  const actual = await run('RETURN 1 AS n', text);
  if (JSON.stringify(actual) === '["QueryStarted","TabularResults","QueryFinished"]')
    understood.push('RunQuery');
  await run("MATCH (n) WHERE id(n) = idFrom('frames', 1) RETURN n", nodes);
  await run("MATCH (n)-[e:FRAMES]->() WHERE id(n) = idFrom('frames', 1) RETURN e", edges);
  await run('UNWIND [1, 0] AS n RETURN 1 / n', text);
  if (row.version === 'v1') await run("g.V().has('v').values('v')", GREMLIN);

  const before = received.length;
  socket.send('no JSON');
  await until(() => received.length > before);
  const queryId = ++asked;
  const endless = 'UNWIND range(1, 1000) AS x CALL util.sleep(1000) RETURN x';
  socket.send(JSON.stringify({ type: 'RunQuery', queryId, query: endless, ...text }));
  await until(() => typesOf(queryId).includes('QueryStarted'));
  const started = received.length;
  socket.send(JSON.stringify({ type: 'CancelQuery', queryId }));
  await until(() => received.slice(started).some(({ type }) => type.startsWith('Message')));
  if (received.slice(started).some(({ type }) => type === 'MessageOk')) understood.push('CancelQuery');
  socket.terminate();

  const known = new Set([...understood, ...received.map(({ type }) => type)]);
  return row.rows.filter(word => !known.has(word)).map(word => `${word}: not among ${[...known].join(' ')}`);
}
