/** Ids of the reference: the vectors of its description, and the invariants of a provider. */
import { fc } from '@weir/platform/testing/properties';
import { idFrom, idFromAt, uuidFrom } from '../hashing/id-hash.js';
import { IdValue, type Value } from '../values/value.js';
import { idProvider, type IdProviderOptions } from './id-provider.js';
import { idOfValue, idValue, newNodeId } from './id-value.js';
import { formatNodeId, parseNodeId } from './id-text.js';
import type { NodeId } from '../ids/node-id.js';
import { useIdProvider } from './thread-id-provider.js';

let release: () => void = () => undefined;
afterEach(() => release());

function use(options: IdProviderOptions): void {
  release = useIdProvider(idProvider(options));
}

const random = {
  next: () => 0,
  uuid: () => '',
  bytes16: () => Buffer.from('f47ac10b58cc4372a5670e02b2c3d479', 'hex').toString('latin1'),
};

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

test.each<[IdProviderOptions, string, string]>([
  [{ type: 'uuid' }, '3e74242e-538f-3bd1-9814-49e6761551b1', '27dd96d6-75be-30f8-8d97-71b670468f39'],
  [{ type: 'long' }, '5707489007780182', '-7140652953041396'],
  [{ type: 'uuid-4' }, '38e369e6-61a9-4b5f-b016-bf8386eddbde', '79e4582b-65ef-4915-8fed-79cafd3fbc3e'],
  [{ type: 'uuid-3' }, '2e7c9601-3c17-3472-a01e-f19b4eec27f8', 'e1ef72d0-f629-38e3-8213-e2cf785e4b6e'],
  [{ type: 'uuid-5' }, '1f1aa968-6ecf-5706-8bf1-67586785cebb', 'cb1d7a8b-562c-536f-b41a-5585d005008a'],
  [
    { type: 'uuid', partitioned: true },
    '76944106/3c2fccd2-3af9-347e-a8b5-53433e1b0431',
    '389B4B4F/a2027e23-e8f5-37fb-84c5-8717cdb0a41c',
  ],
])('%j: idFrom(0) and idFrom(1)', (options, zero, one) => {
  use(options);
  expect([0, 1].map(value => formatNodeId(idFrom([value])!))).toEqual([zero, one]);
  expect(idFrom([0, null])).toBeNull();
});

test('byte arrays are what the arguments hash to', () => {
  use({ type: 'byte-array' });
  expect(formatNodeId(idFrom([0])!)).toBe('0C36001A0D7D5287A457160D04E9CEB9');
  expect(formatNodeId(idFrom(['a', 0])!)).toBe(
    'C7A7FB63D67F0966E8B05850C6A83A9A0C36001A0D7D5287A457160D04E9CEB9',
  );
  expect(formatNodeId('' as NodeId)).toBe('empty');
  expect(idOfValue(Buffer.from('0aff', 'hex'))).toBe(parseNodeId('0AFF'));
});

const ALL: readonly IdProviderOptions[] = [
  { type: 'uuid' },
  { type: 'uuid-3' },
  { type: 'uuid-3', namespace: DNS },
  { type: 'uuid-4' },
  { type: 'uuid-5', namespace: DNS },
  { type: 'long' },
  { type: 'byte-array' },
  { type: 'uuid', partitioned: true },
  { type: 'uuid-5', partitioned: true },
  { type: 'long', partitioned: true },
  { type: 'byte-array', partitioned: true },
];

test.each(ALL)('%j: any id can be restored from its text and its value', options => {
  use(options);
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 24 }), fc.uint8Array({ minLength: 8, maxLength: 8 })),
      bytes => {
        const id = Buffer.from(bytes).toString('latin1') as NodeId;
        expect(parseNodeId(formatNodeId(id))).toBe(id);
        expect(idOfValue(idValue(id))).toBe(id);
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 4 }), values => {
      const id = idFrom(values)!;
      expect(formatNodeId(id)).not.toMatch(/^#/);
      expect(idOfValue(idValue(id))).toBe(id);
    }),
  );
  expect(formatNodeId(newNodeId(random))).not.toMatch(/^#/);
});

test('a random integer id is within 53 bits, and its value is an integer', () => {
  use({ type: 'long' });
  expect(Number.isSafeInteger(idValue(newNodeId(random)))).toBe(true);
  expect(idOfValue(7)).toBe(parseNodeId('7'));
  expect(idOfValue(2n ** 60n)).toBe(parseNodeId('1152921504606846976'));
  expect(idOfValue(1.5)).toBeNull();
  expect(parseNodeId('9223372036854775808')).toBeUndefined();
  expect(parseNodeId('761f620a-0f48-3f92-9464-2526642cc430')).toBeUndefined();
});

test('rejects UUIDs of another version in a versioned provider', () => {
  use({ type: 'uuid-5' });
  expect(parseNodeId('761f620a-0f48-3f92-9464-2526642cc430')).toBeUndefined();
  expect(formatNodeId(uuidFrom([0])!)).toMatch(/^#3E74242E/);
});

test('a namespace changes the ids; the default is the namespace of zeros', () => {
  use({ type: 'uuid-5', namespace: '00000000-0000-0000-0000-000000000000' });
  expect(formatNodeId(idFrom([0])!)).toBe('1f1aa968-6ecf-5706-8bf1-67586785cebb');
  release();
  use({ type: 'uuid-5', namespace: DNS });
  expect(formatNodeId(idFrom([0])!)).not.toBe('1f1aa968-6ecf-5706-8bf1-67586785cebb');
  expect(() => idProvider({ type: 'long', namespace: DNS })).toThrow(/have no namespace/);
  expect(() => idProvider({ type: 'uuid-5', namespace: 'x' })).toThrow(/is not a UUID/);
});

test('an id begins with its position', () => {
  use({ type: 'long', partitioned: true });
  const own = formatNodeId(idFromAt(10, ['x'])!);
  expect(own).toMatch(/^0000000A\/-?\d+$/);
  expect(idFromAt(11, ['x'])!.slice(4)).toBe(idFromAt(10, ['x'])!.slice(4));
  expect(idFromAt(1, [null] as Value[])).toBeNull();
  release();
  use({ type: 'long' });
  expect(`0000000A/${formatNodeId(idFrom(['x'])!)}`).toBe(own);
  expect(idFromAt(10, ['x'])).toBeUndefined();
  expect(idValue('abc' as NodeId)).toEqual(new IdValue('abc' as NodeId));
});

test('allows one provider at a time', () => {
  use({ type: 'long' });
  const second = useIdProvider(idProvider({ type: 'long' }));
  expect(() => useIdProvider(undefined)).toThrow(/has an open graph with ids of type long/);
  release();
  second();
  second();
  useIdProvider(undefined)();
});
