/** Ends a thread in the middle of native calls. Without parking, one in about fifty ends the process. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, Worker } from 'node:worker_threads';
import { SeededRandom } from '@weir/platform';
import { ofTier } from '@weir/platform/testing';
import { createPersistorFactory } from '@weir/persistor';
import { systemEnvironment } from '../system-environment.js';
import type { ReadingThread } from '../testing/reading-thread.js';
import { parked } from './parking.js';
import { turnCounts } from './turn-watch.js';

const ROUNDS = ofTier({ fast: 3, nightly: 150 });

const { scheduler } = systemEnvironment();
const random = new SeededRandom(71);
let folder: string;

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-parking-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('parks and ends threads that read their stores, which can be opened again', async () => {
  // Keeps the driver loaded, because it must not be unloaded when its last thread ends.
  const own = await createPersistorFactory({ type: 'embedded', path: join(folder, 'own') }).open('meta');
  for (let round = 0; round < ROUNDS; round++) {
    const { port1: here, port2: control } = new MessageChannel();
    const turns = turnCounts(1);
    const workerData: ReadingThread = { control, turns, path: join(folder, 'data') };
    const thread = new Worker(new URL('../testing/reading-thread.js', import.meta.url), {
      workerData,
      transferList: [control],
    });
    here.on('message', () => undefined);
    const exit = once(thread, 'exit');
    await once(thread, 'message');
    await sleep(random.below(30));
    here.close();
    await parked(turns, 0, exit, scheduler);
    expect(turns[0]).toBe(-1);
    await thread.terminate();
  }
  await own.close();
});

test('does not wait forever for a thread that has finished or never parks', async () => {
  const hurried = { ...scheduler, after: (_: number, task: () => void) => scheduler.after(0, task) };
  await parked(turnCounts(1), 0, new Promise(() => undefined), hurried);
  await parked(turnCounts(1), 0, Promise.resolve(), scheduler);
});
