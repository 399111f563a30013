import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { availableMemory, workerHeapLimits } from './heap-settings.js';

const MEGABYTE = 1024 ** 2;

/** Fills the young generation several times; reports its size and the heap limit. */
const CHURN = `
  const { parentPort } = require('node:worker_threads');
  const { getHeapSpaceStatistics, getHeapStatistics } = require('node:v8');
  let kept = [];
  for (let i = 0; i < 3e5; i++) {
    kept.push({ number: [i] });
    if (kept.length > 20_000) kept = kept.slice(10_000);
  }
  const young = getHeapSpaceStatistics().find(space => space.space_name === 'new_space');
  parentPort.postMessage({ young: young.space_size, limit: getHeapStatistics().heap_size_limit });`;

test('on every Node version, the young generation of a worker is small and its heap may grow to its share of the machine', async () => {
  const limits = workerHeapLimits(2);
  const worker = new Worker(CHURN, { eval: true, resourceLimits: limits });
  const [{ young, limit }] = (await once(worker, 'message')) as [{ young: number; limit: number }];
  await worker.terminate();
  expect(young).toBeLessThanOrEqual(48 * MEGABYTE);
  expect(limit).toBeGreaterThanOrEqual(limits.maxOldGenerationSizeMb! * MEGABYTE);
});

test('command-line flags apply to the heap of the program, not to its workers', () => {
  const program = `
    import { once } from 'node:events';
    import { getHeapStatistics } from 'node:v8';
    import { Worker } from 'node:worker_threads';
    import { setHeapFlags, workerHeapLimits } from '${new URL('./heap-settings.js', import.meta.url).href}';
    setHeapFlags();
    const resourceLimits = workerHeapLimits(1, ${96 * MEGABYTE});
    const worker = new Worker(${JSON.stringify(CHURN)}, { eval: true, execArgv: [], resourceLimits });
    const [found] = await once(worker, 'message');
    console.log(JSON.stringify({ ...found, own: getHeapStatistics().heap_size_limit }));`;
  const flags = ['--max-old-space-size=3000', '--max-semi-space-size=64', '--min-semi-space-size=64'];
  const written = execFileSync(process.execPath, [...flags, '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const { young, limit, own } = JSON.parse(written) as { young: number; limit: number; own: number };
  expect(young).toBeLessThanOrEqual(48 * MEGABYTE);
  expect(limit).toBeLessThan(200 * MEGABYTE);
  expect(own).toBeGreaterThanOrEqual(3000 * MEGABYTE);
});

test.each([
  ['of the container', 4096, 1024, 1024],
  ['of the machine, where the container has no limit', 4096, 0, 4096],
  ['of the machine, where the limit is beyond it', 4096, 2 ** 63, 4096],
])('takes the memory %s as available', (_, machine, constrained, available) => {
  expect(availableMemory(constrained, machine)).toBe(available);
});

test.each([
  [2000, 700],
  [512, 112],
  [256, 38],
])(
  'with %d MB, two workers may have %d each: seven tenths together, or the rest beside the program',
  (all, each) => {
    expect(workerHeapLimits(2, undefined, all * MEGABYTE).maxOldGenerationSizeMb).toBe(each);
  },
);
