import type { NodeId } from '@weir/model';
import { NodeRecords } from './node-records.js';

const MEGABYTE = 1 << 20;

function node(number: number): NodeId {
  return String(number).padStart(16, '0') as NodeId;
}

test('frees the memory of deleted records', () => {
  const records = new NodeRecords();
  for (let i = 0; i < 64; i++) {
    records.put(node(i), false, 1, Buffer.alloc(MEGABYTE, i));
    records.put(node(i), true, 1, Buffer.of(i));
    records.put(node(i), false, 2, Buffer.of(i, i));
  }
  const before = records.view();
  for (let i = 0; i < 56; i++) records.delete(node(i));

  expect(records.view().arena.size).toBeLessThan(before.arena.size / 2);
  expect(records.ids()).toEqual(Array.from({ length: 8 }, (_, i) => node(56 + i)));
  for (let i = 56; i < 64; i++) {
    expect(records.read(node(i), 2)).toEqual({
      snapshot: { time: 1, bytes: Buffer.of(i) },
      journal: [{ time: 2, bytes: Buffer.of(i, i) }],
    });
  }
  expect(before.arena.time(before.newest.get(node(0))!)).toBe(2);
});

test('stores a record larger than a page', () => {
  const records = new NodeRecords();
  const large = Buffer.alloc(3 * MEGABYTE + 7, 5);
  records.put(node(1), false, 1, Buffer.of(1));
  records.put(node(1), false, 2, large);
  records.put(node(1), false, 3, Buffer.of(3));
  const found = records.read(node(1), 3)!.journal.map(each => Buffer.from(each.bytes));
  expect(found.map(bytes => bytes.length)).toEqual([1, large.length, 1]);
  expect(found[1]!.equals(large)).toBe(true);
});
