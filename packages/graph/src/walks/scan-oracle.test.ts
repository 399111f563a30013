/**
 * Scans a graph with few awake nodes, while nodes fall asleep, wake, are written and deleted between the pages, and
 * compares the result with plain Maps. Every node is found once, with everything written before the scan started, and
 * later reads of it agree. WEIR_TEST_SEED and WEIR_TEST_CASES select other graphs and more of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GraphSession, type NodeView, ReadPart, type ScanRequest } from '@weir/cypher';
import { idFrom, type NodeId, type ValueMap } from '@weir/model';
import { inNightlyTier, randomTest } from '@weir/platform/testing';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import { DEFAULT_PERSISTENCE, type PersistenceOptions } from '../persistence/persistence-options.js';
import { WorkerCluster } from '../testing/worker-cluster.js';
import { NO_STANDING } from '../testing/no-standing.js';

const { seed: SEED, cases: CASES } = randomTest('scans');
const NODES = 500;
/** Nodes written and deleted while a scan runs, which the scan may or may not find. */
const UNSTEADY = 100;
const ALL = ReadPart.Properties | ReadPart.Labels | ReadPart.EdgeCount;
const LABELS = ['Even', 'Odd', 'Third'];
const SCHEDULES = ['on-node-sleep', 'on-node-update', 'never'] as const;

interface PlainNode {
  readonly properties: ValueMap;
  readonly labels: Set<string>;
  readonly edges: Set<string>;
}

interface Layout {
  readonly workers: number;
  readonly shards: number;
  readonly store: 'memory' | 'embedded';
}

class ScanCase {
  private readonly steady: NodeId[];
  private readonly unsteady: NodeId[];
  private readonly plain = new Map<NodeId, PlainNode>();

  private constructor(
    private readonly cluster: WorkerCluster,
    private readonly persistence: PersistenceOptions,
    seed: number,
  ) {
    this.steady = Array.from({ length: NODES }, (_, i) => idFrom(['steady', seed, i])!);
    this.unsteady = Array.from({ length: UNSTEADY }, (_, i) => idFrom(['unsteady', seed, i])!);
  }

  static async run({ workers, shards, store }: Layout, seed: number): Promise<void> {
    const path = await mkdtemp(join(tmpdir(), 'weir-scan-'));
    const factory = createPersistorFactory(
      store === 'memory' ? { type: store } : { type: store, path: join(path, 'data') },
    );
    const stores: Persistor[] = [];
    for (let shard = 0; shard < shards; shard++) stores.push(await factory.open(`shard-${shard}`));
    const persistence: PersistenceOptions = {
      ...DEFAULT_PERSISTENCE,
      snapshotSchedule: SCHEDULES[seed % 3]!,
      // Without a journal only snapshots survive, so they are required.
      journalEnabled: seed % 4 !== 1 || seed % 3 === 2,
    };
    const awake = Math.ceil(NODES / shards / 8);
    const cluster = new WorkerCluster({
      workers,
      shards,
      seed,
      engineOf: () => NO_STANDING,
      persistorOf: shard => stores[shard]!,
      persistence,
      limits: { softLimit: awake, hardLimit: awake * 2 },
    });
    try {
      await new ScanCase(cluster, persistence, seed).check();
    } finally {
      for (const each of stores) await each.close();
      await rm(path, { recursive: true, force: true });
    }
  }

  private async check(): Promise<void> {
    const { random } = this.cluster;
    for (let round = 0; round < 3; round++) {
      const writer = this.cluster.anyWorker().session();
      this.write(writer, 300);
      await this.cluster.until(writer.settled());
      await this.cluster.settle();
    }
    const past = this.cluster.now;
    const before = this.snapshot();
    this.cluster.advance(10);
    const session = this.cluster.anyWorker().session();
    this.write(session, 100);
    const keys = random.chance(0.5) ? ['number', 'name'] : undefined;
    const parts = random.pick([0, ReadPart.Properties, ALL]);
    const request = { parts, keys, again: random.chance(0.5) };
    await this.compare(session, request, this.snapshot(), random.chance(0.5));
    if (!this.persistence.journalEnabled) return;
    await this.compare(this.cluster.anyWorker().session(past), request, before, false);
  }

  /** Current state of every node. */
  private snapshot(): Map<NodeId, unknown> {
    return new Map([...this.plain].map(([id, node]) => [id, shown(node, ALL)]));
  }

  private write(session: GraphSession, writes: number): void {
    const { random } = this.cluster;
    for (let i = 0; i < writes; i++) {
      const number = random.below(NODES);
      const id = this.steady[number]!;
      let node = this.plain.get(id);
      if (node !== undefined && random.chance(0.1)) {
        if (node.edges.size > 0) continue;
        session.effects.deleteNode(id, false);
        this.plain.delete(id);
        continue;
      }
      node ??= this.made(id);
      const properties = {
        number,
        name: `n${random.below(1000)}`,
        ...(random.chance(0.3) ? { big: 'x'.repeat(200) } : {}),
      };
      session.effects.mergeProperties(id, properties);
      Object.assign(node.properties, properties);
      const label = random.pick(LABELS);
      session.effects.addLabels(id, [label]);
      node.labels.add(label);
      if (random.chance(0.5)) this.connect(session, id, node, this.steady[random.below(NODES)]!);
    }
  }

  private connect(session: GraphSession, id: NodeId, node: PlainNode, other: NodeId): void {
    if (other === id) return;
    const far = this.plain.get(other) ?? this.made(other);
    session.effects.createEdge(id, 'next', other);
    node.edges.add(`>${other}`);
    far.edges.add(`<${id}`);
  }

  private made(id: NodeId): PlainNode {
    const node: PlainNode = { properties: {}, labels: new Set(), edges: new Set() };
    this.plain.set(id, node);
    return node;
  }

  private async compare(
    session: GraphSession,
    request: ScanRequest,
    expected: ReadonlyMap<NodeId, unknown>,
    writes: boolean,
  ): Promise<void> {
    const found = new Map<NodeId, NodeView>();
    const unsteady = new Set(this.unsteady);
    const scan = async (): Promise<void> => {
      for await (const page of session.reads.scan(request)) {
        for (const view of page) {
          if (unsteady.has(view.id)) continue;
          expect(found.has(view.id)).toBe(false);
          found.set(view.id, view);
        }
        const steady = page.filter(view => !unsteady.has(view.id));
        await this.readAgain(session, steady, expected, false);
        if (writes) {
          for (const { id } of page) session.effects.setProperty(id, 'touched', true);
          session.flush();
          for (const { id } of steady) void this.ownerOf(id).sleep(id);
        }
        await this.disturb();
        await this.readAgain(session, steady, expected, writes);
      }
      await session.settled();
    };
    await this.cluster.until(scan());
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    const parts = request.parts & ~ReadPart.EdgeCount;
    for (const [id, view] of found) {
      expect(viewShown(view, parts, request.keys)).toEqual(keysOf(expected.get(id), parts, request.keys));
    }
  }

  /** Reads found nodes as a query does. */
  private async readAgain(
    session: GraphSession,
    page: readonly NodeView[],
    expected: ReadonlyMap<NodeId, unknown>,
    touched: boolean,
  ): Promise<void> {
    const ids = page.map(view => view.id);
    const views = await session.reads.readNodes(ids, ALL);
    const edges = await session.reads.expand({ nodes: ids, direction: undefined, labels: undefined });
    views.forEach((view, i) => {
      const halves = edges[i]!.map(edge => (edge.direction === 0 ? '>' : '<') + edge.other);
      expect({ ...viewShown(view, ALL, undefined), edges: halves.sort() }).toEqual(expected.get(ids[i]!));
      expect(view.edgeCount).toBe(halves.length);
      if (touched) expect(view.properties['touched']).toBe(true);
    });
  }

  /** Other work between two pages. */
  private async disturb(): Promise<void> {
    const { random } = this.cluster;
    const other = this.cluster.anyWorker().session();
    const some = (list: readonly NodeId[]): NodeId[] => list.filter(() => random.chance(0.03));
    for (const id of some(this.steady)) void this.ownerOf(id).sleep(id);
    await other.reads.readNodes(some(this.steady), ALL);
    for (const id of some(this.steady))
      if (this.plain.has(id)) other.effects.setProperty(id, 'noise', random.next());
    for (const id of some(this.unsteady)) {
      if (random.chance(0.3)) other.effects.deleteNode(id, true);
      else other.effects.setProperty(id, 'noise', random.next());
    }
    await other.settled();
  }

  private ownerOf(id: NodeId): WorkerCluster['workers'][number] {
    return this.cluster.workers.find(worker => worker.workerOf(id) === worker.index)!;
  }
}

function shown(node: PlainNode, parts: number): unknown {
  return {
    properties: (parts & ReadPart.Properties) === 0 ? {} : { ...node.properties },
    labels: (parts & ReadPart.Labels) === 0 ? [] : [...node.labels].sort(),
    edges: [...node.edges].sort(),
  };
}

/** Excludes fields that are written while the scan runs. */
function viewShown(view: NodeView, parts: number, keys: readonly string[] | undefined): ValueMap {
  const wanted = keys ?? ['number', 'name', 'big'];
  const properties: ValueMap = {};
  for (const key of wanted) if (view.properties[key] !== undefined) properties[key] = view.properties[key];
  return {
    properties: (parts & ReadPart.Properties) === 0 ? {} : properties,
    labels: (parts & ReadPart.Labels) === 0 ? [] : [...view.labels],
  };
}

function keysOf(whole: unknown, parts: number, keys: readonly string[] | undefined): unknown {
  const { properties, labels } = whole as { properties: ValueMap; labels: string[] };
  return viewShown({ properties, labels } as unknown as NodeView, parts, keys);
}

test.each<Layout>([
  { workers: 2, shards: 2, store: 'memory' },
  { workers: 1, shards: 1, store: 'embedded' },
  { workers: 3, shards: 8, store: 'embedded' },
  ...inNightlyTier<Layout>([
    { workers: 1, shards: 1, store: 'memory' },
    { workers: 3, shards: 8, store: 'memory' },
    { workers: 2, shards: 2, store: 'embedded' },
  ]),
])(`${CASES} graphs from seed ${SEED}, $shards shards of $workers workers, $store`, async layout => {
  for (let seed = SEED; seed < SEED + CASES; seed++) await ScanCase.run(layout, seed);
});
