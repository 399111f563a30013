import type { Row } from '@weir/cypher';
import type { QueryRows } from '../contract/query-service.js';
import { EncodedRows, PIECE_BYTES } from './encoded-rows.js';

function source(...batches: readonly Row[][]) {
  let asked = 0;
  let isCancelled = false;
  return {
    next: async () => ({ rows: batches[asked]!, isLast: ++asked === batches.length }),
    cancel: () => (isCancelled = true),
    asked: () => asked,
    isCancelled: () => isCancelled,
  };
}

const encode = (row: Row): string[] => row.map(value => JSON.stringify(value));

async function all(rows: EncodedRows): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let isLast = false; !isLast;) {
    const next: QueryRows = await rows.next();
    isLast = next.isLast;
    if (next.piece!.length > 0) pieces.push(next.piece as Buffer);
  }
  return pieces;
}

test.each<[what: string, batches: Row[][]]>([
  ['no rows', [[]]],
  ['a batch', [[[1], [2, 3]]]],
  ['rows without items', [[[], [1], []], [[]], [[2]]]],
  ['an end without rows', [[['a']], []]],
  ['rows of characters of several bytes', [[['\u00fc\u20ac\u{1f600}'.repeat(100_000)], [1]]]],
])('%s', async (_, batches) => {
  const pieces = await all(new EncodedRows(source(...batches), encode));
  expect(JSON.parse(`[${Buffer.concat(pieces).toString()}]`)).toEqual(batches.flat(2));
});

test('limits every chunk to the size of one turn, however large a row is, and encodes rows one by one', async () => {
  const big = 'x'.repeat(10 * PIECE_BYTES);
  let encoded = 0;
  const from = source([[big], [big], [big]], [[big]]);
  const rows = new EncodedRows(from, row => {
    encoded++;
    return encode(row);
  });
  const first = await rows.next();
  expect([first.piece!.length, first.isLast]).toEqual([PIECE_BYTES, false]);
  expect([encoded, from.asked()]).toEqual([1, 1]);
  const pieces = await all(rows);
  expect(Math.max(...pieces.map(piece => piece.length))).toBe(PIECE_BYTES);
  expect(encoded).toBe(4);
});

test('a row that cannot be encoded ends the query', async () => {
  const from = source([[1], [2]], [[3]]);
  const rows = new EncodedRows(from, ([value]) => {
    if (value === 2) throw new Error('no');
    return ['1'];
  });
  await expect(rows.next()).rejects.toThrow('no');
  expect(from.isCancelled()).toBe(true);
});
