/** A disk that is full for a while, simulated by a limit on the size of files. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodeId } from '@weir/model';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

/** A Linux-only program that changes the limit of a running process. */
const PRLIMIT = 'prlimit';
const canLimit = spawnSync(PRLIMIT, ['--version']).status === 0;
const WRITER = fileURLToPath(new URL('../testing/full-disk-writer.js', import.meta.url));
const LIMIT_BYTES = 1 << 20;
/** Too little even for opening a LevelDB. */
const NO_ROOM_BYTES = 16;

let path: string;
let writer: ChildProcess | undefined;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'weir-full-'));
});
afterEach(async () => {
  writer?.kill('SIGKILL');
  await rm(path, { recursive: true, force: true });
});

function limit(bytes: number | 'unlimited'): void {
  spawnSync(PRLIMIT, [`--pid=${writer!.pid}`, `--fsize=${bytes}:unlimited`]);
}

(canLimit ? test : test.skip)(
  'writes fail while there is no room, reads do not; writes go on when there is, and nothing is lost',
  async () => {
    writer = spawn(process.execPath, [WRITER, path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    limit(LIMIT_BYTES);
    const acknowledged = new Set<number>();
    const codes = new Set<unknown>();
    let failures = 0;
    let readable = 0;
    const enough = new Promise<void>(resolve => {
      writer!.on('message', (message: { acknowledged?: number; failed?: unknown; isReadable?: boolean }) => {
        if (message.acknowledged !== undefined) acknowledged.add(message.acknowledged);
        else {
          codes.add(message.failed);
          if (message.isReadable === true) readable++;
          if (++failures === 1) limit(NO_ROOM_BYTES);
          if (failures === 5) limit('unlimited');
        }
        if (failures >= 5 && acknowledged.size >= 300) resolve();
      });
    });
    await enough;
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect([...codes]).toEqual(['store.failed']);
    expect(readable).toBe(failures);

    const store = await new EmbeddedPersistorFactory({ path }).open('shard-0');
    for (const name of ['left', 'right']) {
      const stored = await store.readNode(name as NodeId);
      const times = new Set(stored!.journal.map(({ time }) => time));
      expect([...acknowledged].filter(time => !times.has(time))).toEqual([]);
    }
    await store.close();
  },
);
