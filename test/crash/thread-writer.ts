/** A thread that writes to a store until it ends in the requested way. For ended-thread.test.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPersistorFactory } from '@weir/persistor';

const KEY = 'count';
/**
 * Like threads before they are terminated (runtime's `parking.ts`): in the middle of a call the driver would crash the
 * process.
 */
const PARKED = new Int32Array(new SharedArrayBuffer(4));
const { path, way, life } = workerData as { path: string; way: string; life: number };
const store = await createPersistorFactory({ type: 'embedded', path }).open('shard-0');
const stored = await store.getMetadata(KEY);
let count = stored === undefined ? 0 : Number(Buffer.from(stored).toString());
parentPort!.postMessage({ found: count });

// Keeps work in flight in the driver.
for (let other = 0; other < 3; other++) {
  void (async () => {
    for (let i = 0; ; i++) await store.putMetadata(`other-${other}-${i % 500}`, Buffer.alloc(5_000, i));
  })();
}
const end = 40 * (life + 1);
for (;;) {
  await store.putMetadata(KEY, Buffer.from(String(++count)));
  parentPort!.postMessage({ acknowledged: count });
  if (count < end) continue;
  if (way === 'exit') process.exit(1);
  if (way === 'throw') throw new Error('told to');
  if (way === 'hang') for (;;);
  if (way === 'terminate') Atomics.wait(PARKED, 0, 0);
}
