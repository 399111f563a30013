import { labelOf, metricGroups } from './metric-groups.js';

test('adds up the shards, and groups by subject', () => {
  const groups = metricGroups(
    [
      { name: 'quine.shard.shard-0.sleep-counters.woken', count: 2 },
      { name: 'quine.shard.shard-1.sleep-counters.woken', count: 3 },
      { name: 'weir.standing-queries.results.large', count: 7 },
      { name: 'something.else', count: 1 },
    ],
    [{ name: 'memory.heap.used', value: 12 }],
  );
  expect(groups).toEqual([
    {
      title: 'Nodes and store',
      metrics: [{ name: 'quine.shard.sleep-counters.woken', label: 'Nodes woken', value: 5 }],
    },
    {
      title: 'Standing queries and outputs',
      metrics: [{ name: 'weir.standing-queries.results.large', label: 'Matches of large', value: 7 }],
    },
    { title: 'Memory and process', metrics: [{ name: 'memory.heap.used', label: 'Heap in use', value: 12 }] },
    { title: 'Others', metrics: [{ name: 'something.else', label: undefined, value: 1 }] },
  ]);
});

test.each([
  ['weir.standing-queries.output.large.post.failed', 'Results that output post of large could not deliver'],
  ['quine.ingest.files-ingest.query', 'Chunk of records of files-ingest'],
  ['memory.pools.code-space.used', 'Heap space code-space, in use'],
  ['gc.minor.time', 'Garbage collection minor, in ms'],
  ['weir.gateway.event-loop-delay', 'Delay of the main thread'],
  ['something.else', undefined],
])('names %s', (name, label) => expect(labelOf(name)).toBe(label));
