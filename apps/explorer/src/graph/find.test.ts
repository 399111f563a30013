import { matcherOf } from './find.js';

const ada = { id: 'n-1', labels: ['Person'], properties: { name: 'Ada', age: 36, born: '1815-12-10' } };

test.each([
  ['ada', true],
  ['person', true],
  ['n-1', true],
  ['bob', false],
  ['age = 36', true],
  ['age=36.0', true],
  ['age > 9', true],
  ['age < 9', false],
  ['age >= 36', true],
  ['age <= 35', false],
  ['age <> 36', false],
  ['age != 35', true],
  ['name = "ada"', true],
  ["name = 'Bob'", false],
  ['born < 1816', true],
  ['height > 1', false],
  // Not every text that contains a comparison sign is a comparison.
  ['=', false],
])('%j finds her: %j', (text, isFound) => expect(matcherOf(text)!(ada)).toBe(isFound));

test('an empty text starts no search', () => expect(matcherOf('  ')).toBeUndefined());
