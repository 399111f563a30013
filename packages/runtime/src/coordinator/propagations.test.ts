import type { MetadataStore } from '@weir/contract';
import type { WorkerServices } from '../contract/worker-services.js';
import { Workers } from '../contract/workers.js';
import { Propagations } from './propagations.js';

/** Walks that the test ends. */
class Walks {
  readonly begun: (readonly [includeSleeping: boolean, parallelism: number])[] = [];
  readonly kept = new Map<string, unknown>();
  private ends: ((error?: Error) => void)[] = [];
  readonly propagations: Propagations;

  constructor() {
    const propagate = (includeSleeping: boolean, parallelism: number): Promise<void> => {
      this.begun.push([includeSleeping, parallelism]);
      return new Promise((resolve, reject) => {
        this.ends.push(error => (error === undefined ? resolve() : reject(error)));
      });
    };
    const worker = { standing: { propagate } } as unknown as WorkerServices;
    const metadata = {
      get: async (key: string) => this.kept.get(key),
      put: async (key: string, value: unknown) => void this.kept.set(key, value),
      delete: async (key: string) => void this.kept.delete(key),
    } as unknown as MetadataStore;
    this.propagations = new Propagations(new Workers([worker], [0]), metadata);
  }

  async end(error?: Error): Promise<void> {
    this.ends.shift()!(error);
    await turns();
  }
}

async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test('requests made during a walk share the next one, which satisfies all of them', async () => {
  const walks = new Walks();
  const first = walks.propagations.run({});
  await turns();
  const others = [{}, { includeSleeping: true, parallelism: 2 }, {}].map(each =>
    walks.propagations.run(each),
  );
  await turns();
  expect(walks.begun).toEqual([[false, 4]]);
  expect(walks.kept.size).toBe(1);
  await walks.end();
  await first;
  expect(walks.begun).toEqual([
    [false, 4],
    [true, 4],
  ]);
  expect(walks.propagations.areOver).toBe(false);
  await walks.end();
  await Promise.all(others);
  expect(walks.propagations.areOver).toBe(true);
  expect(walks.kept.size).toBe(0);
  expect(walks.begun.length).toBe(2);
});

test('a failed walk rejects all requests that share it, and the next one starts', async () => {
  const walks = new Walks();
  const first = walks.propagations.run({ includeSleeping: true });
  await turns();
  const second = walks.propagations.run({});
  const failed = expect(first).rejects.toThrow('planted');
  await walks.end(new Error('planted'));
  await failed;
  expect(walks.begun.length).toBe(2);
  await walks.end();
  await second;
  expect(walks.propagations.areOver).toBe(true);
});
