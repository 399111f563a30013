import type { Value } from '@weir/model';
import { Transformation } from './transformation.js';

/** Count limits end these, however busy the machine is. */
const NO_LIMIT = 600_000;

async function run(source: string, ...values: readonly Value[]): Promise<unknown[]> {
  const transformation = await Transformation.of(source, { now: () => 0 });
  const results: unknown[] = [];
  while (results.length < values.length) {
    if (transformation.isLost) await transformation.renew();
    for (const result of transformation.apply(values.slice(results.length), NO_LIMIT)) {
      results.push('failure' in result ? result.failure : result.value);
    }
  }
  return results;
}

test.each<[source: string, value: Value, result: unknown]>([
  ['(that) => ({k: that.id, twice: that.num*2})', { id: 'n1', num: 2 }, { k: 'n1', twice: 4 }],
  ['function (x) { return [x, x / 2, null, true] }', 3, [3, 1.5, null, true]],
  ['x => x.toUpperCase()', 'ä"', 'Ä"'],
  ['x => undefined', 'a', null],
  ['x => Number(x)', '9007199254740991', 9007199254740991],
  ['x => x.byteLength', Uint8Array.of(1, 2, 3), 3],
  ['x => new Uint8Array(x).subarray(1)', Uint8Array.of(1, 2, 3), Uint8Array.of(2, 3)],
  ['x => new Date(x)', 0, '1970-01-01T00:00:00.000Z'],
  ['(() => { let n = 0; return x => x + ++n })()', 10, 11],
])('%s of %j', async (source, value, result) => expect(await run(source, value)).toEqual([result]));

test.each([
  ['(that => {', 'SyntaxError'],
  ['5', 'it is a number'],
  ['', 'SyntaxError'],
  ['nothing', 'ReferenceError'],
  ['(() => { for (;;); })()', 'too many steps'],
])('rejects %j', async (source, reason) => {
  await expect(Transformation.of(source, { now: () => 0 })).rejects.toEqual(
    expect.objectContaining({ code: 'ingest.invalid', message: expect.stringContaining(reason) as string }),
  );
});

test.each([
  ['x => x.a.b', 'TypeError'],
  ['x => { throw "no" }', 'no'],
  ['x => { for (;;); }', 'too many steps'],
  ['x => { const all = []; for (;;) all.push([1, 2, 3, 4]) }', 'out of memory'],
  ['function f(x) { return f(x) + 1 }', 'stack overflow'],
  ['async x => x', 'promise'],
  ['x => () => 1', 'function'],
  ['x => eval("1")', 'eval'],
  ['x => process', 'process'],
  ['x => require("fs")', 'require'],
  ['x => { undeclared = 1 }', 'undeclared'],
  ['x => { Array.prototype.map = 1 }', 'read-only'],
])('%s throws, and the next value succeeds', async (source, reason) => {
  const [first, second] = await run(source, {}, {});
  expect(first).toContain(reason);
  expect(second).toContain(reason);
});

test('the clock stops steps that take long', async () => {
  let millis = 0;
  const slow = await Transformation.of('x => { for (;;) "x".repeat(x) }', { now: () => (millis += 400) });
  expect(slow.apply([1000])).toEqual([{ failure: 'it takes too many steps, or too long' }]);
  expect(millis).toBeLessThan(8_000);
});
