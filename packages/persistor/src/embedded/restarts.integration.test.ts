/**
 * Stops and kills a store repeatedly while it opens, writes, compacts and closes. It must open every time, with all
 * acknowledged data: an intact store is never rejected.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { NodeId } from '@weir/model';
import { randomTest } from '@weir/platform/testing';
import { EmbeddedPersistorFactory } from './embedded-factory.js';
import { ENTRIES_PER_GROUP, entryBytes, GROUPS_PER_RUN, NODES } from './testing/restart-entries.js';

const { seed: SEED, cases: ROUNDS } = randomTest('restarts');
/** After these rounds the store is read, and the next round starts with an empty one. */
const ROUNDS_PER_STORE = 25;
const LONGEST_PAUSE_MILLIS = 20;
const LONGEST_START_MILLIS = 60;
const WRITER = fileURLToPath(new URL('./testing/restart-writer.js', import.meta.url));

let path: string;
beforeEach(async () => void (path = await mkdtemp(join(tmpdir(), 'weir-restarts-'))));
afterEach(() => rm(path, { recursive: true, force: true }));

function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** @returns the error with which the store failed to open, if it did. */
async function runOnce(
  run: number,
  next: (below: number) => number,
  acknowledged: Set<number>,
): Promise<string | undefined> {
  const writer = fork(WRITER, [path, String(run)], { execArgv: [] });
  const ended = once(writer, 'close');
  let refusal: string | undefined;
  const isKill = next(2) === 0;
  let awaited = next(GROUPS_PER_RUN);
  const isFar = new Promise<void>(resolve => {
    writer.on('message', message => {
      if (typeof message === 'number') acknowledged.add(message);
      else if (message !== 'open') refusal = String(message);
      if (awaited-- === 0) resolve();
    });
  });
  // A third of the kills hits the start, some the stop; the exact point depends on timing, not only on the seed.
  if (!isKill || next(3) > 0) await Promise.race([isFar, ended]);
  else await pause(4 * next(LONGEST_START_MILLIS));
  await pause(next(LONGEST_PAUSE_MILLIS));
  if (isKill && next(4) === 0) {
    writer.kill('SIGTERM');
    await pause(next(LONGEST_START_MILLIS));
  }
  writer.kill(isKill ? 'SIGKILL' : 'SIGTERM');
  await ended;
  return refusal;
}

async function readBack(acknowledged: ReadonlySet<number>): Promise<void> {
  const store = await new EmbeddedPersistorFactory({ path }).open('shard-0');
  const found = new Map<number, number>();
  for (let node = 0; node < NODES; node++) {
    const stored = await store.readNode(`node ${node}` as NodeId);
    for (const { time, bytes } of stored?.journal ?? []) {
      if (Buffer.compare(bytes, entryBytes(time)) !== 0) continue;
      const group = Math.floor(time / ENTRIES_PER_GROUP);
      found.set(group, (found.get(group) ?? 0) + 1);
    }
  }
  await store.close();
  expect([...acknowledged].filter(group => found.get(group) !== ENTRIES_PER_GROUP)).toEqual([]);
}

test(
  `${ROUNDS} starts, half of them ended by a kill (seed ${SEED})`,
  async () => {
    const next = numbers(SEED);
    let acknowledged = new Set<number>();
    for (let run = 0; run < ROUNDS; run++) {
      const refusal = await runOnce(run, next, acknowledged);
      expect({ run, refusal }).toEqual({ run, refusal: undefined });
      if ((run + 1) % ROUNDS_PER_STORE === 0 || run + 1 === ROUNDS) {
        await readBack(acknowledged);
        await rm(join(path, 'shard-0'), { recursive: true, force: true });
        acknowledged = new Set();
      }
    }
  },
  ROUNDS * 60_000,
);
