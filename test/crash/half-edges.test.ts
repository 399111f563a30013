/**
 * All hosts die at a random moment of random writes, each with what it had not yet written; after the restart, and
 * with writes going on meanwhile, both ends of every edge agree. WEIR_CRASH_SEED and WEIR_CRASH_CASES choose other runs and more.
 */
import type { GraphSession } from '@weir/cypher';
import { halfEdgeMismatches, HostCluster, SeededRandom } from '@weir/graph/testing';
import { idFrom, type NodeId } from '@weir/model';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { createStandingEngine } from '@weir/standing';
import { CrashingDisk } from '../standing-oracle/crashing-disk.js';

const SEED = Number(process.env['WEIR_CRASH_SEED'] ?? 400);
const CASES = Number(process.env['WEIR_CRASH_CASES'] ?? 60);
const IDS: readonly NodeId[] = Array.from({ length: 6 }, (_, i) => idFrom(['crash', i])!);
const WRITES = 25;

class CrashingCluster {
  cluster!: HostCluster;
  private disks: CrashingDisk[] = [];

  constructor(
    private readonly hosts: number,
    private readonly stores: readonly Persistor[],
    private readonly random: SeededRandom,
  ) {
    this.open();
  }

  open(): void {
    this.disks = Array.from({ length: this.hosts }, () => new CrashingDisk(() => this.cluster, this.random));
    this.cluster = new HostCluster({
      hosts: this.hosts,
      shards: this.stores.length,
      seed: this.random.below(2 ** 30),
      startMillis: (this.cluster?.now ?? 1_700_000_000_000) + 2,
      engineOf: () => createStandingEngine(),
      persistorOf: shard => this.disks[shard % this.hosts]!.mount(this.stores[shard]!),
    });
  }

  /** @returns what recovery waits for, in an object: it needs the cluster to go on. */
  async crash(): Promise<{ readonly recovery: Promise<unknown> }> {
    await new Promise<void>(resolve => setImmediate(resolve));
    for (const disk of this.disks) disk.die();
    this.open();
    return { recovery: Promise.all(this.cluster.hosts.map(host => host.recover(3))) };
  }
}

function writeSomething(session: GraphSession, random: SeededRandom): void {
  const from = random.pick(IDS);
  const to = random.pick(IDS);
  const choice = random.next();
  if (choice < 0.6) session.createEdge(from, 'e', to);
  else if (choice < 0.85) session.deleteEdge(from, 'e', to);
  else session.deleteNode(from, true);
  if (random.chance(0.6)) session.flush();
}

async function runCase(hosts: number, shards: number, seed: number): Promise<string[]> {
  const random = new SeededRandom(seed);
  const factory = createPersistorFactory({ type: 'memory' });
  const stores: Persistor[] = [];
  for (let shard = 0; shard < shards; shard++) stores.push(await factory.open(`shard-${shard}`));
  const crashing = new CrashingCluster(hosts, stores, random);
  let background: Promise<unknown> = Promise.resolve();
  for (let life = 0; life < 3; life++) {
    const sessions = [0, 1].map(() => crashing.cluster.anyHost().session());
    for (let write = random.below(WRITES); write >= 0; write--) {
      writeSomething(random.pick(sessions), random);
      for (let steps = random.below(6); steps > 0; steps--) crashing.cluster.step();
      if (random.chance(0.2)) await new Promise<void>(resolve => setImmediate(resolve));
    }
    background = (await crashing.crash()).recovery;
  }
  const { cluster } = crashing;
  await cluster.until(background);
  await cluster.settle();
  return halfEdgeMismatches(cluster, cluster.anyHost().session(), IDS);
}

test.each([
  { hosts: 1, shards: 2 },
  { hosts: 2, shards: 2 },
  { hosts: 3, shards: 8 },
])(
  `${CASES} crashing runs from seed ${SEED}, on $shards shards of $hosts hosts`,
  async ({ hosts, shards }) => {
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const alone = await runCase(hosts, shards, seed);
      if (alone.length > 0) throw new Error(`seed ${seed}: ${alone.join('; ')}`);
    }
  },
);
