/**
 * Stores the existence filter between two runs. It exists only after a clean close: opening removes it before any
 * write, so a stored filter is never older than the data.
 */
import type { ClassicLevel } from 'classic-level';
import { ExistenceFilter } from '../../existence-filter.js';
import { FILTER_END, FILTER_START, filterKey } from './keys.js';
import { scanNodeIds } from './node-scan.js';

/** Number of layers after which the filter ends, so that an incomplete one is detected. */
const COUNT_LAYER = 0xff;

export async function storeFilter(
  level: ClassicLevel<Buffer, Buffer>,
  filter: ExistenceFilter,
): Promise<void> {
  const layers = filter.store();
  const batch = level.batch();
  layers.forEach(({ count, words }, i) => {
    const value = Buffer.allocUnsafe(4 + words.length * 4);
    value.writeUInt32BE(count, 0);
    for (let word = 0; word < words.length; word++) value.writeUInt32BE(words[word]!, 4 + word * 4);
    batch.put(filterKey(i), value);
  });
  batch.put(filterKey(COUNT_LAYER), Buffer.of(layers.length));
  await batch.write();
}

/** Returns the stored filter, or one rebuilt from the keys. @param limitBytes of memory. */
export async function loadFilter(
  level: ClassicLevel<Buffer, Buffer>,
  limitBytes?: number,
): Promise<ExistenceFilter> {
  return (await takeStored(level, limitBytes)) ?? (await rebuild(level, limitBytes));
}

async function takeStored(
  level: ClassicLevel<Buffer, Buffer>,
  limitBytes?: number,
): Promise<ExistenceFilter | undefined> {
  const count = await level.get(filterKey(COUNT_LAYER));
  if (count === undefined) return undefined;
  const stored = await level.iterator({ gte: FILTER_START, lt: FILTER_END }).all();
  await level.clear({ gte: FILTER_START, lt: FILTER_END });
  const layers = stored.slice(0, -1).map(([, value]) => {
    const words = new Uint32Array((value.length - 4) / 4);
    for (let word = 0; word < words.length; word++) words[word] = value.readUInt32BE(4 + word * 4);
    return { count: value.readUInt32BE(0), words };
  });
  return layers.length === count[0] ? ExistenceFilter.restore(layers, limitBytes) : undefined;
}

async function rebuild(level: ClassicLevel<Buffer, Buffer>, limitBytes?: number): Promise<ExistenceFilter> {
  const filter = new ExistenceFilter(limitBytes);
  for await (const ids of scanNodeIds(level)) {
    for (let i = 0; i < ids.length; i++) filter.add(ids[i]!);
  }
  return filter;
}
