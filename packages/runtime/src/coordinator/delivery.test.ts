/** How many losses an item that always ends its worker costs, and that all other items complete exactly once. */
import { SeededRandom, WeirError } from '@weir/platform';
import type { LaneService } from '../contract/lane-service.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { Workers } from '../contract/workers.js';
import { Delivery, type DeliveryLane } from './delivery.js';

const setAside = (): never => {
  throw new Error('Set aside');
};
const isLast = (): boolean => false;

/** @param isAvoided decides which workers are avoided. */
function deliveryTo(workers: number, isAvoided: (worker: number) => boolean = () => false): Delivery {
  const lanes = Array.from({ length: workers }, (_, index) => ({ index }) as unknown as LaneService);
  const services = lanes.map(lanes => ({ lanes }) as WorkerServices);
  return new Delivery(new Workers(services, []), {
    up: () => Promise.resolve(),
    whole: () => Promise.resolve(),
    isMissing: () => false,
    isAvoided,
    gapClosed: () => Promise.resolve(),
    checkGap: () => undefined,
  });
}

function lane(workers: number, kind: 'record' | 'value' = 'record'): DeliveryLane {
  return { kind, inFlight: Array.from({ length: workers }, () => 0), onHold: undefined, isLeft: false };
}

interface Run {
  readonly done: number[];
  readonly setAside: number[];
  losses: number;
}

async function run(
  count: number,
  isFatal: (item: number) => boolean,
  delivery = deliveryTo(1),
): Promise<Run> {
  const run: Run = { done: [], setAside: [], losses: 0 };
  const outcomes = await delivery.items<readonly number[]>(lane(1), {
    items: count,
    run: async (_, from, to) => {
      await Promise.resolve();
      const items = Array.from({ length: to - from }, (_, i) => from + i);
      if (items.some(isFatal)) {
        run.losses++;
        delivery.lost(0, 'it ended');
        throw new WeirError('graph.worker-lost', 'lost');
      }
      return items;
    },
    setAside: (_, index) => {
      run.setAside.push(index);
      return [];
    },
    isLast,
  });
  run.done.push(...outcomes.flat());
  return run;
}

test.each([
  [1, 0],
  [2, 1],
  [64, 63],
  [65, 64],
  [4096, 0],
  [4096, 2049],
  [4096, 4095],
])('of %d items, the one at %d costs three losses', async (count, fatal) => {
  const { done, setAside, losses } = await run(count, item => item === fatal);
  expect([losses, setAside]).toEqual([3, [fatal]]);
  expect(done).toEqual(Array.from({ length: count }, (_, i) => i).filter(item => item !== fatal));
});

test('identifies each of several', async () => {
  const { done, setAside } = await run(300, item => item % 100 === 7);
  expect(setAside).toEqual([7, 107, 207]);
  expect(done).toHaveLength(297);
});

test('work that ran on the lost worker by chance runs again alone and completes', async () => {
  const delivery = deliveryTo(1);
  const [bystander, culprit] = await Promise.all([
    run(10, () => false, delivery),
    run(10, item => item === 3, delivery),
  ]);
  expect([bystander.done.length, culprit.setAside, culprit.losses]).toEqual([10, [3], 3]);
});

test('fails for other errors than a loss', async () => {
  const run = (): Promise<never> => Promise.reject(new WeirError('store.failed', 'full'));
  const outcomes = deliveryTo(1).items(lane(1), { items: 5, run, setAside, isLast });
  await expect(outcomes).rejects.toMatchObject({ code: 'store.failed' });
});

test('after a loss, a record that is held until a value completes does not hold the value', async () => {
  const delivery = deliveryTo(1);
  let valueIsDone = (): void => undefined;
  const held = new Promise<void>(resolve => (valueIsDone = resolve));
  const deliverOne = (kind: 'record' | 'value', again: () => Promise<void>) => {
    let runs = 0;
    const run = async (): Promise<string> => {
      if (runs++ > 0) return again().then(() => kind);
      // Both are in flight when the worker is lost.
      await Promise.resolve();
      if (kind === 'record') delivery.lost(0, 'it ended');
      throw new WeirError('graph.worker-lost', 'lost');
    };
    return delivery.items(lane(1, kind), { items: 1, run, setAside, isLast });
  };
  const record = deliverOne('record', () => held);
  const value = deliverOne('value', async () => valueIsDone());
  expect(await Promise.all([record, value])).toEqual([['record'], ['value']]);
});

/** Workers that are all replaced when one is lost, and that process one item per turn. */
class Pool {
  private readonly delivery: Delivery;
  readonly done: string[] = [];
  readonly setAside: string[] = [];
  losses = 0;
  private lose: () => void = () => undefined;
  private lost = this.nextLoss();

  constructor(
    private readonly random: SeededRandom,
    private readonly workers: number,
    private readonly isFatal: (name: string) => boolean,
  ) {
    this.delivery = deliveryTo(workers, () => random.chance(0.5));
  }

  async chunk(names: readonly string[]): Promise<void> {
    const outcomes = await this.delivery.items<readonly string[]>(lane(this.workers), {
      items: names.length,
      run: async (worker, from, to) => {
        const { index } = worker as unknown as { readonly index: number };
        await Promise.race([this.runAll(index, names.slice(from, to)), this.lost]);
        return names.slice(from, to);
      },
      setAside: (_, index) => {
        this.setAside.push(names[index]!);
        return [];
      },
      isLast,
    });
    this.done.push(...outcomes.flat());
  }

  private async runAll(worker: number, names: readonly string[]): Promise<void> {
    const { losses } = this;
    for (const name of names) {
      for (let turns = this.random.below(4); turns >= 0; turns--) await Promise.resolve();
      if (this.losses > losses) return;
      if (!this.isFatal(name)) continue;
      this.losses++;
      this.delivery.lost(worker, 'it ended');
      this.lose();
      this.lost = this.nextLoss();
      return new Promise(() => undefined);
    }
  }

  private nextLoss(): Promise<never> {
    const lost = new Promise<never>((_, reject) => {
      this.lose = () => reject(new WeirError('graph.worker-lost', 'lost'));
    });
    lost.catch(() => undefined);
    return lost;
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => [seed, 1 + (seed % 4)]))(
  'seed %d, %d workers: completes all work that shares a chunk, or runs together, with records that end workers',
  async (seed, workers) => {
    const random = new SeededRandom(seed);
    const isFatal = (name: string): boolean => name.endsWith('!');
    const pool = new Pool(random, workers, isFatal);
    const chunks = Array.from({ length: 30 }, (_, chunk) =>
      Array.from(
        { length: 1 + random.below(100) },
        (_, i) => `${chunk}.${i}${random.chance(0.01) ? '!' : ''}`,
      ),
    );
    const streams = [0, 1, 2].map(async stream => {
      for (let i = stream; i < chunks.length; i += 3) await pool.chunk(chunks[i]!);
    });
    await Promise.all(streams);
    const names = chunks.flat();
    expect(pool.setAside.sort()).toEqual(names.filter(isFatal).sort());
    expect(pool.done.sort()).toEqual(names.filter(name => !isFatal(name)).sort());
    expect(pool.losses).toBeLessThanOrEqual(5 * pool.setAside.length + 3);
  },
);

test('is idle once the last call has finished', async () => {
  const delivery = deliveryTo(1);
  await delivery.idle();
  let finish = (): void => undefined;
  const run = (): Promise<void> => new Promise(resolve => (finish = resolve));
  const outcomes = delivery.items(lane(1), { items: 1, run, setAside, isLast });
  await new Promise(setImmediate);
  let isIdle = false;
  const idle = delivery.idle().then(() => (isIdle = true));
  await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  finish();
  await Promise.all([outcomes, idle]);
});
