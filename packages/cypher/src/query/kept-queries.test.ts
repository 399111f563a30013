import { compileQuery } from './compile-query.js';

const LONG = 600_000;

function long(name: string): string {
  return `RETURN 1 AS ${name} //${'x'.repeat(LONG)}`;
}

test('caches queries by the length of their texts: a long one displaces many', () => {
  const short = compileQuery('RETURN 1 AS short');
  const first = compileQuery(long('first'));
  expect(compileQuery('RETURN 1 AS short')).toBe(short);
  expect(compileQuery(long('first'))).toBe(first);
  const second = compileQuery(long('second'));
  expect(compileQuery(long('second'))).toBe(second);
  expect(compileQuery('RETURN 1 AS short')).not.toBe(short);
  expect(compileQuery(long('first'))).not.toBe(first);
});
