/** How many losses an item costs that always takes its worker with it, and that all others are done, once each. */
import { SeededRandom, WeirError } from '@weir/model';
import { deliver } from './delivery.js';
import { Suspects, type Work } from './supervision/suspects.js';

interface Run {
  readonly done: number[];
  readonly setAside: number[];
  losses: number;
}

async function run(
  count: number,
  isFatal: (item: number) => boolean,
  suspects = new Suspects(),
): Promise<Run> {
  const run: Run = { done: [], setAside: [], losses: 0 };
  const outcomes = await deliver<readonly number[]>(
    suspects,
    {
      kind: 'record',
      ready: () => undefined,
      run: async (work: Work, from, to) => {
        work.worker = 0;
        await Promise.resolve();
        const items = Array.from({ length: to - from }, (_, i) => from + i);
        if (items.some(isFatal)) {
          run.losses++;
          suspects.blame(0, 'it ended');
          throw new WeirError('graph.worker-lost', 'lost');
        }
        return items;
      },
      setAside: (_, index) => {
        run.setAside.push(index);
        return [];
      },
      isLast: () => false,
      isLeft: false,
    },
    0,
    count,
  );
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

test('several are each found', async () => {
  const { done, setAside } = await run(300, item => item % 100 === 7);
  expect(setAside).toEqual([7, 107, 207]);
  expect(done).toHaveLength(297);
});

test('who was there by chance runs again alone, and is done', async () => {
  const suspects = new Suspects();
  const [bystander, culprit] = await Promise.all([
    run(10, () => false, suspects),
    run(10, item => item === 3, suspects),
  ]);
  expect([bystander.done.length, culprit.setAside, culprit.losses]).toEqual([10, [3], 3]);
});

test('what fails for another reason fails', async () => {
  const suspects = new Suspects();
  const items = {
    kind: 'record' as const,
    ready: () => undefined,
    run: () => Promise.reject(new WeirError('store.failed', 'full')),
    setAside: () => 0,
    isLast: () => false,
    isLeft: false,
  };
  await expect(deliver(suspects, items, 0, 5)).rejects.toMatchObject({ code: 'store.failed' });
});

test('after a loss, a record that is held until a value is done does not hold the value', async () => {
  const suspects = new Suspects();
  let valueIsDone = (): void => undefined;
  const held = new Promise<void>(resolve => (valueIsDone = resolve));
  const ready = (): undefined => undefined;
  const deliverOne = (kind: 'record' | 'value', again: () => Promise<void>) => {
    let runs = 0;
    const run = async (work: Work): Promise<string> => {
      work.worker = 0;
      if (runs++ > 0) return again().then(() => kind);
      // Both are under way when the worker is lost.
      await Promise.resolve();
      if (kind === 'record') suspects.blame(0, 'it ended');
      throw new WeirError('graph.worker-lost', 'lost');
    };
    return deliver(
      suspects,
      { kind, ready, run, setAside: () => 'none', isLast: () => false, isLeft: false },
      0,
      1,
    );
  };
  const record = deliverOne('record', () => held);
  const value = deliverOne('value', async () => valueIsDone());
  expect(await Promise.all([record, value])).toEqual([['record'], ['value']]);
});

/** Workers that are all replaced when one is lost, and do one item per turn. */
class Pool {
  readonly suspects = new Suspects();
  readonly done: string[] = [];
  readonly setAside: string[] = [];
  losses = 0;
  private lose: () => void = () => undefined;
  private lost = this.nextLoss();

  constructor(
    private readonly random: SeededRandom,
    private readonly workers: number,
    private readonly isFatal: (name: string) => boolean,
  ) {}

  async chunk(names: readonly string[]): Promise<void> {
    const outcomes = await deliver<readonly string[]>(
      this.suspects,
      {
        kind: 'record',
        ready: () => undefined,
        run: async (work, from, to) => {
          work.worker = this.random.below(this.workers);
          try {
            await Promise.race([this.runAll(work.worker, names.slice(from, to)), this.lost]);
          } finally {
            work.worker = undefined;
          }
          return names.slice(from, to);
        },
        setAside: (_, index) => {
          this.setAside.push(names[index]!);
          return [];
        },
        isLast: () => false,
        isLeft: false,
      },
      0,
      names.length,
    );
    this.done.push(...outcomes.flat());
  }

  private async runAll(worker: number, names: readonly string[]): Promise<void> {
    const { losses } = this;
    for (const name of names) {
      for (let turns = this.random.below(4); turns >= 0; turns--) await Promise.resolve();
      if (this.losses > losses) return;
      if (!this.isFatal(name)) continue;
      this.losses++;
      this.suspects.blame(worker, 'it ended');
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
  'seed %d, %d workers: whoever shares a chunk, or the time, with records that end workers is done',
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
