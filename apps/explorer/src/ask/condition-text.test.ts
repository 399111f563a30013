import { conditionOf, conditionWords, splitCondition } from './condition-text.js';
import type { Condition } from './pattern.js';

const KEYS = ['name', 'first name', 'pid', 'Path'];

function read(text: string, isText = false): Condition | undefined {
  const split = splitCondition(text, KEYS);
  return split && conditionOf(split, isText);
}

test.each<[string, Condition]>([
  ['pid >= 600', { key: 'pid', test: '>=', value: 600 }],
  ['pid>=600', { key: 'pid', test: '>=', value: 600 }],
  ['pid is 9007199254740993', { key: 'pid', test: '=', value: 9007199254740993n }],
  ['pid < -1.5', { key: 'pid', test: '<', value: -1.5 }],
  ['name is cmd.exe', { key: 'name', test: '=', value: 'cmd.exe' }],
  ['name is "600"', { key: 'name', test: '=', value: '600' }],
  ['name is not cmd.exe', { key: 'name', test: '<>', value: 'cmd.exe' }],
  ['NAME Contains 12', { key: 'name', test: 'CONTAINS', value: '12' }],
  ['path starts with C:\\', { key: 'Path', test: 'STARTS WITH', value: 'C:\\' }],
  ['first name is Ada Lovelace', { key: 'first name', test: '=', value: 'Ada Lovelace' }],
  ['pid is set', { key: 'pid', test: 'IS NOT NULL' }],
  ['pid is not set', { key: 'pid', test: 'IS NULL' }],
  ['isOpen = true', { key: 'isOpen', test: '=', value: true }],
  ['"a\\nb" is "x\\"y"', { key: 'a\nb', test: '=', value: 'x"y' }],
])('%s', (text, condition) => {
  expect(read(text)).toEqual(condition);
  expect(read(conditionWords(condition))).toEqual(condition);
});

test('a value of a text property stays a text', () =>
  expect(read('pid is 600', true)).toEqual({ key: 'pid', test: '=', value: '600' }));

test.each(['', 'pid', 'pid ', 'pid is', 'pid >= ', 'pid is set 5', 'cmd', 'two words'])(
  '%j is incomplete',
  text => expect(read(text)).toBeUndefined(),
);
