import { Float, IdValue, type ValueMap } from '../values/value.js';
import { parseNodeId } from '../id-providers/id-text.js';
import { resultHash } from './result-hash.js';

const id = (text: string): IdValue => new IdValue(parseNodeId(text)!);

test.each<[data: ValueMap, hash: bigint]>([
  [{ id: id('f588e2b9-3f0f-3b96-82d6-abd52646e24d') }, 1752458765956121511n],
  [{ id: id('bad5ec54-db89-33a2-b378-b1773f13ffa7') }, -1815734464028368056n],
  [
    {
      ida: id('f588e2b9-3f0f-3b96-82d6-abd52646e24d'),
      a: 1,
      sb: '949f5c8e-4e0e-34fb-b6e6-92be527986cc',
      b: 2,
    },
    -7283552696144837697n,
  ],
])('%j', (data, hash) => expect(resultHash(data)).toBe(hash));

test('ignores the order of map entries, but not that of list elements or the type of a number', () => {
  expect(resultHash({ a: 1, b: [true, null] })).toBe(resultHash({ b: [true, null], a: 1 }));
  const others: ValueMap[] = [
    { a: 1 },
    { a: new Float(1) },
    { a: '1' },
    { a: [1, 2] },
    { a: [2, 1] },
    { a: [] },
    {},
  ];
  expect(new Set(others.map(resultHash)).size).toBe(others.length);
});
