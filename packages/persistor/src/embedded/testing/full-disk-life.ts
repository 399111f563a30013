/**
 * A process on a small separate disk. With `write` it writes to a store, fills the rest of the disk, acknowledges the
 * writes that still succeed, and is killed; with `open` it opens the store and reports how many entries it can read.
 */
import { open, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { NodeId } from '@weir/model';
import { TestEnvironment } from '@weir/platform/testing';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

const [, , mode, path] = process.argv;
const { scheduler, ...time } = control(new TestEnvironment());
const store = await new EmbeddedPersistorFactory({ path: join(path!, 'data') }, scheduler).open('shard-0');
if (mode === 'write') await fill();
else console.log((await store.readJournal('n' as NodeId, 0)).length);
await store.close();

async function fill(): Promise<void> {
  await time.reserveMade();
  const bytes = randomBytes(100_000);
  let acknowledged = 0;
  const write = (): Promise<void> =>
    store.write({ journal: [{ id: 'n' as NodeId, time: acknowledged + 1, bytes }] });
  // Enough for a log that has to become a table at the next opening.
  while (acknowledged < 35) await write().then(() => acknowledged++);
  await fillDisk();
  for (let failed = false; !failed;)
    await write().then(
      () => acknowledged++,
      () => (failed = true),
    );
  process.stdout.write(`${acknowledged}\n`, () => process.kill(process.pid, 'SIGKILL'));
  await new Promise(() => undefined);
}

async function fillDisk(): Promise<void> {
  const filler = await open(join(path!, 'filler'), 'w');
  for (let size = 1 << 20; size >= 512; size /= 2) {
    const block = Buffer.alloc(size, 1);
    for (let fits = true; fits;)
      await filler.write(block).then(
        ({ bytesWritten }) => (fits = bytesWritten === size),
        () => (fits = false),
      );
  }
  await filler.close();
}

function control(environment: TestEnvironment) {
  return {
    scheduler: environment.scheduler,
    async reserveMade(): Promise<void> {
      environment.advance(10_000);
      const isMade = (): Promise<boolean> =>
        stat(join(path!, 'data', 'shard-0', 'RESERVE')).then(
          ({ size }) => size === 8 << 20,
          () => false,
        );
      while (!(await isMade())) await new Promise(resolve => setImmediate(resolve));
    },
  };
}
