/**
 * A backup of a graph that goes on working. For a moment, some milliseconds, no store acknowledges a write; the cuts
 * taken then are together what a crash at that moment would have left, so a restored graph has everything that was
 * acknowledged before, and goes through what a graph goes through after a crash.
 */
import type { Clock } from '@weir/model';
import { BACKUP_MAGIC, backupFrames, BackupTally, encodeFrame, type Persistor } from '@weir/persistor';
import type { BackupService } from '../contract/backup-service.js';
import type { Workers } from '../contract/workers.js';

export interface BackupSource {
  readonly workers: Workers;
  /** The store of what belongs to no shard. */
  readonly meta: Persistor;
  readonly clock: Clock;
}

/** @param backup a number that no other backup of this graph has. */
export async function* backupGraph(source: BackupSource, backup: number): AsyncGenerator<Uint8Array> {
  const { workers, meta, clock } = source;
  const tally = new BackupTally();
  const counted = (frame: Uint8Array): Uint8Array => {
    tally.add(frame);
    return frame;
  };
  try {
    const cut = await cutAll(workers, meta, backup);
    try {
      yield BACKUP_MAGIC;
      yield counted(encodeFrame({ shards: workers.shards, madeAt: clock.now() }));
      for await (const frame of backupFrames('meta', cut)) yield counted(frame);
      for (const worker of workers.all) {
        for await (const frame of framesOf(worker.backup, backup)) yield counted(frame);
      }
      yield encodeFrame(tally.end);
    } finally {
      await cut.close();
    }
  } finally {
    await Promise.allSettled(workers.all.map(worker => worker.backup.end(backup)));
  }
}

/** What the other store holds says which records are done, so its cut may be older than the shards', never newer. */
async function cutAll(workers: Workers, meta: Persistor, backup: number) {
  await workers.each(worker => worker.backup.hold(backup));
  const hold = await meta.holdWrites();
  const cut = hold.cut();
  hold.release();
  try {
    await workers.each(worker => worker.backup.cut(backup));
  } catch (error) {
    await cut.close();
    throw error;
  }
  return cut;
}

/** The next frame is being made while the one before is taken. */
async function* framesOf(worker: BackupService, backup: number): AsyncGenerator<Uint8Array> {
  let next = worker.nextFrame(backup);
  for (;;) {
    const frame = await next;
    if (frame === undefined) return;
    next = worker.nextFrame(backup);
    next.catch(() => undefined);
    yield frame;
  }
}
