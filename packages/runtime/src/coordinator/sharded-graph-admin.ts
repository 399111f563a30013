/** `GraphAdmin` over the workers of a sharded graph. */
import { type GraphCatalog, mergeCatalogs } from '@weir/cypher';
import type { Persistor } from '@weir/persistor';
import { type NodeId } from '@weir/model';
import { type Environment, WeirError } from '@weir/platform';
import type {
  GraphAdmin,
  GraphHealth,
  GraphTransfer,
  MetadataStore,
  NodeCensus,
  QueryFacts,
  QueryTimeSummaries,
  ReaderProcesses,
  ShardAdmin,
  ShardLimits,
  ShardStatus,
  StandingMode,
  StreamingGraph,
  WorkerAdmin,
} from '@weir/contract';
import { backupGraph } from '../backup/graph-backup.js';
import type { WorkerServices } from '../contract/worker-services.js';
import type { Workers } from '../contract/workers.js';
import { exportGraph } from '../transfer/export-graph.js';
import { importGraph } from '../transfer/import-graph.js';
import { addedCensus } from '../worker/node-census.js';
import type { GraphRevival } from './graph-revival.js';
import type { Propagation, Propagations } from './propagations.js';
import type { QueryTimes } from './query-times.js';
import type { StandingRegistry } from './standing/standing-registry.js';
import type { WorkerSupervisor } from './supervision/worker-supervisor.js';

export interface GraphAdminOptions {
  readonly supervisor: WorkerSupervisor;
  readonly meta: Persistor;
  readonly metadata: MetadataStore;
  readonly environment: Environment;
  /** Threads of this process. */
  readonly workerCount: number;
  readonly readerProcesses: ReaderProcesses | undefined;
  readonly storeName: string;
  readonly hadData: boolean;
  readonly registry: StandingRegistry;
  readonly propagations: Propagations;
  readonly revival: GraphRevival;
  /** Limits set by shard, for workers that replace lost ones. */
  readonly limits: Map<number, ShardLimits>;
  /** Returns the worker whose turn it is. Throws while the graph cannot accept requests. */
  readonly worker: () => WorkerServices;
  readonly query: StreamingGraph['query'];
  readonly queryTimes: QueryTimes;
  readonly isClosing: () => boolean;
}

export class ShardedGraphAdmin implements GraphAdmin {
  readonly metadata: MetadataStore;
  readonly shards: ShardAdmin;
  readonly workers: WorkerAdmin;
  readonly health: GraphHealth;
  readonly transfer: GraphTransfer;

  constructor(private readonly options: GraphAdminOptions) {
    this.metadata = options.metadata;
    this.shards = new ShardedGraphShards(options.supervisor.workers, options.limits);
    this.workers = workerAdmin(options);
    this.health = graphHealth(options);
    this.transfer = new ShardedGraphTransfer(options);
  }

  async inspect(text: string, parameters?: readonly string[]): Promise<QueryFacts> {
    return this.options.worker().queries.inspect(text, parameters);
  }

  async inspectStanding(query: string, mode: StandingMode): Promise<readonly string[]> {
    return this.options.worker().standing.inspect(query, mode);
  }

  queryTimes(): QueryTimeSummaries {
    return this.options.queryTimes.summaries();
  }

  standingThatHoldIngest(): Promise<readonly string[]> {
    return this.options.registry.holdingIngest();
  }

  async propagate(options: Propagation = {}): Promise<void> {
    this.options.supervisor.check();
    await this.options.propagations.run(options);
  }

  recover(): Promise<void> {
    return this.options.revival.recover();
  }
}

class ShardedGraphShards implements ShardAdmin {
  constructor(
    private readonly workers: Workers,
    private readonly limits: Map<number, ShardLimits>,
  ) {}

  get count(): number {
    return this.workers.shards;
  }

  async status(): Promise<readonly ShardStatus[]> {
    const statuses = await this.workers.each(worker => worker.shards.status());
    return statuses.flat().sort((a, b) => a.shard - b.shard);
  }

  async census(): Promise<NodeCensus> {
    return addedCensus(await this.workers.each(worker => worker.shards.census()));
  }

  async catalog(): Promise<GraphCatalog> {
    return mergeCatalogs(await this.workers.each(worker => worker.shards.catalog()));
  }

  async setLimits(limits: ReadonlyMap<number, ShardLimits>): Promise<void> {
    const unknown = [...limits.keys()].filter(shard => !(shard >= 0 && shard < this.count));
    if (unknown.length > 0) {
      throw new WeirError('request.invalid', `The following shards do not exist: ${unknown.join(', ')}`);
    }
    for (const [shard, each] of limits) this.limits.set(shard, each);
    await this.workers.each(worker => worker.shards.setLimits([...limits]));
  }

  async sleepNode(id: NodeId): Promise<void> {
    await this.workers.ofNode(id).shards.sleepNode(id);
  }
}

class ShardedGraphTransfer implements GraphTransfer {
  private nextBackup = 1;

  constructor(private readonly options: GraphAdminOptions) {}

  exportLines({ atTime }: { atTime?: number } = {}): AsyncIterable<string> {
    return exportGraph(this.options, atTime);
  }

  async importLines(
    source: AsyncIterable<Uint8Array>,
  ): Promise<{ readonly nodes: number; readonly edges: number }> {
    this.options.supervisor.check();
    return importGraph(this.options.supervisor.workers, source);
  }

  backup(): AsyncIterable<Uint8Array> {
    const { meta, environment, supervisor, isClosing } = this.options;
    if (isClosing()) throw new WeirError('graph.closed', 'The graph is shutting down.');
    supervisor.check();
    const { workers } = supervisor;
    return backupGraph({ workers, meta, clock: environment.clock }, this.nextBackup++);
  }
}

function workerAdmin({ supervisor, workerCount, readerProcesses }: GraphAdminOptions): WorkerAdmin {
  return {
    readerProcesses,
    get count() {
      return workerCount === 0 ? 0 : supervisor.workers.all.length;
    },
    get placement() {
      return supervisor.placement;
    },
  };
}

function graphHealth({ supervisor, meta, revival, storeName, hadData }: GraphAdminOptions): GraphHealth {
  return {
    storeName,
    hadData,
    lost: supervisor.lost,
    get outage() {
      return supervisor.outage;
    },
    get storeTrouble() {
      return meta.trouble;
    },
    get recoveryState() {
      return revival.recoveryState;
    },
  };
}
