/**
 * A partition whose log is cut all the time moves between processes: hot spares, processes that stopped long ago, and
 * new ones. A plain store gets the same operations. After each move, the partition has the same content (and perhaps more
 * snapshots), and its new owner knows all nodes that were written recently.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeId } from '@weir/model';
import {
  EmbeddedPersistorFactory,
  ItemKind,
  type Persistor,
  type WriteGroup,
  type WriteMark,
} from '@weir/persistor';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { caughtUp, Machine } from './testing/machine.js';
import { MemoryLogs } from './testing/memory-logs.js';

const PARTITION = 'shard-0';
const IDS = ['a', 'b', 'ab', '\xff', 'node'] as NodeId[];
const QUERIES = [1, 2];
const STEPS = 120;
const { seed: SEED, cases: CASES } = randomTest('cut logs');

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-cut-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function without(some: readonly string[], others: readonly string[]): string[] {
  const excluded = new Set(others);
  return some.filter(each => !excluded.has(each));
}

async function contentOf(store: Persistor): Promise<string[]> {
  const hold = await store.holdWrites();
  const cut = hold.cut();
  hold.release();
  const items: string[] = [];
  for await (const some of cut.items())
    items.push(
      ...some.map(item =>
        item.map(part => (part instanceof Uint8Array ? show(part) : String(part))).join(' '),
      ),
    );
  await cut.close();
  return items;
}

function show(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

async function recentIn(store: Persistor): Promise<string[]> {
  const ids: string[] = [];
  for await (const writes of store.recentWrites()) ids.push(...writes.map(({ id }) => id));
  return ids;
}

class Run {
  private readonly random: SeededRandom;
  private readonly logs: MemoryLogs;
  private readonly machines: Machine[] = [];
  private current: Machine | undefined = undefined;
  private owner!: Persistor;
  private time = 0;
  private marks: { readonly owner: WriteMark; readonly plain: WriteMark } | undefined;

  constructor(
    seed: number,
    private readonly plain: Persistor,
  ) {
    this.random = new SeededRandom(seed);
    this.logs = new MemoryLogs(this.random.pick([30, 1_000]));
  }

  /** Number of times that data was replaced by a snapshot. */
  get restores(): number {
    const all = this.machines.flatMap(({ environment }) => environment.logged);
    return all.filter(({ message }) => message === 'reading a snapshot of the graph').length;
  }

  async play(): Promise<void> {
    this.current = this.anyMachine();
    this.owner = await this.current.factory.open(PARTITION);
    for (let step = 0; step < STEPS; step++) await this.step();
    await this.move();
    await this.owner.close();
  }

  private async step(): Promise<void> {
    const { random } = this;
    const choice = random.next();
    if (choice < 0.55) {
      const group = this.nextGroup();
      await this.both(store => store.write(group));
    } else if (choice < 0.6) {
      const id = random.pick(IDS);
      await this.both(store => store.purgeNode(id));
    } else if (choice < 0.65) {
      const snapshot = { time: random.below(this.time) + 1, bytes: Buffer.from(`folded ${this.time}`) };
      const id = random.pick(IDS);
      await this.both(store => store.foldHistory([{ id, snapshot }]));
    } else if (choice < 0.7) {
      const [query, before] = [random.pick(QUERIES), random.below(this.time + 1)];
      await this.both(store => store.deleteResults(query, before));
    } else if (choice < 0.8) {
      const value = Buffer.alloc(random.below(100), this.time);
      await this.both(store => store.putMetadata('key', value));
    } else if (choice < 0.88) {
      this.marks ??= { owner: this.owner.markWrites(), plain: this.plain.markWrites() };
    } else if (choice < 0.96 && this.marks !== undefined) {
      await this.owner.forgetRecent(this.marks.owner);
      await this.plain.forgetRecent(this.marks.plain);
      this.marks = undefined;
    } else if (choice > 0.96) await this.move();
  }

  private nextGroup(): WriteGroup {
    const { random } = this;
    const bytes = (): Buffer => Buffer.alloc(random.below(60), random.below(256));
    const changed = IDS.filter(() => random.chance(0.4));
    const folded = IDS.filter(() => random.chance(0.1));
    const time = ++this.time;
    return {
      journal: changed.map(id => ({ id, time, bytes: bytes() })),
      snapshots: folded.map(id => ({ id, snapshot: { time, bytes: bytes() } })),
      replacesSnapshots: random.chance(0.5),
      results: QUERIES.filter(() => random.chance(0.3)).map(query => ({
        query,
        sequence: time,
        bytes: bytes(),
      })),
    };
  }

  private async both(run: (store: Persistor) => Promise<unknown>): Promise<void> {
    await Promise.all([run(this.owner), run(this.plain)]);
  }

  /** Another process opens the partition; it may have followed it until now, or a while. */
  private async move(): Promise<void> {
    const { random } = this;
    const before = this.owner;
    const isStopped = random.chance(0.5);
    if (isStopped) await before.close();
    const machine = this.anyMachine(isStopped ? undefined : this.current);
    for (let follows = random.below(3); follows > 0; follows--) {
      const standby = machine.follow();
      await caughtUp(standby);
      await standby.stop();
    }
    this.current = machine;
    this.owner = await machine.factory.open(PARTITION, true);
    if (!isStopped) await before.close();
    this.marks = undefined;
    const [content, expected] = [await contentOf(this.owner), await contentOf(this.plain)];
    expect(without(expected, content)).toEqual([]);
    expect(without(content, expected).filter(item => !item.startsWith(`${ItemKind.Snapshot} `))).toEqual([]);
    expect(without(await recentIn(this.plain), await recentIn(this.owner))).toEqual([]);
  }

  /** @param except the owner, which still runs. */
  private anyMachine(except?: Machine): Machine {
    const stopped = this.machines.filter(machine => machine !== except);
    if (stopped.length > 0 && this.random.chance(0.7)) return this.random.pick(stopped);
    const machine = new Machine(root, this.logs, { snapshotBytes: this.random.pick([100, 1_000]) });
    this.machines.push(machine);
    return machine;
  }
}

test(
  `${CASES} partitions from seed ${SEED}`,
  async () => {
    let restores = 0;
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const path = join(root, `plain-${seed}`);
      const plain = await new EmbeddedPersistorFactory({ path, checkFiles: false }).open(PARTITION);
      const run = new Run(seed, plain);
      await run.play().catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      await plain.close();
      restores += run.restores;
    }
    expect(restores).toBeGreaterThan(CASES / 2);
  },
  60_000 + CASES * 2_000,
);
