/**
 * A process whose files may not grow past a limit, set from outside: writes groups one after the other, waits for each
 * to be acknowledged, and reports the outcome.
 */
import type { NodeId } from '@weir/model';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

const store = await new EmbeddedPersistorFactory({ path: process.argv[2]! }).open('shard-0');
const bytes = Buffer.alloc(10_000, 1);

for (let time = 1; ;) {
  const journal = ['left', 'right'].map(name => ({ id: name as NodeId, time, bytes }));
  try {
    await store.write({ journal });
    process.send!({ acknowledged: time });
    time++;
  } catch (error) {
    const isReadable = (await store.readNode('left' as NodeId)) !== undefined;
    process.send!({ failed: (error as { code?: string }).code, isReadable });
    await new Promise(resolve => setImmediate(resolve));
  }
}
