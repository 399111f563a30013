/**
 * A process to be killed by a test: writes two entries per group until it is killed, and reports which groups were
 * acknowledged.
 */
import type { NodeId } from '@weir/model';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

const store = await new EmbeddedPersistorFactory({ path: process.argv[2]! }).open('shard-0');
const bytes = Buffer.alloc(100, 1);

async function writeFrom(time: number): Promise<void> {
  const journal = ['left', 'right'].map(name => ({ id: name as NodeId, time, bytes }));
  await store.write({ journal });
  process.send!(time);
}

for (let time = 0; ; time += 3) {
  await Promise.all([writeFrom(time), writeFrom(time + 1), writeFrom(time + 2)]);
}
