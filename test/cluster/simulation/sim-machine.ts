/** A machine of the simulated cluster: a process that dies and is restarted, and its cluster member. */
import { ClusterMember, type MemberRecord } from '@weir/cluster';
import type { Persistor } from '@weir/persistor';
import type { LocalTables } from '@weir/persistor-logged';
import type { StandingPlan } from '@weir/standing';
import { Checkpoints } from './checkpoints.js';
import { GraphShard } from './graph-shard.js';
import type { PlantedFaults } from './planted-faults.js';
import type { SimDirectory } from './sim-directory.js';
import type { SimNetwork } from './sim-network.js';
import type { SimLogs } from './sim-logs.js';
import { simTables } from './sim-tables.js';
import { SimProcess, type SimWorld } from './sim-world.js';

export const LEASE_MILLIS = 1_500;
const PATIENCE_MILLIS = 4 * LEASE_MILLIS;
const REJOIN_MILLIS = 200;

export interface SimCluster {
  readonly world: SimWorld;
  readonly directory: SimDirectory;
  readonly network: SimNetwork;
  readonly logs: SimLogs;
  readonly plans: readonly StandingPlan[];
  readonly faults: PlantedFaults;
  readonly shardCount: number;
  readonly holders: number;
  /** See `LoggedStoreOptions`. */
  readonly snapshotBytes: number;
  /** Delay between two checkpoints; `undefined`: none is taken now. */
  readonly checkpointPace: () => number | undefined;
  failed(error: unknown): void;
}

export class SimMachine {
  process: SimProcess;
  /** Keyed by shard. */
  readonly hosts = new Map<number, GraphShard>();
  isCutOff = false;
  /** Its data directory, keyed by shard. */
  private readonly tables = new Map<number, Persistor>();
  private member: ClusterMember | undefined = undefined;
  private id = '';
  private lives = 0;

  constructor(
    private readonly cluster: SimCluster,
    readonly number: number,
    private readonly record: MemberRecord,
  ) {
    this.process = new SimProcess(`machine ${number}`, cluster.world);
    this.join();
  }

  get isUp(): boolean {
    return !this.process.isDead;
  }

  get isQuiet(): boolean {
    if (!this.isUp || this.member?.isSettled !== true) return false;
    return [...this.hosts.values()].every(host => host.isStopped || host.isIdle);
  }

  /** Whether it would answer reads of a shard. */
  mayRead(shard: number): boolean {
    return this.isUp && !this.process.isFrozen && this.member?.mayRead(shard) === true;
  }

  kill(): void {
    this.process.isDead = true;
    this.leaveNetwork();
  }

  start(): void {
    this.process = new SimProcess(`machine ${this.number}`, this.cluster.world);
    this.join();
  }

  weigh(capacity: number): void {
    this.member?.weigh(capacity);
  }

  /** Considers another machine lost, wherever it is. */
  suspect(other: SimMachine): void {
    this.member?.suspect(other.id);
  }

  private leaveNetwork(): void {
    this.cluster.network.disconnect(this.id);
    this.hosts.clear();
  }

  private join(): void {
    const { cluster, process } = this;
    const { network, directory, shardCount, holders } = cluster;
    this.id = `${this.number}-${++this.lives}`;
    const { id } = this;
    let isOver = false;
    const environment = process.environment(() => isOver);
    const member = new ClusterMember({
      id,
      member: this.record,
      shardCount,
      holders,
      leaseMillis: LEASE_MILLIS,
      patienceMillis: PATIENCE_MILLIS,
      credit: 4_096,
      resendMillis: 200,
      directory: directory.seenBy(process, () => this.isCutOff),
      environment,
      hosting: { open: (shard, epoch, outlet) => this.open(process, shard, epoch, outlet) },
      transmit: (to, frame) => network.transmit(id, to, frame),
      expelled: () => {
        isOver = true;
        this.leaveNetwork();
        process.after(REJOIN_MILLIS, () => this.join());
      },
    });
    this.member = member;
    network.connect(id, {
      machine: this.number,
      process,
      receive: (from, frame) => member.receive(from, frame),
    });
    member.start();
  }

  private tablesOf(shard: number): LocalTables {
    const { world } = this.cluster;
    const wait = (): Promise<void> | undefined =>
      world.random.chance(0.7) ? undefined : new Promise(resolve => this.process.after(5, resolve));
    return {
      open: async () => {
        const tables = this.tables.get(shard) ?? simTables(shard, wait);
        this.tables.set(shard, tables);
        return tables;
      },
      discard: async () => void this.tables.delete(shard),
    };
  }

  private open(
    process: SimProcess,
    shard: number,
    epoch: number,
    outlet: { send(to: number, frame: Uint8Array): void },
  ): GraphShard {
    const { cluster } = this;
    const host: GraphShard = new GraphShard({
      shard,
      epoch,
      shardCount: cluster.shardCount,
      process,
      logs: cluster.logs,
      tables: this.tablesOf(shard),
      snapshotBytes: cluster.snapshotBytes,
      outlet,
      plans: cluster.plans,
      faults: cluster.faults,
      control: (from, message) => checkpoints.receive(from, message),
      failed: error => cluster.failed(error),
    });
    const checkpoints = new Checkpoints(host, cluster.shardCount, process, cluster.checkpointPace);
    this.hosts.set(shard, host);
    return host;
  }
}
