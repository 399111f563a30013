/** Long or recursive queries over HTTP: each gets a response, and so does the next request. */
import { clientOfService } from '../../testing/client-of-service.js';

const { cypher } = clientOfService();

const RECURSIVE = 'CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value';

test.each([
  ['clauses', `${'WITH 1 AS x '.repeat(2500)}RETURN x`, 'cypher.budget-exceeded'],
  ['more clauses', `${'WITH 1 AS x '.repeat(16_000)}RETURN x`, 'cypher.budget-exceeded'],
  ['a path', `MATCH (a)${'-->()'.repeat(5000)} RETURN a`, 'cypher.budget-exceeded'],
  ['a chain of operators', `RETURN 1${' + 1'.repeat(20_000)}`, 'cypher.syntax'],
  [
    'recursion',
    `WITH '${RECURSIVE}' AS q CALL cypher.doIt(q, {q: q}) YIELD value RETURN value`,
    'cypher.budget-exceeded',
  ],
])('rejects a query with too many of them: %s', async (_, text, code) => {
  expect(await cypher(text)).toMatchObject({ status: 400, code });
  expect(await cypher('RETURN 1 AS x')).toMatchObject({ status: 200 });
});

test('returns the plan of a long query', async () => {
  expect(await cypher(`${'WITH 1 AS x '.repeat(990)}RETURN x`)).toMatchObject({ status: 200 });
  expect(await cypher(`EXPLAIN ${'WITH 1 AS x '.repeat(990)}RETURN x`)).toMatchObject({ status: 200 });
});
