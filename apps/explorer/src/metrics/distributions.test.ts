import { distributionsOf } from './distributions.js';

test('combines counters of histogram columns over all shards, and keeps the others', () => {
  const counters = [
    { name: 'node.sizes.16384-infinity', count: 1 },
    { name: 'node.sizes.1-7', count: 40 },
    { name: 'node.sizes.8-127', count: 5 },
    { name: 'shard.shard-0.wake.longer', count: 0 },
    { name: 'shard.shard-0.wake.up-to-10-ms', count: 2 },
    { name: 'shard.shard-1.wake.up-to-10-ms', count: 3 },
    { name: 'shard.shard-1.wake.up-to-2-ms', count: 7 },
    { name: 'shard.shard-1.woken', count: 9 },
  ];
  const { distributions, others } = distributionsOf(counters);
  const said = distributions.map(({ name, total, columns }) => [
    name,
    total,
    columns.map(column => `${column.said}: ${column.count}`),
  ]);
  expect(said).toEqual([
    ['node.sizes', 46, ['1–7: 40', '8–127: 5', '≥ 16384: 1']],
    ['shard.wake', 12, ['≤ 2 ms: 7', '2–10 ms: 5', '> 10 ms: 0']],
  ]);
  expect(others).toEqual([{ name: 'shard.shard-1.woken', count: 9 }]);
});
