/** Compilation stops at the deadline of its request, including that of an inner query. */
import { compileQuery } from '../query/compile-query.js';
import { MapGraph, testEnvironment } from '../testing/index.js';

const LONG = `${'MATCH (n)'.repeat(1)} ${Array.from({ length: 3000 }, (_, i) => `MATCH (n${i})`).join(' ')} RETURN n`;

/** Each reading of the clock takes a second. */
function impatient(): { now(): number } {
  let millis = 0;
  return { now: () => (millis += 1000) };
}

test('compiling stops at the deadline', () => {
  const bounds = { clock: impatient(), deadline: 5000 };
  expect(() => compileQuery(LONG, { bounds })).toThrow(expect.objectContaining({ code: 'cypher.timeout' }));
});

test('a query that missed the deadline is not cached, and compiles with more time', () => {
  const bounds = { clock: impatient(), deadline: 5000 };
  const text = LONG.replace('3', '2');
  expect(() => compileQuery(text, { bounds })).toThrow(expect.objectContaining({ code: 'cypher.timeout' }));
  expect(() => compileQuery(text)).toThrow(expect.objectContaining({ code: 'cypher.budget-exceeded' }));
});

test('compiling an inner query stops at the deadline of the request', async () => {
  const query = compileQuery('CALL cypher.doIt($q) YIELD value RETURN value');
  const environment = { ...testEnvironment(), clock: impatient() };
  const parameters = { q: `${LONG} ` };
  const stream = query.run({ graph: new MapGraph().session(), environment, parameters, deadline: 20_000 });
  await expect((async () => stream.next())()).rejects.toMatchObject({
    code: 'cypher.timeout',
    message: expect.stringContaining('Planning') as string,
  });
});
