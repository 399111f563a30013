/** A process that was killed while its disk was full starts again on the full disk. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIFE = fileURLToPath(new URL('../testing/full-disk-life.js', import.meta.url));
/** A Linux-only program. */
const UNSHARE = 'unshare';
/** Not every environment allows tests to mount file systems. */
const SMALL_DISK = 'mount -t tmpfs -o size=48m weir-test "$1"';

function onSmallDisk(folder: string, script: string): readonly string[] {
  const command = `${SMALL_DISK} && ${script}`;
  const args = ['--map-root-user', '--mount', 'sh', '-c', command, 'sh', folder, process.execPath, LIFE];
  const { status, stdout } = spawnSync(UNSHARE, args, { encoding: 'utf8' });
  return [...stdout.trim().split('\n'), status === 0 ? 'opened' : 'refused'];
}

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-small-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const canMount =
  spawnSync(UNSHARE, [...['--map-root-user', '--mount', 'sh', '-c', SMALL_DISK, 'sh', tmpdir()]]).status ===
  0;

(canMount ? test : test.skip)('a store is opened and read on a full disk, thanks to its reserve', () => {
  const [acknowledged, read, outcome] = onSmallDisk(
    folder,
    '{ "$2" "$3" write "$1"; } 2> /dev/null; "$2" "$3" open "$1"',
  );
  expect(outcome).toBe('opened');
  expect(Number(acknowledged)).toBeGreaterThanOrEqual(35);
  expect(Number(read)).toBeGreaterThanOrEqual(Number(acknowledged));
});

(canMount ? test : test.skip)(
  'a store without a reserve is not opened on a full disk, and nothing is lost',
  () => {
    const [acknowledged, refused, read, outcome] = onSmallDisk(
      folder,
      '{ "$2" "$3" write "$1"; } 2> /dev/null; mv "$1/data/shard-0/RESERVE" "$1/other"; ' +
        '"$2" "$3" open "$1" 2> /dev/null || echo refused; rm "$1/filler"; "$2" "$3" open "$1"',
    );
    expect([refused, outcome]).toEqual(['refused', 'opened']);
    expect(Number(read)).toBeGreaterThanOrEqual(Number(acknowledged));
  },
);
