import { OpenPartitions } from './open-partitions.js';

test('a partition is closed when its only user has closed it', () => {
  const open = new OpenPartitions();
  open.opened(['meta', 'shard-0']);
  expect(open.closed(['shard-0'])).toEqual(['shard-0']);
  expect(open.closed(['meta'])).toEqual(['meta']);
});

test('a partition that was opened again before it was closed stays open', () => {
  const open = new OpenPartitions();
  open.opened(['shard-0', 'shard-1']);
  open.opened(['shard-1', 'shard-2']);
  expect(open.closed(['shard-0', 'shard-1'])).toEqual(['shard-0']);
  expect(open.closed(['shard-1', 'shard-2'])).toEqual(['shard-1', 'shard-2']);
});

test('a partition that was closed can be opened and closed again', () => {
  const open = new OpenPartitions();
  for (let i = 0; i < 2; i++) {
    open.opened(['meta']);
    expect(open.closed(['meta'])).toEqual(['meta']);
  }
});
