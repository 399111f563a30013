/** Which rows count, and which records they form, with any failed writes between them. */
import { SeededRandom } from '@weir/platform';
import { firstStamp, Stamps } from './stamps.js';
import { WholeRecords } from './whole-records.js';

test('counts exactly the committed stamps, across failures and owners', () => {
  const random = new SeededRandom(1);
  let epoch = 1;
  const stamps = new Stamps(firstStamp(epoch), []);
  const gaps: [number, number][] = [];
  const committed = new Set<number>([stamps.committed]);
  const tried = new Set<number>();
  let last = stamps.committed;
  const commit = (stamp: number): void => {
    const gap = stamp > stamps.committed + 1 ? ([stamps.committed, stamp] as [number, number]) : undefined;
    if (gap !== undefined) gaps.push(gap);
    stamps.advance(stamp, gap);
    committed.add(stamp);
  };
  for (let step = 0; step < 2_000; step++) {
    last++;
    tried.add(last);
    if (random.chance(0.02)) commit((last = firstStamp(++epoch)));
    else if (random.chance(0.7)) commit(last);
  }
  const read = new Stamps(stamps.committed, [...gaps].reverse());
  for (const stamp of tried) {
    expect([stamp, stamps.counts(stamp)]).toEqual([stamp, committed.has(stamp)]);
    expect([stamp, read.counts(stamp)]).toEqual([stamp, committed.has(stamp)]);
  }
});

const row = (key: string, stamp: number, text: string, part = 0, parts = 1) => ({
  key,
  stamp,
  part,
  parts,
  bytes: Buffer.from(text),
});

test.each([
  ['one row', [row('a', 1, 'x')], ['a x']],
  ['what does not count', [row('a', 7, 'x'), row('b', 1, 'y')], ['b y']],
  ['the newest that counts', [row('a', 1, 'old'), row('a', 3, 'new'), row('a', 7, 'late')], ['a new']],
  ['parts', [row('a', 1, 'x', 0, 3), row('a', 1, 'y', 1, 3), row('a', 1, 'z', 2, 3)], ['a xyz']],
  ['a part is missing', [row('a', 1, 'old'), row('a', 3, 'x', 0, 2)], ['a old']],
  ['nothing', [{ key: 'a', stamp: 1, part: 0, parts: 0, bytes: null }], ['a undefined']],
])('assembles records from rows: %s, forwards and backwards', (_, rows, expected) => {
  for (const order of [rows, [...rows].reverse()]) {
    const found: string[] = [];
    const records = new WholeRecords(
      stamp => stamp < 5,
      each => String(each['key']),
      ({ row: first, bytes }) => found.push(`${String(first['key'])} ${String(bytes)}`),
    );
    for (const each of order) records.take(each);
    records.end();
    expect(found).toEqual(expected);
  }
});
