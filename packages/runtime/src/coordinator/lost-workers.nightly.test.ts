/**
 * Worker threads are lost at random, one or two at a time, while streams and users write. Workers lost alone are
 * replaced alone, and nothing is lost or duplicated. `WEIR_TEST_LOST_WORKERS` sets the number of losses,
 * `WEIR_TEST_CRASH_SEED` the seed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, SeededRandom } from '@weir/platform';
import { eventually, randomTest } from '@weir/platform/testing';
import { systemEnvironment } from '../system-environment.js';
import { MISHAP_EXTENSIONS } from '../testing/mishap-extensions.js';
import { SteadyLoad } from '../testing/steady-load.js';
import { openGraph } from './open-graph.js';

const { seed, cases: rounds } = randomTest('lost workers');
const ROUND_MILLIS = 60_000;
const WAYS = ['exit', 'exit', 'throw', 'throw', 'exhaust', 'hang', 'two'] as const;
const TURN_LIMIT = 3_000;

test(
  `loses nothing in ${rounds} losses of workers, seed ${seed}`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'weir-lost-workers-'));
    const random = new SeededRandom(seed);
    let said: string[] = [];
    const environment = systemEnvironment({
      log: (level, message, fields) => void said.push(`${level} ${message} ${JSON.stringify(fields ?? {})}`),
    });
    const { scheduler } = environment;
    const graph = await openGraph(
      {
        store: { type: 'embedded', path: join(folder, 'data') },
        shards: 7,
        workers: 3,
        extensions: [MISHAP_EXTENSIONS],
        workerLimits: { turnMillis: TURN_LIMIT, heapBytes: 96 << 20 },
      },
      environment,
    );
    let calls = 0;
    const lose = async (way: string): Promise<void> => {
      // No query is called twice, so none is set aside.
      const query = `RETURN mishap.${way}(${++calls})`;
      await graph.query(query).then(
        run => run.rows(),
        () => undefined,
      );
    };
    const load = await SteadyLoad.start(graph);
    let alone = 0;
    try {
      for (let round = 0; round < rounds; round++) {
        const way = random.pick([...WAYS]);
        await pause(scheduler, random.below(1_500));
        const { order } = graph.admin.workers.placement;
        if (way === 'two') {
          const first = lose('exit');
          await pause(scheduler, random.below(600));
          await Promise.all([first, lose('throw')]);
        } else await lose(way);
        await eventually(
          () => graph.admin.workers.placement.order > order && graph.admin.health.outage === undefined,
        );
        const wereAll = said.some(line => line.includes('new workers have taken over the graph'));
        process.stdout.write(`${way}: ${wereAll ? 'all' : 'alone'}\n`);
        if (!wereAll) alone++;
        said = [];
        await load.rest();
        await load.expectWhole();
        load.resume();
      }
    } catch (error) {
      process.stdout.write(`${said.join('\n')}\n`);
      throw error;
    } finally {
      await load.end();
      await graph.close();
      await rm(folder, { recursive: true, force: true });
    }
    expect(alone).toBeGreaterThan(0);
  },
  60_000 + rounds * ROUND_MILLIS,
);
