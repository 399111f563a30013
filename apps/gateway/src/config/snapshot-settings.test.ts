import { WeirError } from '@weir/platform';
import { loadConfig, withoutSecrets } from './load-config.js';
import { bucketOf } from './snapshot-settings.js';

const PLACE = {
  'store.type': 'logged',
  'cluster.directory': ['localhost'],
  'store.snapshots': 's3://graphs/weir',
};

function load(options: Record<string, unknown>) {
  return loadConfig({ options, properties: new Map(), environment: {} });
}

test.each<[string, Record<string, unknown>, string]>([
  ['S3 without a log', { 'store.snapshots': 's3://graphs' }, 'has no effect without store.type logged'],
  [
    'a region without a bucket',
    { ...PLACE, 'store.snapshots': 'nats', 'store.s3.region': 'eu-west-1' },
    'has no effect without store.snapshots s3://bucket/prefix',
  ],
  [
    'a key without its secret',
    { ...PLACE, 'store.s3.access-key-id': 'a' },
    'store.s3.access-key-id and store.s3.secret-access-key must be set together',
  ],
  ...['s3', 's3://', 's3://-a', 'https://graphs'].map((text): [string, Record<string, unknown>, string] => [
    text,
    { ...PLACE, 'store.snapshots': text },
    'expected nats or s3://bucket/prefix',
  ]),
])('rejects %s', (_, options, problem) => {
  expect(() => load(options)).toThrow(WeirError);
  expect(() => load(options)).toThrow(problem);
});

test('never shows the secret key', () => {
  const { config } = load({
    ...PLACE,
    'store.s3.access-key-id': 'a',
    'store.s3.secret-access-key': 'hidden',
  });
  expect(JSON.stringify(withoutSecrets(config))).not.toContain('hidden');
});

test.each([
  ['s3://graphs', { bucket: 'graphs', prefix: '' }],
  ['s3://graphs/', { bucket: 'graphs', prefix: '' }],
  ['s3://graphs/a/b//', { bucket: 'graphs', prefix: 'a/b' }],
  ['nats', undefined],
])('finds bucket and prefix in %s', (snapshots, found) => {
  expect(bucketOf(snapshots)).toEqual(found);
});
