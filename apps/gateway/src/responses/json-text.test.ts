import { jsonText } from './json-text.js';

test.each<[unknown, string]>([
  [null, 'null'],
  [{ b: 1, a: undefined, c: [undefined, 'x"\n'] }, '{"b":1,"c":[null,"x\\"\\n"]}'],
  [[9007199254740993n, 1.5, NaN], '[9007199254740993,1.5,null]'],
  [
    new Map<string, unknown>([
      ['name', 'x'],
      ['90', 1],
      ['10', 2],
    ]),
    '{"name":"x","90":1,"10":2}',
  ],
  [JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
])('%p', (value, text) => {
  expect(jsonText(value)).toBe(text);
});
