/**
 * Runs QuickJS built-ins in practically endless steps, which QuickJS does not count and many of which need hardly any
 * memory. Each must end with an error and leave the transformation ready for the next record. Normal use of the same
 * built-ins must match JavaScript.
 */
import { runInNewContext } from 'node:vm';
import type { Value } from '@weir/model';
import { Transformation } from './transformation.js';

const CLOCK = { now: () => performance.now() };

/** Definitions for the steps; few steps need all of them. */
const PREPARED: Record<string, string> = {
  // 4294967295 holes
  a: 'const a = []; a.length = 4294967295;',
  // The maximum length
  o: 'const o = { length: 9007199254740991 };',
  A: 'const A = Array.prototype;',
  u: 'const u = new Uint8Array(8e6);',
  s: "const s = 'a'.repeat(5e6);",
  t: "const t = 'a'.repeat(2e6) + 'b';",
};

const HOSTILE: Record<string, readonly string[]> = {
  'Array, which walks holes': [
    'a.indexOf(1)',
    'a.lastIndexOf(1)',
    'a.includes(1)',
    "a.join('')",
    'a.toString()',
    'a.toLocaleString()',
    'a.reverse()',
    'a.toReversed()',
    'a.fill(0)',
    'a.copyWithin(1, 0)',
    'a.concat(a)',
    'a.slice()',
    'a.splice(1, 1)',
    'a.toSpliced(1, 1)',
    'a.with(0, 1)',
    'a.shift()',
    'a.unshift(1)',
    'a.sort()',
    'a.toSorted()',
    'a.flat()',
    'a.flatMap(x => x)',
    'a.forEach(() => 0)',
    'a.map(x => x)',
    'a.filter(x => x)',
    'a.some(x => x)',
    'a.every(x => x)',
    'a.reduce(x => x, 0)',
    'a.reduceRight(x => x, 0)',
    'a.find(x => x)',
    'a.findLast(x => x)',
    'a.findIndex(x => x)',
    'a.findLastIndex(x => x)',
    'Array.from(a)',
    'Array.from(o)',
    '[...a]',
    "new Array(4e8).join('')",
  ],
  'Array, of something like one': [
    'A.indexOf.call(o, 1)',
    'A.lastIndexOf.call(o, 1)',
    'A.includes.call(o, 1)',
    'A.join.call(o)',
    'A.reverse.call(o)',
    'A.fill.call(o, 1)',
    'A.copyWithin.call(o, 1, 0)',
    'A.forEach.call(o, () => 0)',
    'A.some.call(o, x => x)',
    'A.every.call(o, x => x)',
    'A.reduce.call(o, x => x, 0)',
    'A.shift.call(o)',
    'A.slice.call(o, 0, 4e9)',
    'A.splice.call(o, 0, 1)',
    'A.sort.call(o)',
    'A.filter.call(o, x => x)',
  ],
  String: [
    's.indexOf(t)',
    's.lastIndexOf(t)',
    's.includes(t)',
    's.split(t)',
    "s.replace(t, '')",
    "s.replaceAll(t, '')",
    "for (;;) s.indexOf('b')",
    "for (;;) if (s === s.slice(1) + 'b') break",
    'for (;;) ({})[s + t]',
    'for (;;) if (s + t < s) break',
    'for (;;) s.normalize()',
    'for (;;) s.toUpperCase()',
    "for (;;) s.localeCompare(s + 'b')",
    'for (;;) s.trim()',
    'for (;;) [...s]',
    'for (;;) s.isWellFormed()',
    's.repeat(1e9)',
    's.padStart(1e9)',
    'String.raw({ raw: o })',
    'String.fromCharCode.apply(null, a)',
    'for (;;) encodeURIComponent(s)',
    'for (;;) escape(s)',
    'for (;;) Number(s)',
    'for (;;) parseInt(s, 16)',
  ],
  'typed arrays': [
    'for (;;) u.indexOf(1)',
    'for (;;) u.lastIndexOf(1)',
    'for (;;) u.includes(1)',
    'for (;;) u.fill(0)',
    'for (;;) u.reverse()',
    'for (;;) u.sort()',
    'for (;;) u.slice()',
    'for (;;) u.set(u)',
    'for (;;) u.copyWithin(1, 0)',
    "for (;;) u.join('')",
    'for (;;) u.subarray(1).indexOf(1)',
    'for (;;) new Float64Array(u)',
    'for (;;) new Uint8Array(u.buffer.slice(0))',
    'for (;;) Uint8Array.from(u)',
    'Uint8Array.from(o)',
    'new Uint8Array(1e10)',
    'new ArrayBuffer(1e10)',
  ],
  BigInt: [
    '2n ** (2n ** 40n)',
    'let x = 3n; for (;;) x *= x',
    "BigInt('9'.repeat(5e6))",
    'let x = (1n << 900000n) - 1n; for (;;) x.toString()',
    'let x = (1n << 900000n) - 1n; for (;;) x * x % (x - 2n)',
  ],
  RegExp: [
    "/^(a+)+$/.test('a'.repeat(40) + 'b')",
    '/(a*)*b/.test(s)',
    "/a*a*a*a*a*b/.test('a'.repeat(5000))",
    "s.replace(/a/g, 'aaaaaaaaaaaa')",
    's.match(/a/g)',
    's.search(/a*b/)',
    "new RegExp('(a?){1000}'.repeat(100) + 'c').test(s)",
    "new RegExp('('.repeat(1e6))",
    'for (;;) s.split(/b/)',
  ],
  JSON: [
    'JSON.stringify(a)',
    'JSON.stringify(o, a)',
    'JSON.stringify({ a: s }, null, 10); for (;;) JSON.stringify(s)',
    "JSON.parse('['.repeat(1e6))",
    "for (;;) JSON.parse('[' + '1,'.repeat(1e5) + '1]')",
    'let x = []; for (let i = 0; i < 5e5; i++) x = [x]; JSON.stringify(x)',
  ],
  'Map, Set and Object': [
    'new Map(a)',
    'new Set(a)',
    'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)',
    "const m = new Map(); for (;;) m.set(s + 'b', 1)",
    'const m = new Set(); for (let i = 0; i < 1e5; i++) m.add(i); for (;;) new Set(m)',
    'for (;;) Object.keys(u)',
    'for (;;) Object.entries(s)',
    'for (;;) ({ ...s })',
    'for (;;) Object.assign({}, u)',
    'Object.fromEntries(a)',
    'Object.groupBy(a, x => x)',
    'Reflect.apply(Math.max, null, o)',
    'Math.max(...a)',
    'for (;;) structuredClone(u)',
  ],
  'Proxy, accessors, generators, dates': [
    'A.indexOf.call(new Proxy(a, {}), 1)',
    'A.indexOf.call(new Proxy([], { get: (x, k) => (k === "length" ? 2 ** 53 - 1 : 0), has: () => true }), 1)',
    'JSON.stringify(new Proxy({}, { ownKeys: () => a }))',
    'const x = { get y() { return this.y + 1 } }; x.y',
    'const x = { toJSON() { for (;;); } }; return x',
    'function* g() { for (;;) yield 1 } Array.from(g())',
    'function* g() { for (;;) yield 1 } new Set(g())',
    'let x = Date; for (;;) new Date(s)',
    "for (;;) Date.parse('1'.repeat(1e6))",
    'throw a',
    'throw new Proxy({}, { get() { for (;;); }, ownKeys: () => a })',
  ],
  results: ['return a', 'return { a }', 'return o.length > 1 ? new Array(4e9) : 1'],
};

const CASES = Object.entries(HOSTILE).flatMap(([kind, steps]) => steps.map(step => [kind, step] as const));

/** All of these take longer, or fail on their own. */
const LONGEST_MILLIS = 30;

test.each(CASES)('%s: %s', async (_, step) => {
  const prepared = Object.keys(PREPARED).filter(name => new RegExp(`\\b${name}\\b`).test(step));
  const source = `n => { if (n > 0) return n; ${prepared.map(name => PREPARED[name]).join('')} ${step} }`;
  const transformation = await Transformation.of(source, CLOCK);
  const results = transformation.apply([0], LONGEST_MILLIS);
  expect(results).toEqual([{ failure: expect.any(String) as string }]);
  if (transformation.isLost) await transformation.renew();
  expect(transformation.apply([7])).toEqual([{ value: 7 }]);
});

test.each<[kind: string, use: string]>([
  ['Array', 'x.indexOf(3) + x.join() + x.concat(x).reverse().slice(2).fill(1, 2).includes(1)'],
  ['Array', '[...x, ...x].sort((a, b) => a - b).map(y => y * 2).filter(y => y > 2).flat()'],
  ['Array', 'const y = [...x]; y.splice(1, 2, 9); y.unshift(0); y.shift(); y.copyWithin(0, 1)'],
  ['Array', 'new Array(1000).fill(0).map((_, i) => i * x.length)'],
  ['Array', 'const y = []; y[5] = 1; y.length = 9; y.indexOf(1)'],
  ['String', "s.repeat(1000).indexOf('b') + s.split('').length + s.replaceAll('b', 'cc').padStart(20, '-')"],
  ['String', "s.toUpperCase().normalize() + s.lastIndexOf('b') + encodeURIComponent(s)"],
  ['typed arrays', 'const u = Uint8Array.from(x); u.set(u.slice(1)); u.sort().indexOf(3) + u.join()'],
  ['BigInt', '(2n ** 200n % 1000007n).toString() + BigInt.asUintN(8, -1n)'],
  ['RegExp', "s.replace(/(b)(c)/g, '$2$1') + /^a+/.exec(s)[0] + s.match(/[a-c]/g).length"],
  ['JSON', 'JSON.parse(JSON.stringify({ x, s, n: null }, null, 2))'],
  ['Map and Set', 'const m = new Map(x.map(y => [y, y * y])); [...m.values(), new Set([...x, ...x]).size]'],
  ['Object', 'Object.fromEntries(Object.entries(Object.assign({ a: 1 }, { s })).map(([k, v]) => [v, k]))'],
  ['Proxy', 'new Proxy(x, { get: (y, k) => (k === "length" ? 2 : y[k]) }).length'],
  ['Date', 'new Date(Date.UTC(2024, 1, 30)).toISOString()'],
  ['Math', 'Math.max(...x) + Math.hypot(3, 4)'],
])('normal use of %s: %s', async (_, use) => {
  const [statements, result] = [use.slice(0, use.lastIndexOf(';') + 1), use.slice(use.lastIndexOf(';') + 1)];
  const source = `({ x, s }) => { ${statements} return ${result} }`;
  const input = { x: [1, 2, 3, 4], s: 'abcabc' };
  const transformation = await Transformation.of(source, CLOCK);
  const expected = (runInNewContext(source) as (value: typeof input) => Value)(input);
  expect(transformation.apply([input])).toEqual([{ value: JSON.parse(JSON.stringify(expected)) as Value }]);
  expect(transformation.isLost).toBe(false);
});

test('a stopped record does not use up the time of its neighbors', async () => {
  const source = 'n => { if (n !== 1) return n; const a = []; a.length = 4294967295; return a.indexOf(1) }';
  const transformation = await Transformation.of(source, { now: () => 0 });
  // The first part ends where the engine is lost; a record after the first starts over with full time.
  expect(transformation.apply([0, 1, 2], LONGEST_MILLIS)).toEqual([{ value: 0 }]);
  await transformation.renew();
  expect(transformation.apply([1, 2], LONGEST_MILLIS)).toEqual([
    { failure: 'it takes too many steps, or too long' },
  ]);
  await transformation.renew();
  expect(transformation.apply([2])).toEqual([{ value: 2 }]);
});

test('rejects a function with a hostile step in its definition', async () => {
  const source = '(() => { const a = []; a.length = 4294967295; a.indexOf(1); return x => x })()';
  await expect(Transformation.of(source, { now: () => 0 })).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringContaining('too long') as string,
  });
});
