/** Workers that end or are stuck: their work in flight fails or is repeated, and the other workers keep running. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingOutput, StreamingGraph } from '@weir/contract';
import type { Value } from '@weir/model';
import type { WeirError } from '@weir/platform';
import { eventually, inNightlyTier, ofTier, TIER } from '@weir/platform/testing';
import type { OpenOptions } from './open-options.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { MISHAP_EXTENSIONS } from '../testing/mishap-extensions.js';
import { systemEnvironment } from '../system-environment.js';
import { openGraph } from './open-graph.js';

const LOST = { code: 'graph.worker-lost' };
/** Longer than any turn of these tests on a busy machine, except endless ones. */
const TURN_LIMIT = 6_000;
const HEAP_BYTES = 96 << 20;

let folder: string;
let graph: StreamingGraph;
let positives: number;
let negatives: number;
/** Log messages of the graph. */
let said: string[];

beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-loss-'))));
afterEach(async () => {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(options: OpenOptions = {}): Promise<void> {
  said = [];
  const environment = systemEnvironment({ log: (_, message) => void said.push(message) });
  graph = await openGraph(
    {
      store: { type: 'embedded', path: join(folder, 'data') },
      shards: 4,
      workers: 2,
      extensions: [MISHAP_EXTENSIONS],
      workerLimits: { turnMillis: 10 * TURN_LIMIT, heapBytes: HEAP_BYTES },
      ...options,
    },
    environment,
  );
}

/** Number of replacements since the graph was opened, of a single worker and of all workers. */
function replacements(): readonly [alone: number, all: number] {
  const times = (text: string): number => said.filter(message => message === text).length;
  return [
    times('new workers host the shards of the lost ones'),
    times('new workers have taken over the graph'),
  ];
}

async function rows(query: string): Promise<readonly (readonly Value[])[]> {
  return (await graph.query(query)).rows();
}

async function watch(): Promise<void> {
  positives = negatives = 0;
  const handle = await graph.registerStanding({
    name: 'pairs',
    query: 'MATCH (a)-[:NEXT]->(b) WHERE a.on = true AND b.on = true RETURN id(a), id(b)',
    mode: 'MultipleValues',
    includeCancellations: true,
    inputBufferSize: 1000,
  });
  handle.subscribe(async (results: readonly StandingOutput[]) => {
    for (const { isPositiveMatch } of results) {
      if (isPositiveMatch) positives++;
      else negatives++;
    }
  });
}

/** A ring of nodes, all of them on. */
async function ring(size: number): Promise<void> {
  await rows(
    `UNWIND range(0, ${size - 1}) AS i MATCH (a), (b) WHERE id(a) = idFrom(i) AND id(b) = idFrom((i + 1) % ${size})
     SET a.on = true, b.on = true CREATE (a)-[:NEXT]->(b)`,
  );
}

async function recovered(): Promise<void> {
  await eventually(() => graph.admin.health.outage === undefined);
  await graph.idle();
}

/** Threads take some time to start. */
const dear = TIER === 'nightly' ? test : test.skip;
const MISHAPS = ['exhaust', ...inNightlyTier(['exit', 'throw', 'hang'])];
const ROUNDS = ofTier({ fast: 1, nightly: 3 });

test.each(MISHAPS)('the graph keeps running after a call of mishap.%s', async mishap => {
  await open(mishap === 'hang' ? { workerLimits: { turnMillis: TURN_LIMIT, heapBytes: HEAP_BYTES } } : {});
  await watch();
  await ring(50);
  await graph.idle();
  expect([positives, negatives]).toEqual([50, 0]);

  const stop = new AbortController();
  const sleep = async () => (await graph.query('CALL util.sleep(600000)', { signal: stop.signal })).rows();
  const onEachWorker = Promise.allSettled([sleep(), sleep()]);
  await rows(`RETURN mishap.${mishap}(1)`).catch((error: unknown) => expect(error).toMatchObject(LOST));
  await eventually(() => graph.admin.health.outage !== undefined);
  expect(await rows('RETURN 1')).toEqual([[1]]);
  const ofEither = Array.from({ length: 50 }, (_, i) =>
    rows(`MATCH (n) WHERE id(n) = idFrom(${i}) RETURN n.on`),
  );
  const answers = await Promise.allSettled(ofEither);
  expect(answers).toContainEqual({ status: 'fulfilled', value: [[true]] });
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(LOST);
  await recovered();
  expect(replacements()).toEqual([1, 0]);
  stop.abort();
  const codes = (await onEachWorker).map(end =>
    end.status === 'rejected' ? (end.reason as WeirError).code : '',
  );
  expect(codes.toSorted()).toEqual(['cypher.cancelled', 'graph.worker-lost']);

  expect(await rows('MATCH (n) WHERE n.on RETURN count(n)')).toEqual([[50]]);
  await rows('MATCH (n) WHERE id(n) = idFrom(7) SET n.on = false');
  await graph.idle();
  expect([positives, negatives]).toEqual([50, 2]);
  await ring(50);
  await graph.idle();
  expect(positives - negatives).toBe(50);
});

test('redelivers records in flight, and the lane continues, even beside one on hold', async () => {
  await open();
  const numbers = {
    query: 'MATCH (n) WHERE id(n) = idFrom($that.i) SET n.i = $that.i RETURN mishap.block($that.millis)',
    parameter: 'that',
    format: JSON_LINES,
  };
  const onHold = await graph.openLane({ name: 'on hold', ...numbers });
  await onHold.hold(true);
  // One on each worker.
  const held = [6000, 6001].map(i => onHold.runChunk(chunkOf([JSON.stringify({ i, millis: 0 })], i)));
  const lane = await graph.openLane({ name: 'numbers', ...numbers });
  const chunks = Array.from({ length: 6 }, (_, c) =>
    lane.runChunk(
      chunkOf(
        Array.from({ length: 300 }, (_, i) =>
          JSON.stringify({ i: 300 * c + i, millis: i % 20 === 0 ? 1 : 0 }),
        ),
        300 * c,
      ),
    ),
  );
  await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject(LOST);
  const outcomes = await Promise.all(chunks);
  expect(outcomes.map(({ done, failure }) => [done, failure])).toEqual(chunks.map(() => [300, undefined]));
  const values = await lane.runValues([{ i: 5000, millis: 0 }]);
  expect(values[0]!.error).toBeUndefined();
  await lane.close();
  expect(await rows('MATCH (n) RETURN count(n), sum(n.i)')).toEqual([[1801, (1800 * 1799) / 2 + 5000]]);
  expect(replacements()).toEqual([1, 0]);
  await onHold.hold(false);
  expect(await Promise.all(held)).toMatchObject([{ done: 1 }, { done: 1 }]);
  await onHold.close();
});

dear('workers lost again while they are replaced, and both at once', async () => {
  await open();
  await watch();
  await ring(200);
  for (let round = 0; round < ROUNDS; round++) {
    const both = await Promise.allSettled([
      rows(`RETURN mishap.exit(${round})`),
      rows(`RETURN mishap.throw(${-round})`),
    ]);
    expect(both.map(({ status }) => status)).toContain('rejected');
    // As soon as requests are accepted.
    await eventually(() => graph.admin.health.outage === undefined);
    await Promise.allSettled([rows(`RETURN mishap.exit(${round + 10})`)]);
  }
  await recovered();
  expect(await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)')).toEqual([[200]]);
  expect(positives - negatives).toBe(200);
});

dear('while the others are reading their stores', async () => {
  await open();
  await ring(2000);
  await graph.admin.shards.setLimits(
    new Map([0, 1, 2, 3].map(shard => [shard, { softLimit: 10, hardLimit: 1000 }])),
  );
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const scans = Array.from({ length: 16 }, () => rows('MATCH (n) WHERE n.on RETURN count(n)'));
    const [loss] = await Promise.allSettled([rows(`RETURN mishap.exit(${round})`), ...scans]);
    expect(loss).toMatchObject({ reason: LOST });
    await recovered();
  }
  expect(await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)')).toEqual([[2000]]);
});

test('while the graph is opened: retries three times from the stored state', async () => {
  await open();
  await ring(20);
  await graph.close();
  const ends = (times: number): OpenOptions => ({
    extensions: [{ ...MISHAP_EXTENSIONS, options: { endsAtStart: folder, times } }],
  });
  await open(ends(1));
  await graph.idle();
  expect(await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)')).toEqual([[20]]);
  await graph.close();

  await expect(open(ends(1000))).rejects.toMatchObject({
    ...LOST,
    message: expect.stringMatching(/during its start: .* code: 7/),
  });
  await open();
  expect(await rows('MATCH (n) RETURN count(n)')).toEqual([[20]]);
});

test('while the graph closes', async () => {
  await open();
  await ring(20);
  const loss = rows('RETURN mishap.exit(1)').catch(() => undefined);
  await graph.close();
  await loss;
  await open({ workers: 1 });
  expect(await rows('MATCH (n) RETURN count(n)')).toEqual([[20]]);
});

dear('a stop during a replacement waits for its end', async () => {
  await open();
  await ring(20);
  await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject(LOST);
  expect(graph.admin.health.outage).toMatchObject(LOST);
  await graph.close();
  await open({ workers: 1 });
  expect(await rows('MATCH (n) RETURN count(n)')).toEqual([[20]]);
});

dear('restarts the only worker from its stores', async () => {
  await open({ workers: 1 });
  await ring(20);
  await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject(LOST);
  await expect(rows('RETURN 1')).rejects.toMatchObject(LOST);
  await recovered();
  expect(replacements()).toEqual([0, 1]);
  expect(await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)')).toEqual([[20]]);
});

test('reports that a graph in memory is lost, and closes it', async () => {
  await open({ store: { type: 'memory' } });
  await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject(LOST);
  const lost = await graph.admin.health.lost;
  expect(lost.code).toBe('graph.worker-lost');
  expect(lost.message).toMatch(/Worker \d \(shards .*\) was lost: .*only in memory/);
  await expect(rows('RETURN 1')).rejects.toMatchObject(LOST);
});

dear('a worker that is slow within its limit is left alone', async () => {
  await open({ workerLimits: { turnMillis: TURN_LIMIT, heapBytes: HEAP_BYTES } });
  expect(await rows(`RETURN mishap.block(${TURN_LIMIT / 4})`)).toEqual([[TURN_LIMIT / 4]]);
  expect(graph.admin.health.outage).toBeUndefined();
});

dear(
  'a record that always takes its worker with it is set aside at the third loss, and all others are done',
  async () => {
    await open();
    const lane = await graph.openLane({
      name: 'numbers',
      query: 'MATCH (n) WHERE id(n) = idFrom($that.i) SET n.i = mishap.exit($that.bad)',
      parameter: 'that',
      format: JSON_LINES,
    });
    const records = Array.from({ length: 300 }, (_, i) => JSON.stringify({ i, bad: i === 217 ? 1 : null }));
    const { done, setAside } = await lane.runChunk(chunkOf(records, 1000));
    expect([done, setAside!.length]).toEqual([299, 1]);
    const { position, bytes, reason } = setAside![0]!;
    expect([position, Buffer.from(bytes).toString()]).toEqual([1217, records[217]]);
    expect(reason).toMatch(
      /Record 1217 of 'numbers' is no longer run: a worker was lost with it 3 times, .* code: 7/,
    );
    const outcomes = await lane.runValues([
      { i: 1, bad: null },
      { i: 2, bad: 1 },
      { i: 3, bad: null },
    ]);
    expect(outcomes.map(({ error }) => error?.code)).toEqual([undefined, 'graph.set-aside', undefined]);
    await recovered();
    expect(replacements()).toEqual([6, 0]);
  },
);

dear(
  'a query that always does is refused after three losses; another one, or who was there by chance, is not',
  async () => {
    await open();
    const slept: Promise<unknown>[] = [];
    for (let loss = 0; loss < 3; loss++) {
      slept.push(rows('CALL util.sleep(60000)').catch(() => undefined));
      await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject(LOST);
      await recovered();
    }
    await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject({ code: 'graph.set-aside' });
    expect(graph.admin.health.outage).toBeUndefined();
    await Promise.all(slept);
    expect(await rows('CALL util.sleep(1)')).toEqual([]);
    await expect(rows('RETURN mishap.exit(2)')).rejects.toMatchObject(LOST);
  },
);
