/**
 * Stores that fail occasionally, under effect order persistor-first, with crashes: acknowledged writes exist, rejected
 * ones do not; after a failure ends, memory equals the stores; and no edge has only one half. WEIR_TEST_CRASH_SEED and
 * WEIR_TEST_CRASH_CASES choose other runs and more.
 */
import { ReadPart } from '@weir/cypher';
import { halfEdgeMismatches, type WorkerCluster, SeededRandom } from '@weir/graph/testing';
import { idFrom, type NodeId } from '@weir/model';
import { WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { CrashingCluster } from './crashing-cluster.js';
import { FailingDisk } from '../support/failing-disk.js';

const { seed: SEED, cases: CASES } = randomTest('failing stores');
const MILLIS_PER_CASE = 1_000;
const IDS: readonly NodeId[] = Array.from({ length: 7 }, (_, i) => idFrom(['failing', i])!);
/** These get properties and are never deleted; the others get edges. */
const LASTING_IDS = IDS.slice(0, 4);
const EDGE_IDS = IDS.slice(4);
/** Each writes its own properties, always from the same worker, with increasing values. */
const WRITERS = 3;
const WRITES = 40;

class FailingRun {
  private readonly disk: FailingDisk;
  private crashing!: CrashingCluster;
  private last = 0;
  /** The highest acknowledged value, keyed by location. */
  private readonly acknowledged = new Map<string, number>();
  /** Values of writes that were reported to have changed nothing. */
  private readonly refused = new Set<number>();
  readonly problems: string[] = [];

  constructor(
    private readonly workers: number,
    private readonly shards: number,
    private readonly random: SeededRandom,
  ) {
    this.disk = new FailingDisk(random);
  }

  private get cluster(): WorkerCluster {
    return this.crashing.cluster;
  }

  async run(): Promise<void> {
    const { disk, random } = this;
    this.crashing = await CrashingCluster.create(this.workers, this.shards, random, store =>
      disk.mount(store),
    );
    for (let life = 0; life < 3; life++) {
      const limits = random.chance(0.5) ? { softLimit: 1, hardLimit: 100 } : undefined;
      for (const worker of this.cluster.workers) for (const shard of worker.shards) shard.limits = limits;
      for (let write = random.below(WRITES); write >= 0; write--) await this.writeSomething();
      disk.failureRate = 0;
      if (random.chance(0.5)) await this.crash();
      else await this.settleAndReopen();
      await this.check();
    }
  }

  private async writeSomething(): Promise<void> {
    const { cluster, disk, random } = this;
    if (random.chance(0.15)) disk.failureRate = random.pick([0, 0, 0.5, 1]);
    if (random.chance(0.1)) this.crashing.checkpoint();
    const writer = random.below(WRITERS);
    const session = cluster.workers[writer % this.workers]!.session();
    const [from, to] = [random.pick(EDGE_IDS), random.pick(EDGE_IDS)];
    const choice = random.next();
    if (choice < 0.5) {
      const value = ++this.last;
      const node = random.pick(LASTING_IDS);
      session.effects.setProperty(node, `w${writer}`, value);
      this.follow(`${IDS.indexOf(node)} w${writer}`, value, session.settled());
    } else {
      if (choice < 0.8) session.effects.createEdge(from, 'e', to);
      else if (choice < 0.9) session.effects.deleteEdge(from, 'e', to);
      else session.effects.deleteNode(from, true);
      void Promise.resolve(session.settled()).catch(expectStoreFailed);
    }
    for (let steps = random.below(8); steps > 0; steps--) {
      cluster.step();
      if (random.chance(0.4)) await new Promise<void>(resolve => setImmediate(resolve));
    }
  }

  private follow(place: string, value: number, settled: Promise<void> | void): void {
    const { cluster } = this;
    Promise.resolve(settled).then(
      () => {
        if (cluster !== this.cluster) return;
        this.acknowledged.set(place, Math.max(value, this.acknowledged.get(place) ?? 0));
      },
      (error: unknown) => {
        expectStoreFailed(error);
        if ((error as Error).message.startsWith('Nothing was changed')) this.refused.add(value);
      },
    );
  }

  private async crash(): Promise<void> {
    const { recovery } = await this.crashing.crash();
    await this.cluster.until(recovery);
    await this.cluster.settle();
  }

  /** Memory must equal what another process finds. */
  private async settleAndReopen(): Promise<void> {
    await this.cluster.until(Promise.all(this.cluster.workers.map(worker => worker.commit())));
    await this.cluster.settle();
    const before = await this.dump();
    await this.crash();
    const after = await this.dump();
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      this.problems.push(`was ${JSON.stringify(before)}, found ${JSON.stringify(after)}`);
    }
  }

  private async check(): Promise<void> {
    const { cluster } = this;
    const session = cluster.anyWorker().session();
    this.problems.push(...(await halfEdgeMismatches(cluster, session, IDS)));
    const views = await cluster.until(session.reads.readNodes(IDS, ReadPart.Properties));
    for (const [place, value] of this.acknowledged) {
      const [node, key] = place.split(' ');
      const found = views[Number(node)]!.properties[key!];
      if (!(Number(found) >= value)) this.problems.push(`${place} is ${String(found)}, not ${value}`);
    }
    for (const { properties } of views) {
      for (const value of Object.values(properties)) {
        if (this.refused.has(value as number)) this.problems.push(`${String(value)} was refused`);
      }
    }
  }

  private async dump(): Promise<unknown> {
    const session = this.cluster.anyWorker().session();
    const views = await this.cluster.until(session.reads.readNodes(IDS, ReadPart.Properties));
    const request = { nodes: IDS, direction: undefined, labels: undefined };
    const edges = await this.cluster.until(session.reads.expand(request));
    return views.map(({ exists, properties }, i) => ({
      exists,
      properties: Object.entries(properties).sort(),
      edges: edges[i]!.map(({ direction, other }) => `${direction} ${IDS.indexOf(other)}`).sort(),
    }));
  }

  /** How often the tested events occurred. */
  get counts(): { readonly failures: number; readonly acknowledged: number; readonly refused: number } {
    return {
      failures: this.disk.failures,
      acknowledged: this.acknowledged.size,
      refused: this.refused.size,
    };
  }
}

function expectStoreFailed(error: unknown): void {
  if (!(error instanceof WeirError) || error.code !== 'store.failed') throw error;
}

test.each([
  { workers: 1, shards: 2 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])(
  `${CASES} runs with failing stores from seed ${SEED}, on $shards shards of $workers workers`,
  async ({ workers, shards }) => {
    const problems: string[] = [];
    const happened = { failures: 0, acknowledged: 0, refused: 0 };
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const run = new FailingRun(workers, shards, new SeededRandom(seed));
      await run.run();
      happened.failures += run.counts.failures;
      happened.acknowledged += run.counts.acknowledged;
      happened.refused += run.counts.refused;
      problems.push(...run.problems.map(problem => `seed ${seed}: ${problem}`));
    }
    expect(problems).toEqual([]);
    for (const count of Object.values(happened)) expect(count).toBeGreaterThanOrEqual(CASES);
  },
  60_000 + CASES * MILLIS_PER_CASE,
);
