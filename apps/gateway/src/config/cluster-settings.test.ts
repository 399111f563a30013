import { clusterProblems } from './cluster-settings.js';

const DIRECTORY = { 'cluster.directory': ['nats:4222'], 'cluster.lease': 3_000 };

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['one process', { 'store.type': 'embedded' }],
  [
    'several processes with Cassandra',
    { ...DIRECTORY, 'store.type': 'cassandra', 'cluster.lend-workers': 2 },
  ],
  [
    'several processes with a log, of which each has a part',
    {
      ...DIRECTORY,
      'store.type': 'logged',
      'cluster.lend-workers': 2,
      'cluster.copies': 1,
      'cluster.member': 'one',
      'shard-count': 8,
    },
  ],
  [
    'several processes with a log',
    { ...DIRECTORY, 'store.type': 'logged', 'cluster.lend-workers': 2, 'cluster.size': 3 },
  ],
])('accepts %s', (_, config) => {
  expect(clusterProblems(config)).toEqual([]);
});

test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
  ['a log without its servers', { 'store.type': 'logged' }, /logged needs cluster\.directory/],
  [
    'a patience shorter than the lease',
    { ...DIRECTORY, 'store.type': 'cassandra', 'cluster.stall-patience': 2_999 },
    /cluster\.stall-patience must be at least cluster\.lease/,
  ],
  [
    'a patience with the directory shorter than the lease',
    { ...DIRECTORY, 'store.type': 'cassandra', 'cluster.directory-patience': 2_999 },
    /cluster\.directory-patience must be at least cluster\.lease/,
  ],
  [
    'fewer copies if no workers are lent, so that one process would host shards without a copy',
    {
      ...DIRECTORY,
      'store.type': 'logged',
      'cluster.copies': 1,
      'cluster.lend-workers': 0,
      'cluster.member': 'one',
      'shard-count': 8,
    },
    /cluster\.copies needs .* cluster\.lend-workers/,
  ],
  [
    'copies of a process whose name is another one after a restart',
    {
      ...DIRECTORY,
      'store.type': 'logged',
      'cluster.copies': 1,
      'cluster.lend-workers': 1,
      'shard-count': 8,
    },
    /cluster\.copies needs .* cluster\.member/,
  ],
  [
    'a number of processes that have different shards',
    {
      ...DIRECTORY,
      'store.type': 'logged',
      'cluster.size': 3,
      'cluster.copies': 1,
      'cluster.lend-workers': 1,
      'cluster.member': 'one',
      'shard-count': 8,
    },
    /cluster\.size cannot be combined with cluster\.copies/,
  ],
  [
    'copies of a graph in Cassandra',
    {
      ...DIRECTORY,
      'store.type': 'cassandra',
      'cluster.copies': 1,
      'cluster.lend-workers': 1,
      'cluster.member': 'one',
      'shard-count': 8,
    },
    /cluster\.copies needs store\.type logged/,
  ],
])('rejects %s', (_, config, problem) => {
  expect(clusterProblems(config).join('; ')).toMatch(problem);
});
