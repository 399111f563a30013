/** All results across replacements together equal the results of the query that has the name now. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, queryJson, type Value } from '@weir/model';
import { ofTier, randomTest } from '@weir/platform/testing';
import { EmbeddedPersistorFactory } from '@weir/persistor';
import { restoreGraph } from '../backup/restore-graph.js';
import { openGraph } from '../coordinator/open-graph.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import type { OpenOptions } from '../coordinator/open-options.js';
import type { StandingHandle, StandingOutput, StreamingGraph } from '@weir/contract';

const { seed: SEED, cases: CASES } = randomTest('replacements');
const { cases: COPIES } = randomTest('copies of replacements');
const NODES = 6;

interface Pattern {
  readonly mode: 'DistinctId' | 'MultipleValues';
  readonly text: string;
}

const PATTERNS: readonly Pattern[] = [
  { mode: 'DistinctId', text: 'MATCH (n) WHERE n.x = 1 RETURN DISTINCT strId(n) AS id' },
  { mode: 'DistinctId', text: 'MATCH (n) WHERE n.x >= 0 RETURN DISTINCT strId(n) AS id' },
  { mode: 'DistinctId', text: 'MATCH (n)-[:to]->(m) WHERE m.x >= 1 RETURN DISTINCT strId(n) AS id' },
  { mode: 'DistinctId', text: 'MATCH (m)<-[:to]-(n) WHERE n.x <= 1 RETURN DISTINCT strId(n) AS id' },
  { mode: 'MultipleValues', text: 'MATCH (n) WHERE n.x >= 0 RETURN n.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) RETURN m.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) RETURN n.x AS x, m.x AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n) WHERE n.x > 0 RETURN n.x AS x, count(*) AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) RETURN n.x AS x, sum(m.x) AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n) WHERE n.x > 0 RETURN count(*) AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n) WHERE n.x >= 0 RETURN DISTINCT n.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->() RETURN n.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)<-[:to]-(m) RETURN n.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]-(m) RETURN 1 AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n) OPTIONAL MATCH (n)-[:to]->(m) RETURN m.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n) WHERE n.x >= 0 AND NOT (n)-[:to]->(n) RETURN n.x AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) RETURN n.x AS x, count(*) AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) RETURN m.x AS x, count(*) AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) WITH n, count(*) AS c RETURN c AS x' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) WITH n, count(*) AS c RETURN c AS x, count(*) AS y' },
  {
    mode: 'MultipleValues',
    text: 'MATCH (n)-[:to]->(m) WITH m.x AS k, count(*) AS c WITH c AS x, count(*) AS y WHERE y > 0 RETURN x, y',
  },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to]->(m) UNWIND [n.x, m.x] AS x RETURN x' },
  { mode: 'MultipleValues', text: 'MATCH (n) CALL { WITH n MATCH (n)-[:to]->(m) RETURN m } RETURN m.x AS x' },
  {
    mode: 'MultipleValues',
    text: 'MATCH (n) CALL { WITH n MATCH (n)-[:to]->(m) RETURN count(*) AS y } RETURN n.x AS x, y',
  },
  { mode: 'MultipleValues', text: 'MATCH (a)-[:to]->(b)-[:to]->(c) RETURN a.x AS x, c.x AS y' },
  { mode: 'MultipleValues', text: 'MATCH (n)-[:to*1..2]->(m) RETURN DISTINCT m.x AS x' },
];

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** State of a consumer that counts repeated results once. */
class Consumer {
  readonly open = new Map<string, string>();
  private readonly over = new Set<string>();
  received: StandingOutput[] = [];

  take = (results: readonly StandingOutput[]): Promise<void> => {
    for (const result of results) {
      this.received.push(result);
      const { resultId, isPositiveMatch, data } = result;
      const text = rowText(data);
      if (isPositiveMatch && !this.over.has(resultId)) this.open.set(resultId, text);
      if (isPositiveMatch || this.over.has(resultId)) continue;
      if (this.open.get(resultId) !== text) throw new Error(`not matched: ${resultId} ${text}`);
      this.open.delete(resultId);
      this.over.add(resultId);
    }
    return Promise.resolve();
  };

  get rows(): readonly string[] {
    return [...this.open.values()].sort();
  }
}

function rowText(data: unknown): string {
  return queryJson(data as Value);
}

async function batchRows(graph: StreamingGraph, text: string): Promise<readonly string[]> {
  const run = await graph.query(text);
  const rows = await run.rows();
  return rows
    .map(row => rowText(Object.fromEntries(run.columns.map((column, i) => [column, row[i] ?? null]))))
    .sort();
}

async function write(graph: StreamingGraph, random: (below: number) => number): Promise<void> {
  const [a, b] = [random(NODES), random(NODES)];
  const pair = `MATCH (a), (b) WHERE id(a) = idFrom(${a}) AND id(b) = idFrom(${b})`;
  const texts = [
    `${pair} SET a.x = ${random(3)}`,
    `${pair} SET a.x = ${random(3)}`,
    `${pair} CREATE (a)-[:to]->(b)`,
    `${pair} CREATE (a)-[:to]->(b)`,
    `${pair} MATCH (a)-[e:to]->(b) DELETE e`,
    `${pair} REMOVE a.x`,
    `${pair} DETACH DELETE a`,
  ];
  await (await graph.query(texts[random(texts.length)]!)).rows();
}

async function register(graph: StreamingGraph, { text, mode }: Pattern): Promise<StandingHandle> {
  return graph.registerStanding({
    name: 'watch',
    query: text,
    mode,
    includeCancellations: true,
    inputBufferSize: 32,
  });
}

async function runCase(seed: number, options: OpenOptions): Promise<void> {
  const random = randomOf(seed);
  const pick = (): Pattern => PATTERNS[random(PATTERNS.length)]!;
  const isStored = options.store?.type === 'embedded';
  let graph = await openGraph(options);
  const consumer = new Consumer();
  let pattern = pick();
  try {
    let handle = await register(graph, pattern);
    await handle.cursors.open('all', consumer.take, 'beginning');
    for (let step = 0; step < 6; step++) {
      for (let i = random(12); i >= 0; i--) await write(graph, random);
      // With a concurrent writer in half of the steps.
      const beside = random(2) === 0 ? [] : Array.from({ length: 8 }, () => write(graph, random));
      if (random(4) > 0) {
        pattern = pick();
        await handle.replace(pattern.text, pattern.mode);
      }
      await Promise.all(beside);
      if (isStored && random(2) === 0) {
        await graph.close();
        graph = await openGraph(options);
        handle = graph.standing('watch')!;
        expect(handle.definition.query).toBe(pattern.text);
        await handle.cursors.open('all', consumer.take);
      }
      for (let i = random(6); i >= 0; i--) await write(graph, random);
      await graph.idle();
      expect(consumer.rows).toEqual(await batchRows(graph, pattern.text));
    }
  } finally {
    await graph.close();
  }
}

test(`replaces random patterns one after the other, seed ${SEED}`, async () => {
  for (let i = 0; i < CASES; i++) {
    const folder = i % 3 === 0 ? await mkdtemp(join(tmpdir(), 'weir-replace-')) : undefined;
    try {
      await runCase(SEED + i, {
        shards: 3,
        workers: i % 3 === 1 ? 2 : 0,
        store: folder === undefined ? { type: 'memory' } : { type: 'embedded', path: folder },
      });
    } catch (error) {
      throw new Error(`WEIR_TEST_REPLACEMENT_SEED=${SEED + i} of kind ${i % 3}`, { cause: error });
    } finally {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }
}, 600_000);

test('rows of both plans are not reported, and are canceled under the ids that consumers know', async () => {
  const graph = await openGraph({ shards: 2, workers: 0 });
  try {
    const handle = await register(graph, PATTERNS[0]!);
    const consumer = new Consumer();
    handle.subscribe(consumer.take);
    const set = async (node: number, x: number): Promise<void> => {
      await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(${node}) SET n.x = ${x}`)).rows();
      await graph.idle();
    };
    await set(1, 1);
    await set(2, 2);
    expect(consumer.received).toHaveLength(1);
    await handle.replace(PATTERNS[1]!.text, 'DistinctId');
    await graph.idle();
    expect(consumer.received).toHaveLength(2);
    expect(consumer.received[1]).toMatchObject({ isPositiveMatch: true, isInitialResult: true });
    await set(1, -1);
    expect(consumer.received[2]).toMatchObject({
      isPositiveMatch: false,
      resultId: consumer.received[0]!.resultId,
    });
    await handle.replace(PATTERNS[0]!.text, 'DistinctId');
    await graph.idle();
    expect(consumer.received[3]).toMatchObject({
      isPositiveMatch: false,
      resultId: consumer.received[1]!.resultId,
    });
    expect(consumer.rows).toEqual([]);
  } finally {
    await graph.close();
  }
});

test.each([0, ofTier({ fast: 1, nightly: 2 })])(
  'a consumer that takes nothing holds records, but no replacement, on %i workers',
  async workers => {
    const NODES_WRITTEN = 4_000;
    const graph = await openGraph({ shards: 2, workers });
    try {
      const handle = await register(graph, { mode: 'MultipleValues', text: 'MATCH (n) RETURN n.x AS x' });
      const consumer = new Consumer();
      let takeOn = (): void => undefined;
      const stuck = new Promise<void>(resolve => (takeOn = resolve));
      handle.subscribe(results => stuck.then(() => consumer.take(results)));
      const lane = await graph.openLane({
        name: 'numbers',
        query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.x = $that.n',
        parameter: 'that',
        format: JSON_LINES,
      });
      let isIngested = false;
      const lines = Array.from({ length: NODES_WRITTEN }, (_, n) => `{"n":${n}}`);
      const ingested = lane.runChunk(chunkOf(lines, 0)).then(() => (isIngested = true));
      await handle.replace('MATCH (n) WHERE n.x >= 100 RETURN n.x AS x', 'MultipleValues');
      expect(isIngested).toBe(false);
      takeOn();
      await ingested;
      await graph.idle();
      expect(consumer.rows).toHaveLength(NODES_WRITTEN - 100);
    } finally {
      await graph.close();
    }
  },
);

test('a query that does not compile changes nothing', async () => {
  const graph = await openGraph({ shards: 2, workers: 0 });
  try {
    const handle = await register(graph, PATTERNS[0]!);
    const consumer = new Consumer();
    handle.subscribe(consumer.take);
    await expect(handle.replace('MATCH (n RETURN n', 'DistinctId')).rejects.toMatchObject({
      code: 'cypher.syntax',
    });
    await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(1) SET n.x = 1`)).rows();
    await graph.idle();
    expect(handle.definition.query).toBe(PATTERNS[0]!.text);
    expect(consumer.rows).toHaveLength(1);
  } finally {
    await graph.close();
  }
});

/** A copy of the store at any moment of a replacement equals the state left by a crash at that moment. */
async function runCopiedCase(seed: number, folder: string): Promise<'old' | 'unfinished' | 'new'> {
  const random = randomOf(seed);
  const [first, second] = [PATTERNS[random(PATTERNS.length)]!, PATTERNS[random(PATTERNS.length)]!];
  const options = (path: string, workers: number): OpenOptions => ({
    shards: 3,
    workers,
    store: { type: 'embedded', path: join(folder, path) },
  });
  const graph = await openGraph(options('original', 0));
  try {
    const handle = await register(graph, first);
    for (let i = 0; i < 40; i++) await write(graph, random);
    const turns = random(random(2) === 0 ? 60 : 400);
    const replaced = handle.replace(second.text, second.mode);
    const beside = (async () => {
      for (let i = 0; i < 30; i++) await write(graph, random);
    })();
    for (let i = 0; i < turns; i++) await new Promise(resolve => setImmediate(resolve));
    await restoreGraph(graph.admin.transfer.backup(), join(folder, 'copy'));
    await Promise.all([replaced, beside]);
    await expectAllReported(graph, second.text);
  } finally {
    await graph.close();
  }
  const stored = await registryIn(join(folder, 'copy'));
  const copy = await openGraph(options('copy', random(3) === 0 ? 1 : 0));
  try {
    await copy.admin.recover();
    for (let i = 0; i < 10; i++) await write(copy, random);
    const { query } = copy.standing('watch')!.definition;
    expect([first.text, second.text]).toContain(query);
    await expectAllReported(copy, query);
    expect(JSON.stringify(await copy.admin.metadata.get('standing-queries'))).not.toMatch(/exchange/);
    if (query === second.text && first.text !== second.text)
      return stored.includes('exchange') ? 'unfinished' : 'new';
    return 'old';
  } finally {
    await copy.close();
  }
}

async function registryIn(path: string): Promise<string> {
  const meta = await new EmbeddedPersistorFactory({ path }).open('meta');
  try {
    const bytes = (await meta.listMetadata()).get('standing-queries');
    return bytes === undefined ? '' : JSON.stringify(decode(bytes));
  } finally {
    await meta.close();
  }
}

/** All results together, read from the beginning, equal the query's current rows. */
async function expectAllReported(graph: StreamingGraph, query: string): Promise<void> {
  const consumer = new Consumer();
  await graph.standing('watch')!.cursors.open(`all ${Math.random()}`, consumer.take, 'beginning');
  await graph.idle();
  expect(consumer.rows).toEqual(await batchRows(graph, query));
}

test(`continues from a copy taken at any moment of a replacement, seed ${SEED}`, async () => {
  const outcomes = { old: 0, unfinished: 0, new: 0 };
  for (let i = 0; i < COPIES; i++) {
    const folder = await mkdtemp(join(tmpdir(), 'weir-replace-'));
    try {
      outcomes[await runCopiedCase(SEED + i, folder)]++;
    } catch (error) {
      throw new Error(`WEIR_TEST_REPLACEMENT_SEED=${SEED + i}`, { cause: error });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  if (COPIES > 100) console.log(outcomes);
}, 600_000);
