import { clusterProblems } from './cluster-settings.js';

const DIRECTORY = { 'cluster.directory': ['nats:4222'], 'cluster.lease': 3_000 };

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['one process', { 'store.type': 'embedded' }],
  [
    'several processes with Cassandra',
    { ...DIRECTORY, 'store.type': 'cassandra', 'cluster.lend-workers': 2 },
  ],
  ['several processes with a log', { ...DIRECTORY, 'store.type': 'logged', 'cluster.lend-workers': 2 }],
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
])('rejects %s', (_, config, problem) => {
  expect(clusterProblems(config).join('; ')).toMatch(problem);
});
