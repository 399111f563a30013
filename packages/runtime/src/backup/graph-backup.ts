/**
 * Backs up a graph that keeps running. For a few milliseconds no store acknowledges a write. The cuts taken then are
 * together the state that a crash at that moment would have left, so a restored graph has everything acknowledged
 * before, and recovers as after a crash.
 */
import type { Clock } from '@weir/platform';
import { BACKUP_MAGIC, backupFrames, BackupTally, encodeFrame, type Persistor } from '@weir/persistor';
import type { BackupService } from '../contract/backup-service.js';
import type { Workers } from '../contract/workers.js';

export interface BackupSource {
  readonly workers: Workers;
  /** The store for data that belongs to no shard. */
  readonly meta: Persistor;
  readonly clock: Clock;
}

/** @param backup a number unique among this graph's backups. */
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

/**
 * The metadata store records which records are done, so its cut may be older than the shards' cuts, but never newer.
 */
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

/** Prepares the next frame while the current one is consumed. */
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
