import { z } from 'zod';
import { decodingFailures } from '../decoding-failures.js';
import { closestField } from './known-fields.js';

const file = z.strictObject({ type: z.literal('File'), path: z.string(), limit: z.number().optional() });
const kafka = z.strictObject({ type: z.literal('Kafka'), topic: z.string(), patch: z.string().optional() });
const nested: z.ZodType = z.strictObject({
  name: z.string(),
  mode: z.enum(['FAST', 'CAREFUL']).optional(),
  sources: z.array(z.discriminatedUnion('type', [file, kafka])),
  byName: z.record(z.string(), z.strictObject({ colour: z.string() })).optional(),
  get inner() {
    return nested.optional();
  },
});

test.each([
  [[], 'modus', 'mode'],
  [['sources', 0], 'pathh', 'path'],
  [['sources', 1], 'pathh', 'patch'],
  [['byName', 'any'], 'color', 'colour'],
  [['inner', 'inner'], 'nam', 'name'],
  [[], 'entirely', undefined],
  [['sources', 7], 'limt', 'limit'],
  [['nowhere', 'else'], 'name', undefined],
])('at %p, the closest field to %p is %p', (path, written, expected) => {
  const input = { sources: [{ type: 'File' }, { type: 'Kafka' }] };
  expect(closestField(nested, input, path, written)).toBe(expected);
});

test('a field that is given already was not meant', () => {
  expect(closestField(file, { type: 'File', path: 'a', pat: 'b' }, [], 'pat')).toBeUndefined();
});

test('failures suggest values, and fields if the schema is known', () => {
  const input = { name: 'a', mode: 'FASTER', sources: [{ type: 'File', pth: '' }] };
  const { error } = nested.safeParse(input, { reportInput: true });
  const suggestions = decodingFailures(error!.issues, input, nested).map(each => each.suggestion);
  expect(suggestions).toEqual([
    "DecodingFailure at .mode: Invalid value: FASTER ; valid values are: FAST, CAREFUL; did you mean 'FAST'?",
    undefined,
    "DecodingFailure at .sources[0]: Unexpected field: [pth]; did you mean 'path'?",
  ]);
  const plain = decodingFailures(error!.issues, input);
  expect(plain.map(each => each.suggestion !== undefined)).toEqual([true, false, false]);
});
