/**
 * A worker survives if its awake nodes would need several times its heap, because fewer stay awake, and if a full batch
 * of records would create more than fits in its heap.
 */
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const NODES = 60_000;
/** About two kilobytes each. */
const QUERY = `MATCH (n) WHERE id(n) = idFrom('n', $that) SET n.texts = [i IN range(1, 150) | 'number ' + i]`;
/** About 300 kilobytes each time, and few nodes that keep the last value. */
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

test('survives nodes that are larger than the limits on their number assume', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: QUERY };
  // Each record creates kilobytes, so few are in flight.
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: NODES, parallelism: 2 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: NODES } });
  expect(await gateway.rows('MATCH (n) RETURN count(n.texts)')).toEqual([[NODES]]);
  const shown = gateway.status.seen.join('\n');
  expect(shown).toContain('fewer nodes stay awake than the limits allow');
  expect(shown).not.toMatch(LOST);
  const awake = [...(await api.metrics())].filter(([name]) => name.endsWith('.awake-nodes'));
  expect(awake.reduce((sum, [, count]) => sum + count, 0)).toBeLessThan(NODES / 2);
});

test('survives nodes of twenty kilobytes although few fit in its heap', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: QUERY.replace('150', '600') };
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: NODES / 5, parallelism: 2 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: NODES / 5 } });
  expect(gateway.status.seen.join('\n')).not.toMatch(LOST);
});

test('survives records whose queries create much data', async () => {
  const api = new V1Client(gateway);
  const format = { type: 'CypherLine', query: LARGE_QUERY };
  const settings = { type: 'NumberIteratorIngest', format, ingestLimit: LARGE_RECORDS, parallelism: 16 };
  await api.createIngest('numbers', settings);
  const done = await until(() => api.ingest('numbers'), isDone, 120_000);
  expect(done).toMatchObject({ status: 'Completed', stats: { ingestedCount: LARGE_RECORDS } });
  expect(await gateway.rows('MATCH (n) RETURN count(n.texts)')).toEqual([[20]]);
  expect(gateway.status.seen.join('\n')).not.toMatch(LOST);
});
