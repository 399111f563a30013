/**
 * Samples ids of a store: for each one, seeks to a random position among the keys and makes some steps from there. Ids
 * that are hashes are evenly distributed, so each has about the same chance. Other ids are more likely to be chosen if
 * they follow a gap.
 *
 * Ids of different lengths are separate ranges, each between a first and a last id, so positions are drawn within these
 * ranges.
 */
import type { NodeId } from '@weir/model';
import type { ClassicLevel } from 'classic-level';
import { idOfKey, nodeKey, NODES_END, NODES_START, nodesOfLength, RecordKind } from './keys.js';

/** Number of bytes that distinguish positions between two ids. */
const PLACE_BYTES = 6;
const BYTES_PER_READ = 4096;
const MOST_LENGTHS = 64;
/** Maximum number of seeks for each wanted id; several may find the same id. */
const JUMPS_PER_ID = 4;
const MOST_STEPS = 64;

interface Stretch {
  readonly first: Buffer;
  readonly last: Buffer;
  /** Approximate stored bytes. */
  readonly weight: number;
}

type Keys = ReturnType<ClassicLevel<Buffer, Buffer>['keys']>;

export async function sampleNodeIds(
  level: ClassicLevel<Buffer, Buffer>,
  count: number,
  random: () => number,
): Promise<readonly NodeId[]> {
  const keys: Keys = level.keys({
    gte: NODES_START,
    lt: NODES_END,
    fillCache: false,
    highWaterMarkBytes: BYTES_PER_READ,
  });
  try {
    const stretches = await stretchesOf(level, keys);
    const total = stretches.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = new Set<NodeId>();
    for (let jumps = 0; stretches.length > 0 && jumps < count * JUMPS_PER_ID; jumps++) {
      if (chosen.size === count) break;
      const stretch = pick(stretches, random() * total);
      keys.seek(nodeKey(idIn(stretch, random()), 0, RecordKind.Entry));
      const read = await keys.nextv(1 + Math.floor(random() * MOST_STEPS));
      if (read.length > 0) chosen.add(idOfKey(read[read.length - 1] as Buffer));
    }
    return [...chosen];
  } finally {
    await keys.close();
  }
}

async function stretchesOf(level: ClassicLevel<Buffer, Buffer>, keys: Keys): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  for (let from = NODES_START; stretches.length < MOST_LENGTHS;) {
    const key = await keyFrom(keys, from);
    if (key === undefined) break;
    const first = idOfKey(key);
    const end = nodesOfLength(first.length + 1);
    const last = await lastBefore(level, end);
    if (last === undefined) break;
    const size = await level.approximateSize(key, end);
    stretches.push({ first: bytesOf(first), last: bytesOf(idOfKey(last)), weight: size + 1 });
    from = end;
  }
  return stretches;
}

async function keyFrom(keys: Keys, target: Buffer): Promise<Buffer | undefined> {
  keys.seek(target);
  return (await keys.next()) as Buffer | undefined;
}

async function lastBefore(level: ClassicLevel<Buffer, Buffer>, end: Buffer): Promise<Buffer | undefined> {
  const keys = level.keys({ gte: NODES_START, lt: end, reverse: true, limit: 1, fillCache: false });
  try {
    return await keys.next();
  } finally {
    await keys.close();
  }
}

function pick(stretches: readonly Stretch[], at: number): Stretch {
  let left = at;
  for (const stretch of stretches) {
    if (left < stretch.weight) return stretch;
    left -= stretch.weight;
  }
  return stretches[stretches.length - 1]!;
}

function idIn({ first, last }: Stretch, at: number): NodeId {
  const { length } = first;
  let common = 0;
  while (common < length && first[common] === last[common]) common++;
  const width = Math.min(PLACE_BYTES, length - common);
  const bytes = Buffer.alloc(length);
  first.copy(bytes, 0, 0, common);
  if (width > 0) {
    const low = first.readUIntBE(common, width);
    const high = last.readUIntBE(common, width);
    bytes.writeUIntBE(low + Math.floor(at * (high - low + 1)), common, width);
  }
  return bytes.toString('latin1') as NodeId;
}

function bytesOf(id: NodeId): Buffer {
  return Buffer.from(id, 'latin1');
}
