import { filled, filledText, messageScope } from './placeholders.js';

const SCOPE = {
  id: 'r1',
  data: { user: 'ada', 'n.name': 'N', list: [1, { two: 2 }], none: null, long: 'x'.repeat(9) },
};

test.each<[template: unknown, expected: unknown]>([
  ['{{data.user}}', 'ada'],
  ['{{ data.user }} logged in', 'ada logged in'],
  ['{{data}}', SCOPE.data],
  ['all: {{data.list}}', 'all: [1,{"two":2}]'],
  ['{{data.list.1.two}}', 2],
  ['{{data.n.name}}', 'N'],
  ['{{data.none}}', null],
  ['{{data.unknown}}', null],
  ['<{{data.unknown}}{{data.none}}>', '<>'],
  ['{{data.long|4}}', 'xxxx'],
  ['{{constructor}} {{data.__proto__.x}}', ' '],
  ['{{}} {x} {{ a b', '{{}} {x} {{ a b'],
  [
    { a: ['{{id}}', 1, true, null], b: { c: '{{id}}' } },
    { a: ['r1', 1, true, null], b: { c: 'r1' } },
  ],
])('fills %j', (template, expected) => {
  expect(filled(template, SCOPE)).toEqual(expected);
});

test('encodes only the values, and fills no placeholder within a value', () => {
  const scope = { a: '{{b}} &', b: 'secret' };
  expect(filledText('/x y/{{a}}', scope, encodeURIComponent)).toBe('/x y/%7B%7Bb%7D%7D%20%26');
  expect(filled('{{a}}', scope)).toBe('{{b}} &');
});

test.each([
  ['with metadata', '{"meta":{"resultId":"r1"},"data":{"n":9007199254740993}}'],
  ['without', '{"n":9007199254740993}'],
])('the scope of a message has the result, %s, with exact numbers', (_, text) => {
  const message = { id: 'r1', isRetraction: true, data: Buffer.from(text), isText: true };
  const scope = messageScope(message, { query: 'q', output: 'o' });
  const template = '{{query}}/{{output}} {{kind}} {{id}} {{sign}}: {{data.n}} {{dataText}}';
  expect(filledText(template, scope)).toBe('q/o retraction r1 -1: 9007199254740993 {"n":9007199254740993}');
});

test('a result with columns named meta and data is not taken for one with metadata', () => {
  const data = Buffer.from('{"data":2,"meta":1}');
  const scope = messageScope({ id: 'r1', isRetraction: false, data, isText: true }, { stream: 's' });
  expect(scope['data']).toEqual({ data: 2, meta: 1 });
});
