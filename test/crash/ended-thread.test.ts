/**
 * A thread with open stores ends in various ways while the driver works for it. The process continues, and another
 * thread opens the same stores with everything that was acknowledged. This requires the driver to be loaded in the
 * thread that stays.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TIER } from '@weir/platform/testing';
import { createPersistorFactory } from '@weir/persistor';

const LIVES = TIER === 'nightly' ? 60 : 6;
const WAYS = ['terminate', 'exit', 'throw', 'hang'] as const;

test('its stores are released, and contain all acknowledged writes', async () => {
  const path = await mkdtemp(join(tmpdir(), 'weir-thread-'));
  const stays = await createPersistorFactory({ type: 'embedded', path }).open('meta');
  let acknowledged = 0;
  for (let life = 0; life < LIVES; life++) {
    const way = WAYS[life % WAYS.length];
    // Several messages of the next thread may arrive before the first one is processed.
    const before = acknowledged;
    const thread = new Worker(new URL('./thread-writer.js', import.meta.url), {
      workerData: { path, way, life },
    });
    const ended = new Promise<void>(resolve => thread.once('exit', () => resolve()));
    thread.on('error', () => undefined);
    let hasEnded = false;
    const found = await new Promise<number>(resolve => {
      thread.on('message', (message: { found?: number; acknowledged?: number }) => {
        if (message.found !== undefined) resolve(message.found);
        if (message.acknowledged === undefined) return;
        acknowledged = message.acknowledged;
        if (hasEnded || acknowledged < 40 * (life + 1)) return;
        // Only once: each call adds another listener that waits for the end.
        hasEnded = way === 'terminate' || way === 'hang';
        if (hasEnded) void thread.terminate();
      });
      void ended.then(() => resolve(-1));
    });
    expect([life, found >= before]).toEqual([life, true]);
    await ended;
  }
  expect(acknowledged).toBeGreaterThanOrEqual(40 * LIVES);
  await stays.close();
  await rm(path, { recursive: true });
});
