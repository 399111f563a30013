/** Requests of operators: health, configuration, counts, limits, and shutdown. */
import { GatewayProcess } from '../support/gateway-process.js';
import { V1Client } from '../support/v1-client.js';

let gateway: GatewayProcess;
let api: V1Client;
beforeEach(async () => {
  gateway = await GatewayProcess.start('--shards', '2', '--workers', '1');
  api = new V1Client(gateway);
});
afterEach(() => gateway.stop());

test('is alive and ready, and identifies itself', async () => {
  await api.call('GET', '/admin/liveness', 204);
  await api.call('GET', '/admin/readiness', 204);
  expect(await api.call('GET', '/admin/build-info', 200)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    persistenceWriteVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
  });
  const port = Number(new URL(gateway.url).port);
  expect(await api.call('GET', '/admin/config', 200)).toMatchObject({
    persistor: { persistorType: 'embedded', isLocal: true },
    webserver: { address: '127.0.0.1', port, enabled: true, useTls: false },
    shardCount: 2,
    inMemorySoftNodeLimit: 100_000,
    inMemoryHardNodeLimit: 750_000,
  });
  expect(gateway.status.seen).toEqual([
    'Graph is ready',
    `Weir web server available at ${gateway.url}`,
    expect.stringMatching(/^Default API version: v\d$/),
  ]);
});

test('reads and sets shard sizes; nodes fall asleep without losing data', async () => {
  const [first, second] = [
    { softLimit: 10, hardLimit: 100 },
    { softLimit: 100_000, hardLimit: 750_000 },
  ];
  expect(await api.call('POST', '/admin/shard-sizes', 200, { 0: first })).toEqual({ 0: first, 1: second });
  expect(await api.call('POST', '/admin/shard-sizes', 200, {})).toEqual({ 0: first, 1: second });
  await api.call('POST', '/admin/shard-sizes', 400, { 9: first });
  await api.call('POST', '/admin/shard-sizes', 400, { x: first });

  const [[id]] = (await api.cypher(
    `MATCH (n) WHERE id(n) = idFrom('sleeper') SET n.a = 1, n:Sleeper RETURN strId(n)`,
  )) as [[string]];
  await api.call('POST', `/admin/request-node-sleep/${id}`, 202);
  await api.call('POST', '/admin/request-node-sleep/nonsense', 400);
  expect(await api.cypher(`MATCH (n) WHERE id(n) = idFrom('sleeper') RETURN n.a, labels(n)`)).toEqual([
    [1, ['Sleeper']],
  ]);
});

test('shuts down on request: prints its lines, exits with code 0, and keeps everything accepted', async () => {
  const query = `MATCH (n) WHERE id(n) = idFrom('kept', $that) SET n:Kept`;
  await api.createIngest('kept', {
    type: 'NumberIteratorIngest',
    ingestLimit: 5_000,
    format: { type: 'CypherLine', query },
  });
  await api.ingestIs('kept', 'Completed');
  await api.call('POST', '/admin/shutdown', 202);
  expect(await gateway.exit).toBe(0);
  const [first, ...steps] = gateway.status.seen.slice(
    gateway.status.seen.indexOf('Weir is shutting down... '),
  );
  expect([first, steps.pop()]).toEqual(['Weir is shutting down... ', 'Shutdown complete.']);

  const again = await GatewayProcess.startIn(gateway.folder);
  try {
    expect(await again.rows('MATCH (n:Kept) RETURN count(n)')).toEqual([[5_000]]);
  } finally {
    await again.stop();
  }
});
