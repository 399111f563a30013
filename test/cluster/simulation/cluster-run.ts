/**
 * One history of a cluster, determined by its seed. Records arrive while machines die, stall, return, are cut off and
 * change their weight, while frames are lost, repeated and delayed, and while store and directory fail. Then all
 * failures end, and when the cluster is at rest the invariants are checked, and once more after all machines have died
 * together.
 */
import { SeededRandom } from '@weir/platform';
import { type GraphSession, ReadPart } from '@weir/cypher';
import { type Direction, type NodeId, reversed } from '@weir/model';
import type { GraphShard } from './graph-shard.js';
import { NO_FAULTS, type PlantedFaults } from './planted-faults.js';
import { ALL_NODES, edgeMark, propertyMark, Records } from './records.js';
import { SimDirectory } from './sim-directory.js';
import { LEASE_MILLIS, type SimCluster, SimMachine } from './sim-machine.js';
import { SimNetwork } from './sim-network.js';
import { LATEST_MILLIS, SimLogs } from './sim-logs.js';
import { SimWorld } from './sim-world.js';
import { PLANS, standingProblems } from './standing-checks.js';

const TROUBLE_MILLIS = 7_000;
/** Time before the first failure, so that there is a graph. */
const FIRST_MILLIS = 1_200;
const FIRST_PACE_MILLIS = 40;
/** Mean time between two wrong suspicions. */
const SUSPICION_MILLIS = 700;
/** One history in this number ends with a restart. */
const RESTARTED = 3;
const LONGEST_QUIET_MILLIS = 60_000;

export interface RunCounts {
  kills: number;
  freezes: number;
  cuts: number;
  moves: number;
  storeFailures: number;
  suspicions: number;
  deliveries: number;
  records: number;
  takeovers: number;
  snapshots: number;
  restores: number;
  steps: number;
}

export interface RunOutcome {
  /** Violations found. */
  readonly problems: readonly string[];
  readonly counts: RunCounts;
}

export interface RunOptions {
  readonly planted?: Partial<PlantedFaults>;
  /** Fraction of records that are not retried when they fail. Default: 0. */
  readonly byHand?: number;
  /** Whether machines sometimes suspect others that live. Default: false. */
  readonly suspects?: boolean;
  /** Length of a shard's log after which a snapshot is made. Default: none is made. */
  readonly snapshotBytes?: number;
}

/** With this one, a log is cut several times in a history. */
export const SHORT_LOG_BYTES = 1_000;

export async function runCluster(seed: number, options: RunOptions = {}): Promise<RunOutcome> {
  const run = ClusterRun.create(seed, options);
  // A wrong suspicion lets the suspect answer until it learns of the new owner.
  if (options.suspects === true) run.suspectAtRandom(new SeededRandom(seed));
  else run.checksReads = true;
  await run.trouble();
  if (await run.quiet('after the trouble')) {
    const before = await run.judge();
    if (seed % RESTARTED === 0) run.restartAll();
    if (seed % RESTARTED === 0 && (await run.quiet('after the restart'))) await run.judgeAgain(before);
  }
  return { problems: run.problems, counts: run.counts };
}

class ClusterRun {
  readonly problems: string[] = [];
  readonly counts: RunCounts = {
    kills: 0,
    freezes: 0,
    cuts: 0,
    moves: 0,
    storeFailures: 0,
    suspicions: 0,
    deliveries: 0,
    records: 0,
    takeovers: 0,
    snapshots: 0,
    restores: 0,
    steps: 0,
  };
  private readonly machines: SimMachine[] = [];
  private readonly records: Records;
  private readonly cluster: SimCluster;
  private isCalm = false;
  /** Whether at most one member may answer reads of a shard. */
  checksReads = false;

  private constructor(
    private readonly world: SimWorld,
    private readonly logs: SimLogs,
    records: Records,
    faults: PlantedFaults,
    private readonly shardCount: number,
    snapshotBytes: number,
  ) {
    this.records = records;
    logs.isUnfenced = faults.isUnfenced;
    logs.placesSnapshotsLate = faults.placesSnapshotsLate;
    const directory = new SimDirectory(world);
    if (faults.holdsTooLong) directory.leases = 3;
    const { random } = world;
    const count = 2 + random.below(3);
    const hasSpare = count > 2 && random.chance(0.5);
    const checkpointMillis = random.pick([150, 400, 1_000]);
    this.cluster = {
      world,
      logs,
      faults,
      shardCount,
      snapshotBytes,
      directory,
      network: new SimNetwork(world, faults.neverResends),
      plans: PLANS,
      checkpointPace: () => (this.isCalm ? undefined : checkpointMillis),
      holders: hasSpare ? count - 1 : count,
      failed: error => void this.problems.push(`failed: ${String((error as Error).stack ?? error)}`),
    };
    for (let number = 0; number < count; number++) {
      const isSpare = hasSpare && number === count - 1;
      this.machines.push(
        new SimMachine(this.cluster, number, { address: `sim:${number}`, capacity: 1, isSpare }),
      );
    }
  }

  static create(
    seed: number,
    { planted = {}, byHand = 0, snapshotBytes = Number.MAX_SAFE_INTEGER }: RunOptions,
  ): ClusterRun {
    const world = new SimWorld(seed);
    const shardCount = 2 + world.random.below(4);
    const runs: ClusterRun[] = [];
    const records = new Records(world, () => runs[0]?.anyShard(), byHand);
    const logs = new SimLogs(world, shardCount, operation => records.operationWritten(operation));
    const faults = { ...NO_FAULTS, ...planted };
    const run = new ClusterRun(world, logs, records, faults, shardCount, snapshotBytes);
    runs.push(run);
    return run;
  }

  /** Causes all kinds of failures for a while. */
  async trouble(): Promise<void> {
    const { world, cluster } = this;
    const { random } = world;
    const { network, directory } = cluster;
    await this.pass(1_000);
    network.lossRate = random.pick([0, 0.02, 0.1]);
    network.repeatRate = random.pick([0, 0.05]);
    network.slowRate = random.pick([0, 0.02, 0.1]);
    directory.failureRate = random.pick([0, 0, 0.1]);
    const end = world.now + TROUBLE_MILLIS;
    const pace = random.pick([40, 120, 400]);
    const calamity = random.pick([300, 800, 2_000]);
    let isSmooth = false;
    const write = (): void => {
      if (world.now >= end) return;
      this.records.add();
      this.counts.records++;
      world.after(random.next() * 2 * (isSmooth ? pace : FIRST_PACE_MILLIS), write);
    };
    const strike = (): void => {
      if (world.now >= end) return;
      this.strike();
      world.after(random.next() * 2 * calamity, strike);
    };
    write();
    await this.pass(FIRST_MILLIS);
    isSmooth = true;
    strike();
    await this.pass(TROUBLE_MILLIS - FIRST_MILLIS);
    network.lossRate = network.repeatRate = network.slowRate = 0;
    directory.failureRate = 0;
    this.logs.failureRate = 0;
    this.isCalm = true;
    for (const machine of this.machines) this.mend(machine);
    network.heal();
  }

  /** @param random does not change the other failures of the history, until the first suspicion. */
  suspectAtRandom(random: SeededRandom): void {
    const suspect = (): void => {
      if (this.isCalm) return;
      const [one, other] = [random.pick(this.machines), random.pick(this.machines)];
      if (one.isUp && !one.process.isFrozen) {
        this.counts.suspicions++;
        one.suspect(other);
      }
      this.world.after(random.next() * 2 * SUSPICION_MILLIS, suspect);
    };
    this.world.after(FIRST_MILLIS + random.next() * 2 * SUSPICION_MILLIS, suspect);
  }

  /** Waits for rest. @returns whether it was reached. */
  async quiet(when: string): Promise<boolean> {
    const { world, machines, records } = this;
    const end = world.now + LONGEST_QUIET_MILLIS;
    for (let calm = 0; calm < 3;) {
      await this.pass(200);
      const isQuiet = this.isOwnedOnce && records.areOver && machines.every(({ isQuiet: is }) => is);
      calm = isQuiet ? calm + 1 : 0;
      if (world.now < end) continue;
      this.problems.push(`not quiet ${when}: ${this.unrest()}`);
      return false;
    }
    // Includes delayed operations of the store.
    await this.pass(LATEST_MILLIS);
    return true;
  }

  /** @returns the graph as text. */
  async judge(): Promise<string> {
    const { records, logs } = this;
    this.counts.deliveries = records.deliveries;
    this.counts.steps = this.world.steps;
    this.problems.push(...records.problems.splice(0), ...logs.problems.splice(0));
    const shard = this.anyShard()!;
    const graph = shard.graph!;
    const marks = await this.until(this.marks(graph.session()));
    for (const mark of records.acknowledgedMarks) {
      if (!marks.has(mark)) this.problems.push(`${mark} was acknowledged and is not there`);
    }
    const shards = Array.from({ length: this.shardCount }, (_, each) => each);
    const beginnings = shards.reduce((sum, each) => sum + logs.beginnings(each), 0);
    this.counts.takeovers = beginnings - this.shardCount;
    ({ stored: this.counts.snapshots, read: this.counts.restores } = logs.snapshotCounts);
    const operations = shards.flatMap(each => logs.history(each));
    const wrong = await this.until(standingProblems(operations, graph.session(), graph.environment));
    this.problems.push(...wrong);
    return [...marks].sort().join('; ');
  }

  restartAll(): void {
    for (const machine of this.machines) machine.kill();
    for (const machine of this.machines) machine.start();
  }

  async judgeAgain(before: string): Promise<void> {
    const after = await this.judge();
    if (after !== before) this.problems.push(`was [${before}], is after the restart [${after}]`);
  }

  private anyShard(): GraphShard | undefined {
    const shards = this.machines
      .filter(({ isUp }) => isUp)
      .flatMap(({ hosts }) => [...hosts.values()])
      .filter(({ isStopped, graph }) => !isStopped && graph !== undefined);
    return shards.length === 0 ? undefined : this.world.random.pick(shards);
  }

  private get isOwnedOnce(): boolean {
    const live = this.machines.flatMap(({ hosts }) => [...hosts.values()].filter(host => !host.isStopped));
    return (
      live.length === this.shardCount && new Set(live.map(({ shard }) => shard)).size === this.shardCount
    );
  }

  private unrest(): string {
    const ofMachine = (machine: SimMachine): string => {
      const hosts = [...machine.hosts.values()].filter(({ isStopped }) => !isStopped);
      const busy = hosts.map(host => `${host.shard}@${host.epoch}${host.isIdle ? '' : '!'}`);
      return `${machine.number}${machine.isQuiet ? '' : '!'} [${busy.join()}]`;
    };
    return `${this.machines.map(ofMachine).join(' ')}, records over: ${this.records.areOver}`;
  }

  private strike(): void {
    const { random } = this.world;
    const machine = random.pick(this.machines);
    const choice = random.next();
    if (choice < 0.25) this.kill(machine);
    else if (choice < 0.55) this.freeze(machine);
    else if (choice < 0.65) this.cutLink(machine);
    else if (choice < 0.75) this.cutOff(machine);
    else if (choice < 0.87) this.move(machine);
    else this.failStore();
  }

  private kill(machine: SimMachine): void {
    if (!machine.isUp) return;
    this.counts.kills++;
    machine.kill();
    this.later(3_000, () => this.mend(machine));
  }

  private freeze({ process }: SimMachine): void {
    if (process.isDead || process.isFrozen) return;
    this.counts.freezes++;
    process.isFrozen = true;
    this.later(2.5 * LEASE_MILLIS, () => process.thaw());
  }

  private cutLink(machine: SimMachine): void {
    this.counts.cuts++;
    const { network } = this.cluster;
    network.cut(machine.number, this.world.random.pick(this.machines).number);
    this.later(1_500, () => network.heal());
  }

  private cutOff(machine: SimMachine): void {
    this.counts.cuts++;
    machine.isCutOff = true;
    this.later(2 * LEASE_MILLIS, () => (machine.isCutOff = false));
  }

  private move(machine: SimMachine): void {
    if (!machine.isUp || machine.process.isFrozen) return;
    this.counts.moves++;
    machine.weigh(this.world.random.pick([0, 0.3, 1, 4]));
    this.later(2_000, () => machine.weigh(1));
  }

  private failStore(): void {
    this.counts.storeFailures++;
    this.logs.failureRate = this.world.random.pick([0.1, 0.5, 1]);
    this.later(1_200, () => (this.logs.failureRate = 0));
  }

  /** Runs at a random time, unless everything is repaired before. */
  private later(most: number, run: () => void): void {
    this.world.after(this.world.random.next() * most, () => {
      if (!this.isCalm) run();
    });
  }

  private mend(machine: SimMachine): void {
    machine.isCutOff = false;
    if (!machine.isUp) machine.start();
    else if (machine.process.isFrozen) machine.process.thaw();
    if (this.isCalm) machine.weigh(1);
  }

  private async pass(millis: number): Promise<void> {
    const end = this.world.now + millis;
    this.world.after(millis, () => undefined);
    while (this.world.now < end) {
      await this.world.step();
      if (this.checksReads) this.checkReads();
    }
  }

  private checkReads(): void {
    for (let shard = 0; shard < this.shardCount; shard++) {
      const readers = this.machines.filter(machine => machine.mayRead(shard));
      if (readers.length < 2) continue;
      const numbers = readers.map(({ number }) => number).join();
      this.problems.push(`machines ${numbers} answer reads of shard ${shard} at the same time`);
      this.checksReads = false;
    }
  }

  private async until<T>(promise: Promise<T>): Promise<T> {
    let isDone = false;
    promise.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    while (!isDone) await this.world.step();
    return promise;
  }

  /** Returns the contents of the graph, and reports a problem for each half-edge without its other end. */
  private async marks(session: GraphSession): Promise<Set<string>> {
    const marks = new Set<string>();
    const views = await session.reads.readNodes(ALL_NODES, ReadPart.Properties);
    views.forEach(({ properties }, i) => {
      for (const key of Object.keys(properties)) marks.add(propertyMark(ALL_NODES[i]!, key));
      if (properties['t'] !== undefined) marks.add(`${i}.t=${String(properties['t'])}`);
    });
    const edges = await session.reads.expand({ nodes: ALL_NODES, direction: undefined, labels: undefined });
    const halves: [NodeId, string, Direction, NodeId][] = [];
    edges.forEach((ofNode, i) => {
      for (const { label, direction, other } of ofNode) halves.push([ALL_NODES[i]!, label, direction, other]);
    });
    for (const half of halves) marks.add(edgeMark(...half));
    for (const [node, label, direction, other] of halves) {
      if (marks.has(edgeMark(other, label, reversed(direction), node))) continue;
      this.problems.push(`${edgeMark(node, label, direction, other)} is half an edge`);
    }
    return marks;
  }
}
