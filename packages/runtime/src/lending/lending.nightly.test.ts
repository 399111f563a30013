/** Shards on workers lent by other processes: answers are the same, whichever processes join, leave or are lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StandingOutput, StreamingGraph } from '@weir/contract';
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { eventually } from '@weir/platform/testing';
import type { OpenOptions } from '../coordinator/open-options.js';
import { openGraph } from '../coordinator/open-graph.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';
import { LendingHouse } from '../testing/lending-house.js';
import { MISHAP_EXTENSIONS } from '../testing/mishap-extensions.js';

const SIZE = 60;
/** How long a query waits for moving shards; on a very busy machine it may fail then. */
const WAIT_MILLIS = 10_000;
/** A frozen process is not considered lost within this time. */
const PATIENT_MILLIS = 60_000;
let folder: string;
let house: LendingHouse;
let graph: StreamingGraph;
let balance: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-lending-'));
  balance = 0;
});
afterEach(async () => {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});

function options(): OpenOptions {
  return {
    store: { type: 'embedded', path: join(folder, 'data') },
    shards: 6,
    workers: 1,
    extensions: [MISHAP_EXTENSIONS],
  };
}

async function open(lenders: Readonly<Record<string, number>>, silenceMillis?: number): Promise<void> {
  house = new LendingHouse(options(), silenceMillis);
  for (const [name, workers] of Object.entries(lenders)) house.join(name, workers);
  graph = await openGraph({ ...options(), cluster: { offers: house } });
}

async function rows(query: string): Promise<readonly (readonly Value[])[]> {
  return (await graph.query(query)).rows();
}

async function watch(): Promise<void> {
  const handle = await graph.registerStanding({
    name: 'pairs',
    query: 'MATCH (a)-[:NEXT]->(b) WHERE a.on = true AND b.on = true RETURN id(a), id(b)',
    mode: 'MultipleValues',
    includeCancellations: true,
    inputBufferSize: 1000,
  });
  handle.subscribe(async (results: readonly StandingOutput[]) => {
    for (const { isPositiveMatch } of results) balance += isPositiveMatch ? 1 : -1;
  });
}

/** Creates a ring of nodes, all of them on, through a lane. */
async function ring(size: number): Promise<void> {
  const lane = await graph.openLane({
    name: 'ring',
    query: `MATCH (a), (b) WHERE id(a) = idFrom($that.i) AND id(b) = idFrom(($that.i + 1) % ${size})
      SET a.on = true, b.on = true CREATE (a)-[:NEXT]->(b)`,
    parameter: 'that',
    format: JSON_LINES,
  });
  const records = Array.from({ length: size }, (_, i) => `{"i":${i}}`);
  const outcome = await lane.runChunk(chunkOf(records, 0));
  expect(outcome.done).toBe(size);
  await lane.close();
}

async function expectWhole(): Promise<void> {
  await eventually(() => graph.admin.health.outage === undefined);
  await graph.admin.recover();
  await graph.idle();
  const pairs = 'MATCH (a)-[:NEXT]->(b) WHERE a.on = true AND b.on = true RETURN count(*)';
  expect(await rows(pairs)).toEqual([[SIZE]]);
  expect(await rows('MATCH (a)<-[:NEXT]-(b) RETURN count(*)')).toEqual([[SIZE]]);
  expect(balance).toBe(SIZE);
}

function holders(): (string | undefined)[] {
  return graph.admin.workers.placement.locations
    .filter(({ shards }) => shards.length > 0)
    .map(({ process }) => process);
}

test('shards are on three processes, and all of them are connected', async () => {
  await open({ one: 1, two: 2 });
  expect(graph.admin.workers.count).toBe(4);
  expect(holders()).toEqual([undefined, 'one', 'two', 'two']);
  expect((await graph.admin.shards.status()).map(({ shard }) => shard)).toEqual([0, 1, 2, 3, 4, 5]);
  await watch();
  await ring(SIZE);
  await expectWhole();
});

test('reports the lag of a process: how long it has been silent, and how much is queued for it', async () => {
  await open({ one: 1 });
  await ring(SIZE);
  const lags = () => graph.admin.workers.placement.locations.map(({ lag }) => lag);
  // A checkpoint may be in flight.
  await eventually(() => lags()[1]!.waitingBytes === 0);
  expect(lags()).toEqual([undefined, { silentMillis: expect.any(Number), waitingBytes: expect.any(Number) }]);
  const thaw = house.freeze('one');
  const answer = rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)');
  await eventually(() => lags()[1]!.silentMillis > 1_000 && lags()[1]!.waitingBytes > 0);
  thaw();
  expect(await answer).toEqual([[SIZE]]);
  await eventually(() => lags()[1]!.silentMillis < 1_000 && lags()[1]!.waitingBytes === 0);
});

test('a silent process gets no work that others can do, until it is heard from again', async () => {
  await open({ one: 1 }, PATIENT_MILLIS);
  await ring(SIZE);
  const lane = await graph.openLane({
    name: 'anywhere',
    query: 'RETURN $that.i',
    parameter: 'that',
    format: JSON_LINES,
  });
  const lag = () => graph.admin.workers.placement.locations[1]!.lag!;
  const thaw = house.freeze('one');
  await eventually(() => lag().silentMillis > 1_000);
  const { waitingBytes } = lag();
  for (let k = 0; k < 4; k++) expect(await rows(`RETURN ${k}`)).toEqual([[k]]);
  const outcomes = await Promise.all([0, 1, 2, 3].map(k => lane.runChunk(chunkOf([`{"i":${k}}`], k))));
  expect(outcomes.map(({ done }) => done)).toEqual([1, 1, 1, 1]);
  expect(lag().waitingBytes).toBe(waitingBytes);
  // Its own shards still have to be waited for.
  const all = rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)');
  await eventually(() => lag().waitingBytes > waitingBytes);
  thaw();
  expect(await all).toEqual([[SIZE]]);
  await eventually(() => lag().silentMillis < 1_000 && lag().waitingBytes === 0);
  // Now it gets requests in turn again.
  const thawAgain = house.freeze('one');
  const answers = Promise.all([rows('RETURN 1'), rows('RETURN 2')]);
  await eventually(() => lag().waitingBytes > 0);
  thawAgain();
  expect(await answers).toEqual([[[1]], [[2]]]);
  await lane.close();
}, 120_000);

test('a joining process gets shards, and a leaving one returns them', async () => {
  await open({});
  await watch();
  await ring(SIZE);
  const lender = house.join('late', 1);
  await eventually(() => graph.admin.health.outage !== undefined);
  // A query that arrives while shards move waits.
  expect(await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)')).toEqual([[SIZE]]);
  expect(holders()).toContain('late');
  // Half of them stay in place.
  expect(graph.admin.workers.placement.locations.map(({ shards }) => shards)).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
  await expectWhole();
  house.withdraw('late');
  await lender.returned();
  await eventually(() => !holders().includes('late') && graph.admin.health.outage === undefined);
  await expectWhole();
});

test('no query fails while shards move in order; a leaving process is replaced alone', async () => {
  await open({ one: 1, two: 1 });
  await watch();
  await ring(SIZE);
  let isOver = false;
  const failures: string[] = [];
  const answers = { count: 0, longestMillis: 0 };
  const queryAgain = async (): Promise<void> => {
    while (!isOver) {
      const asked = performance.now();
      await rows('MATCH (a)-[:NEXT]->(b) RETURN count(*)').then(
        found => expect(found).toEqual([[SIZE]]),
        (error: unknown) => {
          if (performance.now() - asked < WAIT_MILLIS) failures.push(String(error));
        },
      );
      answers.count++;
      answers.longestMillis = Math.max(answers.longestMillis, performance.now() - asked);
    }
  };
  const asking = [queryAgain(), queryAgain(), queryAgain()];
  const next = async (): Promise<void> => {
    const { count } = answers;
    await eventually(() => answers.count > count + 3 && graph.admin.health.outage === undefined);
  };
  await next();
  house.withdraw('one');
  await eventually(() => !holders().includes('one'));
  await next();
  expect(holders()).toEqual([undefined, undefined, 'two']);
  process.stdout.write(`who goes: no query waited for more than ${Math.round(answers.longestMillis)} ms\n`);
  const { order } = graph.admin.workers.placement;
  house.join('late', 1);
  await eventually(() => holders().includes('late'));
  await next();
  // It has the workers of the one that left, and no other worker was replaced.
  expect(holders()).toEqual([undefined, 'two', 'late']);
  expect(graph.admin.workers.placement.order).toBe(order + 1);
  expect(graph.admin.workers.placement.moves.at(-1)!.reason).toBe('late lends workers');
  process.stdout.write(`who comes: no query waited for more than ${Math.round(answers.longestMillis)} ms\n`);
  isOver = true;
  await Promise.all(asking);
  expect(failures).toEqual([]);
  await expectWhole();
}, 120_000);

function lose(process: string): void {
  house.withdraw(process);
  house.cut(process);
}

/** Waits until nothing moves. @returns the order of the workers that started last. */
async function settledOrder(): Promise<number> {
  const { workers, health } = graph.admin;
  await eventually(
    () => health.outage === undefined && workers.placement.moves.every(({ millis }) => millis !== undefined),
  );
  return workers.placement.order;
}

test('the owner takes over the shards of a lost process, and other processes keep theirs', async () => {
  await open({ one: 1, two: 2 });
  await watch();
  await ring(SIZE);
  const lane = await graph.openLane({
    name: 'later',
    query: 'MATCH (a) WHERE id(a) = idFrom($that.i) SET a.later = $that.i',
    parameter: 'that',
    format: JSON_LINES,
  });
  const order = await settledOrder();
  lose('two');
  await eventually(() => graph.admin.health.outage !== undefined);
  expect(graph.admin.health.outage!.message).toMatch(
    /^Worker 2, 3 \(shards 2, 3\) was lost: the process two, which lent it/,
  );
  await expect(graph.admin.propagate()).rejects.toMatchObject({ code: 'graph.worker-lost' });
  // Work for the lost workers waits, and is completed once they are replaced.
  const records = Array.from({ length: SIZE }, (_, i) => `{"i":${i}}`);
  expect((await lane.runChunk(chunkOf(records, 0))).done).toBe(SIZE);
  await lane.close();
  // At the first attempt.
  expect(await settledOrder()).toBe(order + 1);
  expect(holders()).toEqual([undefined, undefined, undefined, 'one']);
  await expectWhole();
  expect(await rows('MATCH (a) WHERE a.later IS NOT NULL RETURN count(*)')).toEqual([[SIZE]]);
  lose('one');
  await eventually(() => !holders().includes('one') && graph.admin.health.outage === undefined);
  expect(holders()).toEqual([undefined, undefined, undefined, undefined]);
  await expectWhole();
});

test('workers move alone to each process that joins, as often as one leaves and returns', async () => {
  await open({ one: 1, two: 2 });
  await watch();
  await ring(SIZE);
  for (let round = 0; round < 3; round++) {
    const [leaving, joining] = round % 2 === 0 ? (['two', 'again'] as const) : (['again', 'two'] as const);
    const before = await settledOrder();
    house.withdraw(leaving);
    await eventually(() => !holders().includes(leaving));
    expect(await settledOrder()).toBe(before + 1);
    expect(holders()).toEqual([undefined, undefined, undefined, 'one']);
    await expectWhole();
    house.join(joining, 2);
    await eventually(() => holders().includes(joining));
    expect(await settledOrder()).toBe(before + 2);
    expect(holders()).toEqual([undefined, 'one', joining, joining]);
    await expectWhole();
  }
}, 120_000);

test('a process with fewer workers than the lost one gets as many as it offers', async () => {
  await open({ one: 1, two: 2 });
  await watch();
  await ring(SIZE);
  lose('two');
  await eventually(() => !holders().includes('two'));
  const order = await settledOrder();
  house.join('small', 1);
  await eventually(() => holders().includes('small'));
  expect(await settledOrder()).toBe(order + 1);
  expect(holders()).toEqual([undefined, undefined, 'one', 'small']);
  await expectWhole();
  house.join('other', 1);
  await eventually(() => holders().includes('other'));
  expect(await settledOrder()).toBe(order + 2);
  expect(holders()).toEqual([undefined, 'one', 'small', 'other']);
  await expectWhole();
}, 120_000);

test('a process that joins but cannot reach another one gets no workers', async () => {
  await open({ one: 1, two: 1 });
  await watch();
  await ring(SIZE);
  lose('two');
  await eventually(() => !holders().includes('two'));
  const order = await settledOrder();
  house.unreachable.add('late one');
  house.join('late', 1);
  // Threads of the owner start in its place.
  await eventually(() => graph.admin.workers.placement.order >= order + 2);
  house.withdraw('late');
  await settledOrder();
  expect(holders()).toEqual([undefined, undefined, 'one']);
  await expectWhole();
}, 120_000);

test('a thread of the owner is replaced alone while other processes lend workers', async () => {
  await open({ one: 1, two: 1 }, PATIENT_MILLIS);
  await watch();
  await ring(SIZE);
  const order = await settledOrder();
  const { workers } = graph.admin;
  // Silent processes get no work that others can do, so the owner does it.
  const thaws = ['one', 'two'].map(process => house.freeze(process));
  await eventually(() => workers.placement.locations.every(({ lag }) => (lag?.silentMillis ?? 9e9) > 1_000));
  await expect(rows('RETURN mishap.exit(1)')).rejects.toMatchObject({ code: 'graph.worker-lost' });
  for (const thaw of thaws) thaw();
  expect(await settledOrder()).toBe(order + 1);
  expect(holders()).toEqual([undefined, 'one', 'two']);
  await expectWhole();
}, 120_000);

test('a process that cannot reach the store has no workers, and lends them again once it can', async () => {
  await open({});
  await watch();
  await ring(SIZE);
  let answers = true;
  const probe = {
    check: async () => {
      if (!answers) throw new WeirError('store.failed', 'no answer');
    },
    close: async () => undefined,
  };
  const lender = house.join('late', 1, { probe });
  const has = (): boolean => holders().includes('late') && graph.admin.health.outage === undefined;
  await eventually(has);
  await expectWhole();
  answers = false;
  // A thread of the owner replaced it, and no other worker was replaced.
  await eventually(() => !has() && graph.admin.health.outage === undefined);
  expect(holders()).toEqual([undefined, undefined]);
  expect(graph.admin.workers.placement.moves.at(-1)!.reason).toMatch(
    /late, .* cannot reach the store: no answer/,
  );
  expect([lender.canLend, house.current()]).toEqual([false, []]);
  await expectWhole();
  answers = true;
  await eventually(has);
  await expectWhole();
  await lender.close();
}, 120_000);

test('replaces all workers if a second process is lost meanwhile', async () => {
  await open({ one: 1, two: 1 });
  await watch();
  await ring(SIZE);
  lose('two');
  await eventually(() => graph.admin.health.outage !== undefined);
  lose('one');
  await eventually(
    () => graph.admin.workers.placement.locations.length === 1 && graph.admin.health.outage === undefined,
  );
  await expectWhole();
});

test('gives up one of two processes that cannot reach each other', async () => {
  await open({ one: 1, two: 1 });
  await watch();
  await ring(SIZE);
  house.cutBetween('one', 'two');
  await eventually(() => graph.admin.health.outage !== undefined);
  const [, given, by] = /process (\w+), which lent it, is lost: (\w+) no longer reaches it/.exec(
    graph.admin.health.outage!.message,
  )!;
  expect([given, by].sort()).toEqual(['one', 'two']);
  house.withdraw(given!);
  await eventually(() => graph.admin.health.outage === undefined);
  expect(holders()).toEqual([undefined, undefined, by]);
  await expectWhole();
});
