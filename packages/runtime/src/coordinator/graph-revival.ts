/**
 * Restores the graph after lost workers were replaced: transfers the coordinator's state to the new workers and has
 * recent writes checked again. Handles the loss of all workers (docs/adr/0016-lost-workers.md) and of some while the
 * others keep running (docs/adr/0026-a-lost-lender-is-replaced-alone.md), and a previous run that did not end cleanly.
 */
import type { ShardLimits } from '@weir/contract';
import { type Environment, pause, WeirError } from '@weir/platform';
import type { Workers } from '../contract/workers.js';
import type { CheckpointLoop } from './checkpoint-loop.js';
import type { PersistedFunctions } from './function-catalog.js';
import type { Delivery } from './delivery.js';
import type { GraphLane } from './graph-lane.js';
import { GraphRecovery } from './graph-recovery.js';
import type { Propagations } from './propagations.js';
import type { StandingRegistry } from './standing/standing-registry.js';
import type { TapDesk } from './tap-desk.js';
import type { SupervisedGraph } from './supervision/supervised-graph.js';

/** Maximum time that moving shards waits for work in flight. */
const SETTLE_MILLIS = 1_000;

export interface RevivalDependencies {
  readonly workers: Workers;
  readonly environment: Environment;
  readonly functions: PersistedFunctions;
  readonly registry: StandingRegistry;
  readonly propagations: Propagations;
  readonly checkpoints: CheckpointLoop;
  readonly tapDesk: TapDesk;
  readonly delivery: Delivery;
  readonly lanes: ReadonlySet<GraphLane>;
  readonly limits: ReadonlyMap<number, ShardLimits>;
  isClosing(): boolean;
}

export class GraphRevival implements SupervisedGraph {
  private isIntact: boolean;
  private graphRecovery: GraphRecovery;
  private recovery: Promise<void> | undefined = undefined;

  /** @param hasCrashed whether recent writes have to be checked. */
  constructor(
    private readonly dependencies: RevivalDependencies,
    private hasCrashed: boolean,
  ) {
    this.isIntact = !hasCrashed;
    this.graphRecovery = this.newRecovery();
  }

  /** Whether nothing left by an earlier run or by lost workers has to be checked. */
  get isComplete(): boolean {
    return this.isIntact;
  }

  get isRecovering(): boolean {
    const isDue = this.hasCrashed && this.recovery === undefined;
    return isDue || this.graphRecovery.isUnderWay;
  }

  get recoveryState(): string | undefined {
    return this.graphRecovery.state;
  }

  /** Resolves when no recovery is in progress. */
  async recovered(): Promise<void> {
    if (this.recovery !== undefined) await this.recovery;
  }

  async settled(): Promise<void> {
    const { delivery, environment } = this.dependencies;
    const idle = new AbortController();
    const late = pause(environment.scheduler, SETTLE_MILLIS, idle.signal);
    await Promise.race([delivery.idle(), late]);
    idle.abort();
  }

  recover(): Promise<void> {
    if (!this.hasCrashed) return Promise.resolve();
    this.recovery ??= this.runRecovery();
    return this.recovery;
  }

  // All workers

  /** Called when all workers are lost. The stores are in the state that a crash would have left. */
  lostOne(worker: number, reason: string, isFault: boolean): void {
    const { delivery, checkpoints, tapDesk } = this.dependencies;
    if (isFault) delivery.lost(worker, reason);
    this.isIntact = false;
    checkpoints.hold();
    tapDesk.clear();
  }

  async takeUp(): Promise<void> {
    const { workers, functions, registry, lanes, limits, checkpoints } = this.dependencies;
    await functions.resume();
    await workers.each(worker => worker.shards.setLimits([...limits]));
    await registry.resume();
    for (const lane of lanes) await lane.reopen();
    this.hasCrashed = true;
    this.graphRecovery = this.newRecovery();
    checkpoints.start();
    this.recovery = this.runRecovery();
  }

  // Some workers

  get canSpareSome(): boolean {
    const { functions, registry, propagations } = this.dependencies;
    return this.isIntact && propagations.areOver && !functions.isChanging && !registry.isChanging;
  }

  lostSome(indexes: readonly number[], reason: string, isFault: boolean): void {
    const { delivery, checkpoints, tapDesk } = this.dependencies;
    if (isFault) for (const index of indexes) delivery.lost(index, reason);
    this.isIntact = false;
    checkpoints.hold();
    for (const index of indexes) tapDesk.clearWorker(index);
  }

  async takeUpSome(indexes: readonly number[]): Promise<void> {
    const { workers, functions, registry, lanes, limits } = this.dependencies;
    const fresh = indexes.map(index => workers.all[index]!);
    await functions.resumeOn(fresh);
    await Promise.all(fresh.map(worker => worker.shards.setLimits([...limits])));
    await registry.resumeOn(indexes);
    for (const lane of lanes) await lane.reopenOn(fresh);
  }

  async resynchronized(): Promise<void> {
    const { workers, checkpoints } = this.dependencies;
    await workers.each(worker => worker.shards.resynchronized());
    this.isIntact = true;
    checkpoints.start();
  }

  private async runRecovery(): Promise<void> {
    const isUpToDate = await this.graphRecovery.run();
    if (!isUpToDate) return;
    try {
      await this.dependencies.propagations.resume();
      this.isIntact = true;
    } catch (error) {
      const { message } = WeirError.from(error);
      this.dependencies.environment.logger.log(
        'error',
        'a propagation that a crash interrupted could not be repeated',
        { error: message },
      );
    }
  }

  private newRecovery(): GraphRecovery {
    const { workers, environment, isClosing } = this.dependencies;
    return new GraphRecovery(workers, environment, isClosing);
  }
}
