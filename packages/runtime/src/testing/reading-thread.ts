/** A thread that reads a store endlessly. It reads little data, but creates many iterators. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createPersistorFactory } from '@weir/persistor';
import { parkWhenClosed } from '../threads/parking.js';
import type { TurnCounts } from '../threads/turn-watch.js';

export interface ReadingThread {
  readonly control: MessagePort;
  readonly turns: TurnCounts;
  readonly path: string;
}

const { control, turns, path } = workerData as ReadingThread;
parkWhenClosed(control, turns, 0);
const store = await createPersistorFactory({ type: 'embedded', path }).open('shard-0');
parentPort!.postMessage('reading');
for (let reader = 0; reader < 8; reader++) void read();

async function read(): Promise<never> {
  for (;;) for await (const _ of store.scanNodes({}));
}
