/**
 * Random writes over time, with sleeps, snapshots, restarts, crashes that lose nothing acknowledged, and folding of old
 * history. Then the graph is traversed node by node at random past times and compared with a naive log of versions.
 * WEIR_TEST_SEED and WEIR_TEST_CASES select other histories and more of them.
 */
import { type GraphSession, ReadPart } from '@weir/cypher';
import { idFrom, type NodeId } from '@weir/model';
import { WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { DEFAULT_PERSISTENCE, type PersistenceOptions } from '../persistence/persistence-options.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';

const { seed: SEED, cases: CASES } = randomTest('history');
const VERSIONS = 25;
const QUERIES = 25;
const IDS: readonly NodeId[] = Array.from({ length: 6 }, (_, i) => idFrom(['historian', i])!);
const ALL = ReadPart.Properties | ReadPart.Labels | ReadPart.EdgeCount;

interface PlainNode {
  exists: boolean;
  readonly properties: Record<string, string>;
  readonly labels: Set<string>;
  /** `>2 knows`, `<0 knows`. */
  readonly edges: Set<string>;
}

interface Version {
  /** Nothing happened between these times, both included. */
  readonly from: number;
  to: number;
  readonly nodes: readonly unknown[];
}

class History {
  readonly versions: Version[] = [];
  private readonly nodes: PlainNode[] = IDS.map(() => ({
    exists: false,
    properties: {},
    labels: new Set(),
    edges: new Set(),
  }));
  private session!: GraphSession;

  private constructor(
    private readonly layout: { readonly workers: number; readonly shards: number },
    private readonly seed: number,
    private readonly persistence: PersistenceOptions,
    private readonly stores: readonly Persistor[],
    private cluster: WorkerCluster,
  ) {}

  static async open(layout: { workers: number; shards: number }, seed: number): Promise<History> {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores: Persistor[] = [];
    for (let shard = 0; shard < layout.shards; shard++) stores.push(await factory.open(`shard-${shard}`));
    const schedules = ['on-node-sleep', 'on-node-update', 'never'] as const;
    const persistence: PersistenceOptions = {
      ...DEFAULT_PERSISTENCE,
      snapshotSchedule: schedules[seed % 3]!,
      journalRetention: seed % 2 === 0 ? 1_500 : undefined,
    };
    const history = new History(layout, seed, persistence, stores, undefined as never);
    history.restart(1_700_000_000_000);
    return history;
  }

  async run(): Promise<void> {
    for (let i = 0; i < VERSIONS; i++) {
      await this.writeVersion();
      await this.disturb();
    }
    for (let i = 0; i < QUERIES; i++) await this.queryPast();
  }

  private restart(startMillis: number): void {
    const { random } = this.cluster ?? { random: undefined };
    const softLimit = random === undefined ? 3 : random.below(3);
    this.cluster = new WorkerCluster({
      ...this.layout,
      seed: this.seed + this.versions.length,
      startMillis,
      persistence: this.persistence,
      limits: { softLimit, hardLimit: softLimit + 1 },
      engineOf: () => NO_STANDING,
      persistorOf: shard => this.stores[shard]!,
    });
  }

  private async writeVersion(): Promise<void> {
    const { cluster } = this;
    const last = this.versions.at(-1);
    if (last !== undefined) last.to = cluster.now;
    cluster.advance(1);
    this.session = cluster.anyWorker().session();
    for (let writes = 1 + cluster.random.below(6); writes > 0; writes--) await this.writeSomething();
    await cluster.until(this.session.settled());
    await cluster.settle();
    // Event times may run ahead of the clock for a moment.
    cluster.advance(2);
    const nodes = this.nodes.map(plain);
    this.versions.push({ from: cluster.now, to: cluster.now, nodes });
    cluster.advance(cluster.random.below(200));
  }

  private async writeSomething(): Promise<void> {
    const { random } = this.cluster;
    const { session } = this;
    const i = random.below(IDS.length);
    const j = random.below(IDS.length);
    const node = this.nodes[i]!;
    const other = this.nodes[j]!;
    const choice = random.below(6);
    if (choice < 2) {
      const value = `${random.below(1000)}`.padStart(150, 'x');
      session.effects.setProperty(IDS[i]!, `p${choice}`, value);
      node.properties[`p${choice}`] = value;
      node.exists = true;
    } else if (choice === 2) {
      session.effects.addLabels(IDS[i]!, ['L']);
      node.labels.add('L');
      node.exists = true;
    } else if (choice === 3) {
      session.effects.createEdge(IDS[i]!, 'knows', IDS[j]!);
      node.edges.add(`>${j} knows`);
      other.edges.add(`<${i} knows`);
      node.exists = other.exists = true;
    } else if (choice === 4) {
      session.effects.deleteEdge(IDS[i]!, 'knows', IDS[j]!);
      node.edges.delete(`>${j} knows`);
      other.edges.delete(`<${i} knows`);
    } else if (random.chance(0.5)) {
      session.effects.deleteNode(IDS[i]!, true);
      this.forget(i);
    }
  }

  private forget(i: number): void {
    const node = this.nodes[i]!;
    for (const key of Object.keys(node.properties)) delete node.properties[key];
    node.labels.clear();
    node.edges.clear();
    node.exists = false;
    for (const other of this.nodes) {
      other.edges.delete(`>${i} knows`);
      other.edges.delete(`<${i} knows`);
    }
  }

  private async disturb(): Promise<void> {
    const { cluster } = this;
    const { random } = cluster;
    if (random.chance(0.5)) {
      const id = random.pick(IDS);
      await cluster.until(cluster.workers[0]!.workerOf(id) === 0 ? cluster.workers[0]!.sleep(id) : undefined);
      await cluster.settle();
    }
    if (random.chance(0.2)) {
      await cluster.until(Promise.all(cluster.workers.map(worker => worker.foldHistory())));
    }
    if (random.chance(0.2)) this.restart(cluster.now);
  }

  private async queryPast(): Promise<void> {
    const { cluster } = this;
    const version = cluster.random.pick(this.versions);
    const atTime = version.from + cluster.random.below(version.to - version.from + 1);
    const retention = this.persistence.journalRetention ?? Number.POSITIVE_INFINITY;
    const mustBeRefused = atTime < cluster.now - retention;
    try {
      await this.readPast(version, atTime);
    } catch (error) {
      if (!(error instanceof WeirError)) throw error;
      expect(error).toMatchObject({ code: 'graph.no-history' });
      // Time passes during the read.
      expect(atTime).toBeLessThan(cluster.now - retention);
      return;
    }
    expect(mustBeRefused).toBe(false);
  }

  private async readPast(version: Version, atTime: number): Promise<void> {
    const { cluster } = this;
    const session = cluster.anyWorker().session(atTime);
    const views = await cluster.until(session.reads.readNodes(IDS, ALL));
    const found: unknown[] = [];
    for (const [i, view] of views.entries()) {
      const edges = await cluster.until(
        session.reads.expand({ nodes: [IDS[i]!], direction: undefined, labels: undefined }),
      );
      found.push({
        exists: view.exists,
        properties: view.properties,
        labels: view.labels,
        edges: edges[0]!
          .map(edge => `${edge.direction === 0 ? '>' : '<'}${IDS.indexOf(edge.other)} ${edge.label}`)
          .sort(),
      });
    }
    expect({ seed: this.seed, atTime, found }).toEqual({ seed: this.seed, atTime, found: version.nodes });
    const scanned: NodeId[] = [];
    const scan = async (): Promise<void> => {
      for await (const page of session.reads.scan({ parts: 0 })) scanned.push(...page.map(view => view.id));
    };
    await cluster.until(scan());
    const existing = IDS.filter((_, i) => (version.nodes[i] as PlainNode).exists);
    expect(scanned.sort()).toEqual([...existing].sort());
  }
}

function plain(node: PlainNode): unknown {
  return {
    exists: node.exists,
    properties: { ...node.properties },
    labels: [...node.labels],
    edges: [...node.edges].sort(),
  };
}

test.each([
  { workers: 1, shards: 1 },
  { workers: 2, shards: 2 },
  { workers: 3, shards: 8 },
])(`${CASES} histories from seed ${SEED}, on $shards shards of $workers workers`, async layout => {
  for (let seed = SEED; seed < SEED + CASES; seed++) {
    const history = await History.open(layout, seed);
    await history.run();
  }
});
