/**
 * A process to be stopped or killed by a test at any point: opens a store and writes up to its share of groups that
 * overlap with those from earlier runs, so that tables are compacted all the time. Reports which groups were
 * acknowledged. SIGTERM closes the store cleanly.
 */
import type { NodeId } from '@weir/model';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';
import { ENTRIES_PER_GROUP, entryBytes, GROUPS_PER_RUN, NODES } from './restart-entries.js';

const [path, run] = process.argv.slice(2);
let isStopping = false;
process.once('SIGTERM', () => (isStopping = true));
try {
  const store = await new EmbeddedPersistorFactory({ path: path! }).open('shard-0');
  process.send!('open');
  const first = Number(run) * GROUPS_PER_RUN;
  for (let group = first; group < first + GROUPS_PER_RUN && !isStopping; group++) {
    const journal = Array.from({ length: ENTRIES_PER_GROUP }, (_, i) => {
      const time = group * ENTRIES_PER_GROUP + i;
      return { id: `node ${time % NODES}` as NodeId, time, bytes: entryBytes(time) };
    });
    await store.write({ journal });
    process.send!(group);
  }
  while (!isStopping) await new Promise(resolve => setImmediate(resolve));
  await store.close();
  process.disconnect();
} catch (error) {
  process.send!(String(error), () => process.exit(1));
}
