/** Law 7: a slow or dead endpoint blocks records; nothing accumulates, and losses are counted. */
import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ofTier, TIER } from '@weir/platform/testing';
import { Endpoint } from '../support/endpoint.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { type IngestInfo, type Result, V1Client } from '../support/v1-client.js';

/** Maximum records read, and results waiting, while nothing is delivered: windows, queues, chunks. */
const MOST_AHEAD = 20_000;
const MEGABYTE = 1024 * 1024;

let gateway: GatewayProcess;
let api: V1Client;
beforeEach(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
  api = new V1Client(gateway);
});
afterEach(() => gateway.stop());

async function post(url: string): Promise<void> {
  await api.createStanding('all', 'MATCH (n:Number) RETURN DISTINCT strId(n) AS id', {
    outputs: { post: { type: 'PostToEndpoint', url, parallelism: 16 } },
  });
}

function ingest(limit?: number): Promise<void> {
  const query = `MATCH (n) WHERE id(n) = idFrom('number', $that) SET n:Number`;
  return api.createIngest('numbers', {
    type: 'NumberIteratorIngest',
    format: { type: 'CypherLine', query },
    ...(limit === undefined ? {} : { ingestLimit: limit }),
  });
}

/** @returns the number of records read, once it is constant while the service answers other requests. */
async function heldAt(): Promise<number> {
  let before = -1;
  const { stats } = await until(
    async () => {
      for (let i = 0; i < 50; i++) await api.cypher('UNWIND range(1, 2000) AS i RETURN count(i)');
      const info = await api.ingest('numbers');
      const isHeld = info.stats.readCount === before;
      before = info.stats.readCount;
      return isHeld ? info : undefined;
    },
    info => info !== undefined,
  ).then(info => info!);
  return stats.readCount;
}

interface Counts {
  readonly results: number;
  readonly delivered: number;
  readonly failed: number;
}

async function counts(): Promise<Counts> {
  const metrics = await api.metrics();
  const output = 'weir.standing-queries.output.all.post';
  return {
    results: metrics.get('weir.standing-queries.results.all')!,
    delivered: metrics.get(`${output}.delivered`)!,
    failed: metrics.get(`${output}.failed`)!,
  };
}

test('records wait for a slow endpoint, and every result arrives once', async () => {
  const records = 30_000;
  const taken = ofTier({ fast: 4_000, nightly: 8_000 });
  const endpoint = await Endpoint.start();
  const waiting: ServerResponse[] = [];
  endpoint.answer = response => void waiting.push(response);
  try {
    await post(endpoint.url);
    await ingest(records);
    await until(() => waiting.length > 0);
    expect(await heldAt()).toBeLessThan(MOST_AHEAD);
    expect((await api.ingest('numbers')).status).toBe('Running');
    expect((await api.metrics()).get('shared.valve.ingest')).toBe(1);

    endpoint.answer = response => void response.writeHead(200).end();
    for (const response of waiting) response.writeHead(200).end();
    await until(() => endpoint.received.length >= taken);
    // Records are read only slightly ahead of the endpoint.
    const { stats } = await api.ingest('numbers');
    expect(stats.readCount - endpoint.received.length).toBeLessThan(MOST_AHEAD);
    expect(await api.call('DELETE', '/ingest/numbers', 200)).toMatchObject({ name: 'numbers' });
    const { results } = await until(counts, ({ results, delivered }) => delivered === results);
    expect((await api.metrics()).get('shared.valve.ingest')).toBe(0);
    const ids = (endpoint.received as Result[]).map(({ meta }) => meta.resultId);
    expect(ids).toHaveLength(results);
    expect(new Set(ids).size).toBe(results);
    expect(await api.cypher('MATCH (n:Number) RETURN count(n)')).toEqual([[results]]);
  } finally {
    await endpoint.stop();
  }
});

/** A result is retried for some seconds before it is given up: too long for the fast tier. */
const slowTest = TIER === 'nightly' ? test : test.skip;

slowTest(
  'a dead endpoint: records wait, memory does not grow, lost results are counted; then it comes back',
  async () => {
    const placeholder = createServer().listen(0, '127.0.0.1');
    await once(placeholder, 'listening');
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, 'close');

    await post(`http://127.0.0.1:${port}/`);
    const before = (await api.metrics()).get('memory.total.used')!;
    await ingest();
    expect(await heldAt()).toBeLessThan(MOST_AHEAD);
    await until(counts, ({ failed }) => failed > 0);
    await gateway.status.matching(/output 'post'.*(lost|ECONNREFUSED)/i);
    expect((await api.ingest('numbers')).stats.readCount).toBeLessThan(MOST_AHEAD);
    expect((await api.metrics()).get('memory.total.used')! - before).toBeLessThan(200 * MEGABYTE);
    expect((await api.ingest('numbers')).status).toBe('Running');

    const endpoint = await Endpoint.start(port);
    try {
      await until(() => endpoint.received.length > 1_000);
      await api.call('DELETE', '/ingest/numbers', 200);
      const { results, delivered, failed } = await until(
        counts,
        each => each.delivered + each.failed === each.results,
      );
      expect(failed).toBeGreaterThan(0);
      expect(delivered).toBe(endpoint.received.length);
      expect(await api.cypher('MATCH (n:Number) RETURN count(n)')).toEqual([[results]]);
    } finally {
      await endpoint.stop();
    }
  },
);

test('a dead output blocks neither responses of the graph nor a second stream without matches', async () => {
  await post('http://127.0.0.1:9/');
  await ingest();
  await heldAt();
  expect(await api.cypher(`MATCH (n) WHERE id(n) = idFrom('number', '5') RETURN labels(n)`)).toEqual([
    [['Number']],
  ]);
  await api.cypher(`MATCH (n) WHERE id(n) = idFrom('other') SET n.written = true`);
  expect(await api.call('DELETE', '/query/standing/all', 200)).toMatchObject({ name: 'all' });
  const { stats } = await api.ingest('numbers');
  await until(
    () => api.ingest('numbers'),
    info => info.stats.ingestedCount > stats.ingestedCount,
  );
});

test('an endpoint that never answers prevents removing neither the stream nor the output', async () => {
  const endpoint = await Endpoint.start();
  endpoint.answer = () => undefined;
  try {
    await post(endpoint.url);
    await ingest();
    await heldAt();
    const { stats } = await api.call<IngestInfo>('DELETE', '/ingest/numbers', 200);
    // Completed work is stored; work in flight was canceled.
    const [[stored]] = (await api.cypher('MATCH (n:Number) RETURN count(n)')) as [[number]];
    expect(stored).toBeGreaterThanOrEqual(stats.ingestedCount);
    expect(stored).toBeLessThanOrEqual(stats.readCount);
    expect(await api.call('DELETE', '/query/standing/all/output/post', 200)).toMatchObject({
      type: 'PostToEndpoint',
    });
  } finally {
    await endpoint.stop();
  }
});
