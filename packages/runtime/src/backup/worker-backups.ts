/** One worker's part in backups: the stores of its shards, cut at the same moment and read frame by frame. */
import { WeirError } from '@weir/platform';
import { backupFrames, type Persistor, type StoreCut, type WriteHold } from '@weir/persistor';
import type { BackupService } from '../contract/backup-service.js';

interface Backup {
  holds: readonly WriteHold[];
  cuts: ReadonlyMap<number, StoreCut>;
  frames: AsyncGenerator<Uint8Array> | undefined;
}

export class WorkerBackups implements BackupService {
  private readonly backups = new Map<number, Backup>();

  /** @param stores keyed by shard. */
  constructor(private readonly stores: ReadonlyMap<number, Persistor>) {}

  async hold(backup: number): Promise<void> {
    const entry: Backup = { holds: [], cuts: new Map(), frames: undefined };
    this.backups.set(backup, entry);
    entry.holds = await Promise.all([...this.stores.values()].map(store => store.holdWrites()));
  }

  async cut(backup: number): Promise<void> {
    const entry = this.get(backup);
    entry.cuts = new Map([...this.stores.keys()].map((shard, i) => [shard, entry.holds[i]!.cut()]));
    for (const hold of entry.holds) hold.release();
    entry.frames = framesOf(entry.cuts);
  }

  async nextFrame(backup: number): Promise<Uint8Array | undefined> {
    const { value } = await this.get(backup).frames!.next();
    return value as Uint8Array | undefined;
  }

  async end(backup: number): Promise<void> {
    const entry = this.backups.get(backup);
    this.backups.delete(backup);
    for (const hold of entry?.holds ?? []) hold.release();
    await entry?.frames?.return(undefined);
    for (const cut of entry?.cuts.values() ?? []) await cut.close();
  }

  async endAll(): Promise<void> {
    for (const backup of [...this.backups.keys()]) await this.end(backup);
  }

  private get(backup: number): Backup {
    const entry = this.backups.get(backup);
    if (entry === undefined) throw new WeirError('graph.closed', 'The backup was cancelled.');
    return entry;
  }
}

async function* framesOf(cuts: ReadonlyMap<number, StoreCut>): AsyncGenerator<Uint8Array> {
  for (const [shard, cut] of cuts) yield* backupFrames(`shard-${shard}`, cut);
}
