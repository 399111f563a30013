/** Walks over all ids of a store, each once. Reads only keys, and skips past nodes with a long history. */
import type { NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import { idOfKey, nodeEnd, NODES_END, NODES_START } from './keys.js';

const KEYS_PER_READ = 1000;
/** The id follows the key space and its length, which are compared too. */
const COMPARED_FROM = 1;
const AFTER_ID = 9;

export async function* scanNodeIds(level: ClassicLevel<Buffer, Buffer>): AsyncGenerator<readonly NodeId[]> {
  const keys = level.keys({ gte: NODES_START, lt: NODES_END, fillCache: false });
  try {
    let last: Buffer | undefined;
    for (;;) {
      const read = await keys.nextv(KEYS_PER_READ);
      if (read.length === 0) return;
      const ids: NodeId[] = [];
      for (let i = 0; i < read.length; i++) {
        const key = read[i]!;
        if (last !== undefined && sameNode(last, key)) continue;
        last = key;
        ids.push(idOfKey(key));
      }
      // One node fills the whole read; the rest of it is not needed.
      if (sameNode(read[0]!, read[read.length - 1]!)) keys.seek(nodeEnd(idOfKey(read[0]!)));
      if (ids.length > 0) yield ids;
    }
  } finally {
    await keys.close();
  }
}

export function sameNode(a: Buffer, b: Buffer): boolean {
  return (
    a.length === b.length &&
    a.compare(b, COMPARED_FROM, b.length - AFTER_ID, COMPARED_FROM, a.length - AFTER_ID) === 0
  );
}
