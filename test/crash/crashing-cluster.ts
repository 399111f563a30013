/** Workers that take checkpoints and die together; each shard loses its unwritten data. */
import type { CheckpointStep } from '@weir/graph';
import { WorkerCluster, type SeededRandom } from '@weir/graph/testing';
import { WeirError } from '@weir/platform';
import type { Persistor } from '@weir/persistor';
import { createStandingEngine } from '@weir/standing';
import { CrashingDisk } from '../standing-oracle/crashing-disk.js';
import { lastingStore } from '../support/lasting-store.js';

const RECOVERY_PARALLELISM = 3;
const MOST_IN_A_ROW = 3;

export class CrashingCluster {
  cluster!: WorkerCluster;
  private disks: CrashingDisk[] = [];
  private isTakingCheckpoint = false;
  private rounds = 0;

  private constructor(
    private readonly workers: number,
    private readonly stores: readonly Persistor[],
    private readonly random: SeededRandom,
  ) {
    this.open(false);
  }

  /** @param mount wraps the stores as the workers see them. */
  static async create(
    workers: number,
    shards: number,
    random: SeededRandom,
    mount: (store: Persistor) => Persistor = store => store,
  ): Promise<CrashingCluster> {
    const names = Array.from({ length: shards }, (_, shard) => `shard-${shard}`);
    const stores = await Promise.all(names.map(lastingStore));
    return new CrashingCluster(workers, stores.map(mount), random);
  }

  private open(recovers: boolean): void {
    this.disks = this.stores.map(() => new CrashingDisk(() => this.cluster, this.random));
    this.cluster = new WorkerCluster({
      workers: this.workers,
      shards: this.stores.length,
      seed: this.random.below(2 ** 30),
      startMillis: (this.cluster?.now ?? 1_700_000_000_000) + 2,
      engineOf: () => createStandingEngine(),
      recovers,
      persistorOf: shard => this.disks[shard]!.mount(this.stores[shard]!),
    });
  }

  /** Runs a single step of a checkpoint. */
  checkpointStep(step: CheckpointStep): Promise<unknown> {
    return Promise.all(this.cluster.workers.map(worker => worker.checkpoint(step)));
  }

  /** Starts a checkpoint, unless one is in progress. */
  checkpoint(): void {
    if (this.isTakingCheckpoint) return;
    this.isTakingCheckpoint = true;
    void this.takeCheckpoints(this.rounds++ % MOST_IN_A_ROW);
  }

  /**
   * @param more number of further checkpoints: each is settled while the stores discard entries before the mark of the
   * previous one.
   */
  private async takeCheckpoints(more: number): Promise<void> {
    let forgotten: Promise<unknown> = Promise.resolve();
    try {
      await this.checkpointStep('mark');
      for (let left = more; left >= 0; left--) {
        await this.checkpointStep('settle');
        await forgotten;
        forgotten = this.checkpointStep('forget');
        forgotten.catch(() => undefined);
      }
      await forgotten;
    } catch (error) {
      // The next checkpoint discards what this one did not.
      if (!(error instanceof WeirError) || error.code !== 'store.failed') throw error;
    }
    this.isTakingCheckpoint = false;
  }

  /** Crashes; the recovery is due but does not start. */
  async crashAndWait(): Promise<void> {
    await new Promise<void>(resolve => setImmediate(resolve));
    for (const disk of this.disks) disk.die();
    this.open(true);
    this.isTakingCheckpoint = false;
  }

  /** @returns an object with the recovery, which needs the cluster in order to proceed. */
  async crash(): Promise<{ readonly recovery: Promise<unknown> }> {
    await this.crashAndWait();
    const { workers } = this.cluster;
    return { recovery: Promise.all(workers.map(worker => worker.recover(RECOVERY_PARALLELISM))) };
  }
}
