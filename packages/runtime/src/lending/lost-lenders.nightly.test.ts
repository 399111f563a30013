/**
 * Processes that lend workers are lost at random, one or two at a time, or leave, while streams and users write. Workers
 * lost alone are replaced alone, and nothing is lost or duplicated. `WEIR_TEST_LOST_LENDERS` sets the number of losses,
 * `WEIR_TEST_CRASH_SEED` the seed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamingGraph } from '@weir/contract';
import { pause, SeededRandom } from '@weir/platform';
import { eventually, randomTest } from '@weir/platform/testing';
import type { OpenOptions } from '../coordinator/open-options.js';
import { openGraph } from '../coordinator/open-graph.js';
import { systemEnvironment } from '../system-environment.js';
import { LendingHouse } from '../testing/lending-house.js';
import { SteadyLoad } from '../testing/steady-load.js';

const { seed, cases: rounds } = randomTest('lost lenders');
const SILENCE_MILLIS = 1_500;
const ROUND_MILLIS = 60_000;
const LENDERS = [1, 2, 1];
/** Log message of a replacement while others kept running. */
const ALONE = 'new workers host the shards of the lost ones';
const WAYS = ['cut', 'cut', 'freeze', 'between', 'two', 'leave', 'joining'] as const;

let folder: string;
let house: LendingHouse;
let graph: StreamingGraph;
let load: SteadyLoad;
/** Log messages of the graph. */
let said: string[];
let lives = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-lost-lenders-'));
  said = [];
});
afterEach(async () => {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});

function joinLender(workers: number): void {
  house.join(`lender-${++lives}`, workers);
}

function holders(): readonly string[] {
  return [...new Set(graph.admin.workers.placement.locations.flatMap(({ process }) => process ?? []))];
}

/** Waits until all processes that offer workers have shards, and nothing moves. */
async function spread(): Promise<void> {
  await eventually(
    () =>
      graph.admin.health.outage === undefined &&
      house.current().every(({ process }) => holders().includes(process)) &&
      graph.admin.workers.placement.moves.every(({ millis }) => millis !== undefined),
  );
}

test(
  `loses nothing in ${rounds} losses of lenders, seed ${seed}`,
  async () => {
    const random = new SeededRandom(seed);
    const { scheduler } = systemEnvironment();
    const options: OpenOptions = {
      store: { type: 'embedded', path: join(folder, 'data') },
      shards: 7,
      workers: 1,
    };
    house = new LendingHouse(options, SILENCE_MILLIS);
    for (const workers of LENDERS) joinLender(workers);
    const environment = systemEnvironment({
      log: (level, message, fields) => void said.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    });
    graph = await openGraph({ ...options, cluster: { offers: house } }, environment);
    load = await SteadyLoad.start(graph);
    let alone = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        await spread();
        const way = WAYS[random.below(WAYS.length)]!;
        const { order } = graph.admin.workers.placement;
        const there = [...house.current()];
        const one = random.pick(there);
        const other = random.pick(there.filter(each => each !== one));
        await pause(scheduler, random.below(1_500));
        const lostAt = Date.now();
        if (way === 'between') house.cutBetween(one.process, other.process);
        else if (way === 'leave') house.withdraw(one.process);
        else if (way === 'joining') {
          // Another one is cut off while it starts its workers.
          house.cut(one.process);
          house.withdraw(one.process);
          joinLender(one.workers);
          await pause(scheduler, 500 + random.below(1_000));
          house.cut(`lender-${lives}`);
        } else if (way === 'freeze') {
          const thaw = house.freeze(one.process);
          await eventually(() => graph.admin.health.outage !== undefined);
          await pause(scheduler, random.below(800));
          thaw();
        } else {
          house.cut(one.process);
          if (way === 'two') {
            await pause(scheduler, random.below(600));
            house.cut(other.process);
          }
        }
        await eventually(
          () => graph.admin.workers.placement.order > order && graph.admin.health.outage === undefined,
        );
        const wasAlone = said.some(line => line.includes(ALONE));
        process.stdout.write(`${way}: ${wasAlone ? 'alone' : 'all'}, ${Date.now() - lostAt} ms\n`);
        if (wasAlone) alone++;
        said = [];
        // Lost processes are avoided for a long time.
        for (const { process: name, workers } of there) {
          if (holders().includes(name)) continue;
          house.withdraw(name);
          if (random.below(3) > 0) joinLender(workers);
        }
        while (house.current().length < 2) joinLender(1);
        await load.rest();
        await load.expectWhole();
        load.resume();
      }
    } catch (error) {
      process.stdout.write(`${said.join('\n')}\n`);
      throw error;
    } finally {
      await load.end();
    }
    expect(alone).toBeGreaterThan(0);
  },
  60_000 + rounds * ROUND_MILLIS,
);
