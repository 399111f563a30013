/**
 * Runs one case on the real graph: workers, shards, frames, journals, under a seeded scheduler. A restart discards all
 * workers and opens new ones on the same stores; nodes sleep at random.
 */
import { compileQuery, type GraphSession, ReadPart } from '@weir/cypher';
import { DEFAULT_PERSISTENCE } from '@weir/graph';
import { WorkerCluster, resultsIn, SeededRandom } from '@weir/graph/testing';
import { formatNodeId, IdValue, type NodeId, parseNodeId, type Value } from '@weir/model';
import { createPersistorFactory, type Persistor } from '@weir/persistor';
import {
  createStandingEngine,
  type RegisteringStandingEngine,
  type StandingPlan,
  type StandingResult,
} from '@weir/standing';
import { PlainGraph, type Write } from './plain-graph.js';
import { cypherOf, type PlainPattern, rootsOf } from './plain-pattern.js';
import type { OracleCase } from './random-case.js';
import { type PlanOf, valueOf, wrongWith } from './run-case.js';

const PARALLELISM = 4;

export interface Layout {
  readonly workers: number;
  readonly shards: number;
}

export async function runGraphCase(
  oracleCase: OracleCase,
  layout: Layout,
  planOf: PlanOf,
): Promise<string | undefined> {
  const run = await GraphRun.open(oracleCase, layout, planOf);
  for (const action of oracleCase.actions) {
    if (action.kind === 'register') await run.register(action.query, action.pattern);
    else if (action.kind === 'remove') run.remove(action.query);
    else if (action.kind === 'crash') await run.restart();
    else if (action.kind === 'settle') {
      const wrong = await run.judge();
      if (wrong !== undefined) return wrong;
    } else await run.write(action);
  }
  return run.judge();
}

class GraphRun {
  private readonly graph: PlainGraph;
  private readonly results: StandingResult[] = [];
  private readonly queries = new Map<
    number,
    { readonly plan: StandingPlan; readonly pattern: PlainPattern }
  >();
  private cluster!: WorkerCluster;
  private engines: RegisteringStandingEngine[] = [];
  private session!: GraphSession;
  private restarts = 0;

  private constructor(
    private readonly oracleCase: OracleCase,
    private readonly layout: Layout,
    private readonly planOf: PlanOf,
    private readonly stores: readonly Persistor[],
  ) {
    this.graph = new PlainGraph(oracleCase.ids);
  }

  /** All nodes exist from the beginning, so that the queries are propagated to all. */
  static async open(oracleCase: OracleCase, layout: Layout, planOf: PlanOf): Promise<GraphRun> {
    const factory = createPersistorFactory({ type: 'memory' });
    const stores: Persistor[] = [];
    for (let shard = 0; shard < layout.shards; shard++) stores.push(await factory.open(`shard-${shard}`));
    const run = new GraphRun(oracleCase, layout, planOf, stores);
    run.openWorkers();
    for (const id of oracleCase.ids) {
      run.session.effects.createNode(id as NodeId);
      run.graph.nodes.get(id)!.exists = true;
    }
    await run.quiet();
    return run;
  }

  async register(query: number, pattern: PlainPattern): Promise<void> {
    const plan = this.planOf(pattern, query);
    this.queries.set(query, { plan, pattern });
    for (const engine of this.engines) engine.queries.register(plan, false);
    for (const engine of this.engines) {
      engine.queries.start(query);
      // Unsent writes arrive while some workers already evaluate the query and others do not yet.
      this.session.flush();
      for (let steps = this.cluster.random.below(8); steps > 0; steps--) this.cluster.step();
    }
    const shown = this.cluster.workers.map(worker => worker.propagate(true, PARALLELISM));
    await this.cluster.until(Promise.all(shown));
  }

  remove(query: number): void {
    this.queries.delete(query);
    for (const engine of this.engines) engine.queries.remove(query);
  }

  async write(write: Write): Promise<void> {
    const { session } = this;
    switch (write.kind) {
      case 'set':
        session.effects.setProperty(write.node as NodeId, write.key, valueOf(write.value));
        break;
      case 'label':
        if (write.present) session.effects.addLabels(write.node as NodeId, [write.label]);
        else session.effects.removeLabels(write.node as NodeId, [write.label]);
        break;
      case 'edge': {
        const source = write.source as NodeId;
        const target = write.target as NodeId;
        if (write.present) session.effects.createEdge(source, write.label, target);
        else session.effects.deleteEdge(source, write.label, target);
        break;
      }
      case 'weight':
        session.effects.setEdgeProperty(
          write.source as NodeId,
          write.label,
          write.target as NodeId,
          'w',
          write.value,
        );
        break;
      case 'delete':
        // The node itself notifies its neighbors, unordered with other messages to them.
        await this.quiet();
        this.session.effects.deleteNode(write.node as NodeId, true);
        this.graph.write(write);
        await this.quiet();
        return;
    }
    this.graph.write(write);
    if (this.cluster.random.chance(0.6)) session.flush();
    if (this.cluster.random.chance(0.4))
      this.putToSleep(this.cluster.random.pick(this.oracleCase.ids) as NodeId);
    for (let steps = this.cluster.random.below(8); steps > 0; steps--) this.cluster.step();
  }

  async restart(): Promise<void> {
    await this.quiet();
    this.openWorkers();
    await this.cluster.until(Promise.all(this.cluster.workers.map(worker => worker.recover(PARALLELISM))));
  }

  async judge(): Promise<string | undefined> {
    await this.quiet();
    for (const [query, { pattern }] of this.queries) {
      const results = this.results.filter(result => result.query === query);
      const expected = rootsOf(pattern, this.graph);
      const wrong = wrongWith(results, expected);
      if (wrong !== undefined) return `query ${query}: ${wrong}`;
      const found = await this.runOnce(pattern);
      if (found !== [...expected].sort().join())
        return `query ${query} run once: found [${found}], expected [${expected.join()}]`;
    }
    return undefined;
  }

  /**
   * The same text as an ad hoc query. All nodes are woken first, because scans of nodes that wake meanwhile are not
   * tested here.
   */
  private async runOnce(pattern: PlainPattern): Promise<string> {
    const query = compileQuery(cypherOf(pattern, id => formatNodeId(id as NodeId)));
    const worker = this.cluster.workers[0]!;
    const graph = worker.session();
    await this.cluster.until(
      graph.reads.readNodes(this.oracleCase.ids as readonly NodeId[], ReadPart.Labels),
    );
    const stream = query.run({ graph, environment: worker.environment, parameters: {} });
    const found: string[] = [];
    for (;;) {
      const rows = await this.cluster.until(stream.next());
      if (rows === undefined) return found.sort().join();
      for (const row of rows) found.push((row[0] as IdValue).id);
    }
  }

  /** Unless it is busy. */
  private putToSleep(id: NodeId): void {
    for (const worker of this.cluster.workers) for (const shard of worker.shards) shard.sleep(id);
  }

  /** Random options: with or without snapshots, with room for all nodes or for one or two. */
  private openWorkers(): void {
    const seed = this.oracleCase.schedule + this.restarts++;
    const random = new SeededRandom(seed);
    const snapshotSchedule = random.pick(['on-node-sleep', 'on-node-update', 'never'] as const);
    const journalEnabled = snapshotSchedule !== 'on-node-update' || random.chance(0.5);
    const softLimit = random.below(3);
    this.engines = Array.from({ length: this.layout.workers }, () => createStandingEngine());
    for (const { plan } of this.queries.values())
      for (const engine of this.engines) engine.queries.register(plan);
    this.cluster = new WorkerCluster({
      ...this.layout,
      seed,
      persistence: { ...DEFAULT_PERSISTENCE, snapshotSchedule, journalEnabled },
      ...(random.chance(0.5) ? { limits: { softLimit, hardLimit: softLimit + 1 } } : {}),
      engineOf: worker => this.engines[worker]!,
      persistorOf: shard => this.stores[shard]!,
      onResults: batches => {
        for (const result of batches.flatMap(resultsIn)) {
          this.results.push({ ...result, root: rootOf(result.row), origin: undefined, origins: undefined });
        }
      },
    });
    this.session = this.cluster.workers[0]!.session();
  }

  /** Waits until everything written is durable, and no messages are pending. */
  private async quiet(): Promise<void> {
    this.session.flush();
    await this.cluster.until(this.session.settled());
    await this.cluster.settle();
    this.session = this.cluster.workers[0]!.session();
  }
}

/** The root is the only value of a row. */
function rootOf(row: readonly Value[]): NodeId {
  const [id] = row;
  return id instanceof IdValue ? id.id : parseNodeId(id as string)!;
}
