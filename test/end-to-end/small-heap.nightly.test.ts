/**
 * Nodes that awake would take several times the heap that their worker may have: fewer stay awake, and it lives. It also
 * does where a full batch of records would make more than its heap can take.
 */
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const NODES = 60_000;
/** Some two kilobytes each. */
const QUERY = `MATCH (n) WHERE id(n) = idFrom('n', $that) SET n.texts = [i IN range(1, 150) | 'number ' + i]`;
/** Some 300 kilobytes each time, and few nodes that keep the last. */
const LARGE_QUERY = `MATCH (n) WHERE id(n) = idFrom('n', toInteger($that) % 20)
  SET n.texts = [i IN range(1, 3000) | 'the number of it is ' + i]`;
const LARGE_RECORDS = 3_000;
const LOST = /workers? (was|were) lost/;

let gateway: GatewayProcess;
beforeEach(async () => {
  gateway = await GatewayProcess.start('--data', 'data', '--workers', '1', '-Dweir.worker-heap-limit=80m');
});
afterEach(() => gateway.stop());

const isDone = ({ status }: { status: string }): boolean => status !== 'Running';

test('a worker is not lost to nodes that are larger than the limits on their number foresee', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: QUERY };
  // Of a record come kilobytes, so few are under way.
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: NODES, parallelism: 2 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: NODES } });
  expect(await gateway.rows('MATCH (n) RETURN count(n.texts)')).toEqual([[NODES]]);
  const told = gateway.status.seen.join('\n');
  expect(told).toContain('fewer nodes than the limits allow stay awake');
  expect(told).not.toMatch(LOST);
  const awake = [...(await api.metrics())].filter(([name]) => name.endsWith('.awake-nodes'));
  expect(awake.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(NODES / 2);
});

test('nor to nodes of twenty kilobytes, of which a heap has room for few', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: QUERY.replace('150', '600') };
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: NODES / 5, parallelism: 2 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: NODES / 5 } });
  expect(gateway.status.seen.join('\n')).not.toMatch(LOST);
});

test('a worker is not lost to records of which queries make very much', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: LARGE_QUERY };
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: LARGE_RECORDS, parallelism: 16 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: LARGE_RECORDS } });
  expect(await gateway.rows('MATCH (n) RETURN count(n.texts)')).toEqual([[20]]);
  expect(gateway.status.seen.join('\n')).not.toMatch(LOST);
});
