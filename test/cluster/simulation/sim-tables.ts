/**
 * The data directory of one shard on one machine: keeps everything while the machine's process is dead, and knows which
 * writes are recent.
 */
import type { NodeId } from '@weir/model';
import {
  MemoryPersistor,
  type Persistor,
  type RecentWrite,
  type WriteGroup,
  type WriteMark,
} from '@weir/persistor';

interface Recent {
  readonly end: WriteMark;
  readonly writes: readonly Omit<RecentWrite, 'end'>[];
}

/** @param wait resolves at once or later. */
export function simTables(shard: number, wait: () => Promise<void> | undefined): Persistor {
  const memory = new MemoryPersistor(`shard-${shard}`);
  const read = memory.readNode.bind(memory);
  const write = memory.write.bind(memory);
  let recent: Recent[] = [];
  let mark = 0;
  return Object.assign(memory, {
    async write(group: WriteGroup) {
      await write(group);
      const entries = group.journal.map(({ id, time }) => ({ id, time, isEntry: true }));
      const snapshots = (group.snapshots ?? []).map(({ id, snapshot: { time } }) => ({
        id,
        time,
        isEntry: false,
      }));
      recent.push({ end: ++mark as WriteMark, writes: [...entries, ...snapshots] });
    },
    readNode(id: NodeId, asOf?: number) {
      const waits = wait();
      return waits === undefined ? read(id, asOf) : waits.then(() => read(id, asOf));
    },
    markWrites: () => mark as WriteMark,
    async *recentWrites() {
      for (const { end, writes } of [...recent])
        if (writes.length > 0) yield writes.map(each => ({ ...each, end }));
    },
    async forgetRecent(before: WriteMark) {
      recent = recent.filter(({ end }) => end > before);
    },
    close: () => Promise.resolve(),
  });
}
