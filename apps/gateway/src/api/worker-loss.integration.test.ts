/** Client view of a lost worker: readiness, requests, streams, outputs, result streams. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inNightlyTier, ofTier } from '@weir/platform/testing';
import { API, send, until } from '../testing/client-of-service.js';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

const MISHAPS = fileURLToPath(
  new URL('../../../../packages/runtime/dist/testing/mishap-extensions.js', import.meta.url),
);

/** At the third loss, work that was in flight each time would be set aside. */
const ROUNDS = ofTier({ fast: 1, nightly: 2 });
const RECORDS = ofTier({ fast: 6_000, nightly: 20_000 });

let folder: string;
let service: TestWeir;
let isStopped = false;
const ask = (method: string, path: string, body?: unknown) => send(service.url + path, method, body);
const cypher = (text: string) => ask('POST', `${API}/query/cypher`, { text });
const readiness = () => ask('GET', `${API}/admin/readiness`);
const ready = () => until(readiness, ({ status }) => status === 204);

async function start(workers: number, settings: object = {}): Promise<void> {
  service = await startWeir({
    folder,
    store: { type: 'embedded', path: join(folder, 'data') },
    settings: { workers, extensions: MISHAPS, ...settings },
  });
}

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-worker-loss-'))));
afterEach(async () => {
  if (!isStopped) await service.stop();
  isStopped = false;
  await rm(folder, { recursive: true, force: true });
});

test.each([2, ...inNightlyTier([1])])(
  'with %d worker(s) readiness reports the lost worker, and requests to it fail until it is replaced',
  async workers => {
    await start(workers);
    await cypher('UNWIND range(1, 100) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.i = i');
    const asked = workers === 1 ? cypher('CALL util.sleep(600000)') : undefined;
    const lost = await cypher('RETURN mishap.exit(1)');
    expect([lost.status, lost.code, lost.headers.get('retry-after')]).toEqual([
      503,
      'graph.worker-lost',
      '1',
    ]);
    expect(lost.text).toMatch(
      /Worker \d \(shards [\d, ]+\) was lost: worker exited with code: 7\. .*try again in a moment/,
    );
    // Sent together: the lost worker is soon replaced.
    const [unready, alive, other, limits] = await Promise.all([
      readiness(),
      ask('GET', `${API}/admin/liveness`),
      cypher('RETURN 1'),
      ask('GET', '/api/v2/admin/shards/size-limits'),
    ]);
    expect([unready.status, unready.code, unready.text]).toEqual([503, 'graph.worker-lost', lost.text]);
    const answer = workers === 1 ? [503, 'graph.worker-lost'] : [200, null];
    expect([alive.status, other.status, other.code, limits.status]).toEqual([204, ...answer, 503]);
    if (asked !== undefined) expect((await asked).code).toBe('graph.worker-lost');
    await ready();
    expect(JSON.parse((await cypher('MATCH (n) RETURN count(n), sum(n.i)')).text)).toMatchObject({
      results: [[100, 5050]],
    });
  },
);

test('a stream, its standing query and its output continue without lost or wrong results', async () => {
  await start(1);
  const count = RECORDS;
  const lines = Array.from({ length: count }, (_, i) => JSON.stringify({ i }));
  await writeFile(join(folder, 'records.jsonl'), lines.join('\n'));
  await ask('POST', `${API}/query/standing/odd`, {
    pattern: {
      type: 'Cypher',
      query: 'MATCH (n) WHERE n.odd = true RETURN id(n) AS id',
      mode: 'MultipleValues',
    },
    includeCancellations: true,
    outputs: {
      file: { type: 'WriteToFile', path: join(folder, 'results.jsonl') },
      mark: {
        type: 'CypherQuery',
        query: 'MATCH (n) WHERE id(n) = $that.data.id SET n.marked = true',
        parameter: 'that',
      },
    },
  });
  await ask('POST', `${API}/ingest/records`, {
    type: 'FileIngest',
    path: join(folder, 'records.jsonl'),
    format: {
      type: 'CypherJson',
      query: 'MATCH (n) WHERE id(n) = idFrom($that.i) SET n.i = $that.i, n.odd = $that.i % 2 = 1',
    },
  });
  const stream = async () =>
    JSON.parse((await ask('GET', `${API}/ingest/records`)).text) as {
      status: string;
      stats: { ingestedCount: number };
    };
  for (let round = 1; round <= ROUNDS; round++) {
    await until(stream, ({ status, stats }) => status !== 'Running' || stats.ingestedCount > 3_000 * round);
    expect((await cypher(`RETURN mishap.exit(${round})`)).code).toBe('graph.worker-lost');
    expect((await stream()).status).not.toBe('Failed');
    await ready();
  }
  expect(await until(stream, ({ status }) => status !== 'Running')).toMatchObject({
    status: 'Completed',
    stats: { ingestedCount: count },
  });
  const counted = async () =>
    (
      JSON.parse((await cypher('MATCH (n) RETURN count(n), sum(n.i), count(n.marked)')).text) as {
        results: number[][];
      }
    ).results[0]!;
  await until(counted, ([, , marked]) => marked === count / 2);
  expect(await counted()).toEqual([count, (count * (count - 1)) / 2, count / 2]);
  await service.weir.stop();
  isStopped = true;
  const results = (await readFile(join(folder, 'results.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { meta: { isPositiveMatch: boolean }; data: { id: string } });
  const net = new Map<string, number>();
  for (const { meta, data } of results)
    net.set(data.id, (net.get(data.id) ?? 0) + (meta.isPositiveMatch ? 1 : -1));
  expect([net.size, ...new Set(net.values())]).toEqual([count / 2, 1]);
});
