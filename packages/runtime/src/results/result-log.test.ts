/**
 * Law: in all cases, a durable cursor gets every result at least once, results of a shard in order, and a client that
 * reconnects with the last id it saw misses no result that is kept. Random batches, slow consumers, clients that
 * connect and disconnect, failing writes, and crashes that keep only the stores.
 *
 * For other runs, set WEIR_TEST_LOG_SEED (printed), WEIR_TEST_LOG_RUNS.
 */
import { OpenBatch, SeededRandom } from '@weir/graph/testing';
import { idFrom } from '@weir/model';
import { randomTest, settle, TestEnvironment } from '@weir/platform/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import type { StandingOutput } from '@weir/contract';
import { BatchMemory } from './batch-memory.js';
import { RecentResults } from './recent-results.js';
import { ResultCursor } from './result-cursor.js';
import { ResultLedger } from './result-ledger.js';
import { ResultLog } from './result-log.js';

const { seed: SEED, cases: RUNS } = randomTest('result log');
const STEPS = 60;
const SHARDS = 3;
const QUERY = 7;
const ROOT = idFrom(['root'])!;
const FOR_EVER = 1e12;

/** A store as seen by one process: requests of a dead process have no effect. */
function mounted(store: Persistor, life: { readonly isDead: boolean }): Persistor {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        life.isDead ? new Promise(() => undefined) : (value.apply(target, args) as unknown);
    },
  });
}

/** One process, on stores that outlive it. */
class Life {
  readonly environment = new TestEnvironment();
  readonly ledger: ResultLedger;
  readonly log: ResultLog;
  private readonly sequences: number[] = [];

  private readonly stores: readonly Persistor[];
  private readonly cursors = new Set<ResultCursor>();
  isDead = false;

  private constructor(stores: readonly Persistor[], meta: Persistor, keep: number, memoryBytes: number) {
    this.stores = stores.map(store => mounted(store, this));
    this.ledger = new ResultLedger({
      meta: mounted(meta, this),
      environment: this.environment,
      deleteBatches: async (query, upTo) => {
        for (const [shard, sequence] of upTo) await this.stores[shard]!.deleteResults(query, sequence);
      },
    });
    this.log = new ResultLog({
      query: QUERY,
      clock: this.environment.clock,
      columns: ['n'],
      provenance: false,
      includeCancellations: true,
      retention: { count: keep, millis: FOR_EVER },
      memory: new BatchMemory(memoryBytes),
      recent: new RecentResults(memoryBytes),
      read: async (shard, after) => {
        if (this.isDead) return new Promise(() => undefined);
        for await (const some of this.stores[shard]!.readResults(QUERY, after)) {
          return some.slice(0, 3).map(({ sequence, bytes }) => [sequence, bytes] as const);
        }
        return [];
      },
      taken: () => undefined,
      changed: log => this.ledger.touch(log),
      consumerFailed: error => {
        throw error;
      },
      readFailed: error => {
        throw error;
      },
    });
  }

  static async begin(
    stores: readonly Persistor[],
    meta: Persistor,
    keep: number,
    memoryBytes: number,
  ): Promise<Life> {
    const life = new Life(stores, meta, keep, memoryBytes);
    await life.ledger.open(life.log);
    const left = [];
    for (const [shard, store] of stores.entries()) {
      let last = life.log.lastOrdered.get(shard) ?? 0;
      for await (const some of store.readResults(QUERY, last)) {
        for (const { sequence, bytes } of some) {
          left.push(life.described(shard, sequence, new Uint8Array(bytes)));
          last = sequence;
        }
      }
      life.sequences[shard] = last;
    }
    life.log.appendUnordered(left);
    await life.ledger.flush();
    return life;
  }

  /** @param arrives `false`: the process dies after the batch is written and before it is notified. */
  async write(shard: number, ids: readonly string[], arrives: boolean): Promise<void> {
    const open = new OpenBatch();
    for (const resultId of ids) {
      open.add(
        {
          query: QUERY,
          root: ROOT,
          isPositiveMatch: true,
          isInitialResult: false,
          resultId,
          row: [1],
          origin: undefined,
        },
        0,
      );
    }
    this.sequences[shard]!++;
    const batch = open.pack(QUERY, shard, this.sequences[shard]!, this.environment.clock.now());
    await this.stores[shard]!.write({ journal: [], results: [batch] });
    if (arrives) this.log.append(batch);
  }

  attach(cursor: ResultCursor): void {
    this.cursors.add(cursor);
    this.log.attach(cursor);
  }

  close(cursor: ResultCursor): void {
    this.cursors.delete(cursor);
    cursor.close();
  }

  /** Compares the results for which ingest waits, by the slowest holding cursor, with a linear search. */
  expectWaiting(): void {
    const { end } = this.log;
    const held = [...this.cursors].filter(({ holds }) => holds).map(({ position }) => position);
    expect(this.log.waiting).toBe(end - Math.min(end, ...held));
  }

  private described(
    shard: number,
    sequence: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Parameters<ResultLog['append']>[0] {
    const text = Buffer.from(bytes).toString('latin1');
    const count = text.match(/r\d-\d{6}/g)!.length;
    const time = this.environment.clock.now();
    return { query: QUERY, shard, sequence, count, positives: count, time, bytes };
  }
}

/** Remembers the results it was given, even if the process dies before they are taken. */
class Consumer {
  readonly seen: string[] = [];
  isAlive = true;

  constructor(private readonly random: SeededRandom) {}

  readonly take = async (results: readonly StandingOutput[]): Promise<void> => {
    if (!this.isAlive) return new Promise(() => undefined);
    for (const { resultId } of results) this.seen.push(resultId);
    for (let turns = this.random.below(4); turns > 0; turns--) {
      await new Promise<void>(resolve => setImmediate(resolve));
    }
  };
}

async function run(seed: number, keep: number, memoryBytes: number): Promise<void> {
  const random = new SeededRandom(seed);
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(Array.from({ length: SHARDS }, (_, i) => factory.open(`shard-${i}`)));
  const meta = await factory.open('meta');
  const written: string[][] = Array.from({ length: SHARDS }, () => []);
  const seen: string[] = [];
  /** Results that the client saw, over all its connections. */
  const clientSaw: string[] = [];
  let gaps = 0;

  let life = await Life.begin(stores, meta, keep, memoryBytes);
  let output = new Consumer(random);
  let client: { readonly consumer: Consumer; readonly cursor: ResultCursor } | undefined = undefined;
  const attachOutput = (): void => {
    const position = life.log.namedPosition('out') ?? life.log.end;
    life.attach(new ResultCursor(life.log, output.take, { name: 'out', position }));
  };
  const connect = (): void => {
    const consumer = new Consumer(random);
    const resumeAfter = clientSaw.at(-1);
    const position = resumeAfter === undefined ? life.log.end : life.log.first;
    const cursor = new ResultCursor(life.log, consumer.take, { position, resumeAfter, onGap: () => gaps++ });
    life.attach(cursor);
    client = { consumer, cursor };
  };
  const disconnect = (): void => {
    if (client === undefined) return;
    client.consumer.isAlive = false;
    life.close(client.cursor);
    // The client already has the result with which it reconnected.
    if (gaps === 0) expect(client.consumer.seen).not.toContain(clientSaw.at(-1));
    clientSaw.push(...client.consumer.seen);
    client = undefined;
  };
  const crash = async (): Promise<void> => {
    life.isDead = true;
    output.isAlive = false;
    disconnect();
    seen.push(...output.seen);
    life = await Life.begin(stores, meta, keep, memoryBytes);
    output = new Consumer(random);
    attachOutput();
  };
  const write = (arrives: boolean): Promise<void> => {
    const shard = random.below(SHARDS);
    const ids = Array.from({ length: 1 + random.below(5) }, (_, i) => {
      return `r${shard}-${String(written[shard]!.length + i).padStart(6, '0')}`;
    });
    written[shard]!.push(...ids);
    return life.write(shard, ids, arrives);
  };

  attachOutput();
  await life.ledger.flush();
  connect();
  for (let step = 0; step < STEPS; step++) {
    const choice = random.next();
    if (choice < 0.6) await write(true);
    else if (choice < 0.7) life.environment.advance(random.pick([20, 60, 1500]));
    else if (choice < 0.8) disconnect();
    else if (choice < 0.9 && client === undefined) connect();
    else if (choice < 0.95) {
      if (random.chance(0.5)) await write(false);
      await crash();
    } else await settle();
    life.expectWaiting();
  }
  if (client === undefined) connect();
  await settle();
  // Long enough for a check of age and count.
  life.environment.advance(70_000);
  await settle();
  disconnect();
  seen.push(...output.seen);

  for (const [shard, ids] of written.entries()) {
    const isOf = (id: string): boolean => id.startsWith(`r${shard}-`);
    expect([...new Set(seen)].filter(isOf)).toEqual(ids);
    if (gaps > 0) continue;
    // Results of the shard from the first one on that the client saw; after a crash, perhaps earlier ones too.
    const first = ids.indexOf(clientSaw.find(isOf) ?? '');
    const later = [...new Set(clientSaw)].filter(id => isOf(id) && ids.indexOf(id) >= first);
    if (first >= 0) expect(later).toEqual(ids.slice(first));
  }
  const total = written.flat().length;
  if (total > 3 * keep) expect(life.log.end - life.log.first).toBeLessThan(total);
  expect(life.log.end).toBe(total);
  for (const [shard, store] of stores.entries()) {
    for await (const some of store.readResults(QUERY)) {
      const kept = some.filter(({ sequence }) => sequence <= (life.log.lastOrdered.get(shard) ?? 0));
      expect(kept).toHaveLength(some.length);
    }
  }
  if (keep > total) expect(gaps).toBe(0);
}

test('readers of the same results get the same objects, while there is room for them', async () => {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(Array.from({ length: SHARDS }, (_, i) => factory.open(`shard-${i}`)));
  const life = await Life.begin(stores, await factory.open('meta'), 1_000, 200);
  const seen: StandingOutput[][] = [[], [], []];
  const read = (reader: number): void => {
    const take = async (results: readonly StandingOutput[]): Promise<void> =>
      void seen[reader]!.push(...results);
    life.log.attach(new ResultCursor(life.log, take, { position: life.log.first }));
  };
  read(0);
  read(1);
  for (let i = 0; i < 9; i++) await life.write(i % SHARDS, [`r${i % SHARDS}-00000${i}`], true);
  await settle();
  read(2);
  await settle();
  const [first, second, late] = seen as [StandingOutput[], StandingOutput[], StandingOutput[]];
  expect(first).toHaveLength(9);
  expect(second.every((each, i) => each === first[i])).toBe(true);
  expect(late).toEqual(first);
  expect(late[0]).not.toBe(first[0]);
});

test('a single reader leaves no unpacked results behind', async () => {
  const factory = createPersistorFactory({ type: 'memory' });
  const stores = await Promise.all(Array.from({ length: SHARDS }, (_, i) => factory.open(`shard-${i}`)));
  const life = await Life.begin(stores, await factory.open('meta'), 1_000, 1_000_000);
  let count = 0;
  const take = async (results: readonly StandingOutput[]): Promise<void> => void (count += results.length);
  life.log.attach(new ResultCursor(life.log, take, { position: life.log.first }));
  const ids = Array.from({ length: 300 }, (_, i) => `r0-${String(i).padStart(6, '0')}`);
  await life.write(0, ids, true);
  await settle();
  expect([count, life.log.options.recent.size]).toEqual([300, 0]);
});

test.each([
  { saw: 'r0-000000', then: ['r0-000001', 'r1-000000'] },
  { saw: 'r0-000001', then: ['r1-000000'] },
  { saw: 'r1-000000', then: ['r0-000000', 'r0-000001'] },
])(
  'if its position is a guess, $saw is not delivered again to a client that resumes with it',
  async ({ saw, then }) => {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores = await Promise.all(Array.from({ length: SHARDS }, (_, i) => factory.open(`shard-${i}`)));
    const meta = await factory.open('meta');
    const before = await Life.begin(stores, meta, 1_000, 1_000_000);
    await before.write(0, ['r0-000000', 'r0-000001'], false);
    await before.write(1, ['r1-000000'], false);
    before.isDead = true;
    const { log } = await Life.begin(stores, meta, 1_000, 1_000_000);
    const seen: string[] = [];
    const take = async (results: readonly StandingOutput[]): Promise<void> =>
      void seen.push(...results.map(({ resultId }) => resultId));
    log.attach(new ResultCursor(log, take, { position: log.first, resumeAfter: saw }));
    await settle();
    expect(seen).toEqual(then);
  },
);

test.each([
  { keep: 1_000_000, memoryBytes: 1_000_000 },
  { keep: 1_000_000, memoryBytes: 0 },
  { keep: 10, memoryBytes: 200 },
])('loses no result: keeping $keep results, $memoryBytes bytes in memory', async ({ keep, memoryBytes }) => {
  process.stderr.write(`result log, WEIR_TEST_LOG_SEED=${SEED}\n`);
  for (let i = 0; i < RUNS; i++) await run(SEED + i, keep, memoryBytes);
});
