/**
 * Workers are lost repeatedly in every possible way, while a stream ingests and clients write: every acknowledged write
 * exists, edges are whole, the net results of standing queries equal the batch query, and readiness is correct.
 * `WEIR_TEST_WORKER_LOSSES` sets the number of losses, `WEIR_TEST_CRASH_SEED` their types.
 */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { netPairs, pairRows } from '../support/net-pairs.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const { seed, cases: losses } = randomTest('worker losses');
/** Interval of full checks. */
const LOSSES_PER_CHECK = 10;
const LONGEST_RUN_MILLIS = 120_000;
const LONGEST_LOSS_MILLIS = 30_000;
/** Lines of the gateway's output that are printed if it does not recover. */
const LINES_TOLD = 60;
const PATTERN = 'MATCH (a)-[:to]->(b) WHERE a.on = true AND b.seen = true RETURN id(a) AS a, id(b) AS b';
const INGEST = `MATCH (a), (b) WHERE id(a) = idFrom('a', toInteger($that) % 500) AND id(b) = idFrom('b', toInteger($that) % 37)
  SET a.on = toInteger($that) % 3 <> 0 CREATE (a)-[:to]->(b)`;
const HAND = `MATCH (h), (b) WHERE id(h) = idFrom('hand', $k) AND id(b) = idFrom('b', $k % 37)
  SET h.k = $k, b.seen = $k % 2 = 0`;
const WAYS = ['exit', 'exit', 'exit', 'throw', 'throw', 'exhaust', 'hang'] as const;

let folder: string;
let gateway: GatewayProcess;
let api: V1Client;
const random = new SeededRandom(seed);
const acknowledged: number[] = [];
let refused = 0;
let written = 0;

function cypher(text: string, parameters: object = {}): Promise<Response> {
  return gateway.fetch('/api/v1/query/cypher', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, parameters }),
  });
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-losses-')));
  const module = projectFile('packages/runtime/dist/testing/mishap-extensions.js');
  await writeFile(
    join(folder, 'weir.yaml'),
    `extensions: ['${module}']\nworker-turn-limit: 5s\nworker-heap-limit: 64m\nin-memory-soft-node-limit: 100\n`,
  );
  gateway = await GatewayProcess.startIn(folder, '--config', 'weir.yaml', '--data', 'data', '--workers', '2');
  api = new V1Client(gateway);
});
afterAll(async () => {
  await gateway.kill();
  await rm(folder, { recursive: true, force: true });
});

async function writeByHand(): Promise<void> {
  const k = written++;
  const response = await cypher(HAND, { k });
  await response.text();
  if (response.ok) acknowledged.push(k);
  else {
    expect([response.status, response.headers.get('weir-error-code')]).toEqual([503, 'graph.worker-lost']);
    refused++;
  }
}

async function loseOne(loss: number): Promise<void> {
  const way = random.pick(WAYS);
  const response = await cypher(`RETURN mishap.${way}(${loss})`);
  await response.text();
  // An exception in the next turn may follow the response.
  if (way !== 'throw') expect(response.headers.get('weir-error-code')).toBe('graph.worker-lost');
}

/** Ready means that all shards answer. */
async function readyAgain(): Promise<void> {
  const read = async (): Promise<string> => {
    const ready = await gateway.fetch('/api/v1/admin/readiness');
    expect((await gateway.fetch('/api/v1/admin/liveness')).status).toBe(204);
    if (ready.status === 204) {
      const answer = await cypher('MATCH (n) WHERE id(n) = idFrom("hand", 0) RETURN n.k');
      const text = await answer.text();
      return answer.ok ? 'ready' : text;
    }
    const text = await ready.text();
    expect(text).toMatch(/Worker \d .* was lost|last writes are being recovered/);
    return text;
  };
  const isReady = (state: string): boolean => state === 'ready';
  try {
    await until(read, isReady);
  } catch (error) {
    const streams = await (await gateway.fetch('/api/v1/ingest')).text();
    const lines = gateway.status.seen.slice(-LINES_TOLD).join('\n');
    // Distinguishes a busy machine from a service that stalls.
    const later = await until(read, isReady).catch(String);
    throw new Error(`${String(error)}, and after as long again: ${later}\n${streams}\n${lines}`, {
      cause: error,
    });
  }
}

async function checkAll(): Promise<void> {
  await api.call('PUT', '/ingest/numbers/pause', 200);
  const [rows] =
    await gateway.rows(`UNWIND [${acknowledged.join()}] AS k MATCH (h) WHERE id(h) = idFrom('hand', k)
    RETURN count(CASE WHEN h.k = k THEN 1 END)`);
  expect(rows).toEqual([acknowledged.length]);
  const halves = async (): Promise<unknown> => [
    await gateway.rows('MATCH (n) MATCH (n)-[:to]->(m) RETURN count(*)'),
    await gateway.rows('MATCH (n) MATCH (n)<-[:to]-(m) RETURN count(*)'),
  ];
  await until(halves, both => {
    const [out, into] = both as unknown[];
    return JSON.stringify(out) === JSON.stringify(into);
  });
  const batch = async (): Promise<string> => pairRows(await gateway.rows(PATTERN));
  await until(
    async () => [await batch(), await netResults()],
    ([expected, reported]) => expected === reported,
  );
  const stream = await api.ingest('numbers');
  // A record that was in flight at three losses is considered their cause, and stored beside the graph.
  expect([stream.status, stream.stats.rejectedCount]).toEqual(['Paused', await setAside()]);
  await api.call('PUT', '/ingest/numbers/start', 200);
}

async function setAside(): Promise<number> {
  const file = join(folder, 'data', 'dead-letters', 'ingest', 'numbers.jsonl');
  const letters = await readFile(file, 'utf8').catch(() => '');
  return letters.split('\n').filter(line => line !== '').length;
}

async function netResults(): Promise<string> {
  return netPairs(await resultsInFile(join(folder, 'results.jsonl')));
}

test(
  `${losses} losses, seed ${seed}`,
  async () => {
    await api.call('POST', '/query/standing/pairs', 201, {
      pattern: { type: 'Cypher', query: PATTERN, mode: 'MultipleValues' },
      includeCancellations: true,
      outputs: { file: { type: 'WriteToFile', path: join(folder, 'results.jsonl') } },
    });
    await api.createIngest('numbers', {
      type: 'NumberIteratorIngest',
      maximumPerSecond: 3000,
      format: { type: 'CypherLine', query: INGEST },
    });
    const start = performance.now();
    for (let loss = 1; loss <= losses; loss++) {
      const more = random.chance(1 / 6) ? [loseOne(losses + loss)] : [];
      await Promise.all([loseOne(loss), ...more, ...Array.from({ length: random.below(5) }, writeByHand)]);
      await readyAgain();
      await Promise.all(Array.from({ length: random.below(20) }, writeByHand));
      if (loss % LOSSES_PER_CHECK === 0 || loss === losses) {
        await checkAll();
        const seconds = Math.round((performance.now() - start) / 1000);
        process.stderr.write(
          `${loss} losses in ${seconds} s: ${acknowledged.length} writes, ${refused} refused\n`,
        );
      }
    }
    const fateful = gateway.status.seen.filter(line => /can't go on|Uncaught|Unhandled/.test(line));
    expect(fateful).toEqual([]);
    expect(await gateway.stop()).toBe(0);
  },
  LONGEST_RUN_MILLIS + losses * LONGEST_LOSS_MILLIS,
);
