/**
 * Queries that are long in one way each, within the limits of characters and tokens. Length must not become depth, and
 * planning one part must not visit all others. Each query returns a result, or is rejected with a named limit.
 */
import type { HostileQuery } from './hostile-query.js';

function each(count: number, part: (i: number) => string, between = ' '): string {
  return Array.from({ length: count }, (_, i) => part(i)).join(between);
}

export const LONG_QUERIES: readonly HostileQuery[] = [
  // Clauses.
  [`${each(900, () => 'WITH 1 AS x')} RETURN x`, { is: 1 }],
  [`${each(2500, () => 'WITH 1 AS x')} RETURN x`, 'Operators'],
  [`${each(16_000, () => 'WITH 1 AS x')} RETURN x`, 'Operators'],
  [`${each(2500, i => `MATCH (n) WHERE id(n)=idFrom(${i}) WITH 1 AS x`)} RETURN x`, 'Operators'],
  [`${each(2000, i => `MATCH (n${i}) WITH 1 AS x`)} RETURN x`, 'Operators'],
  [`${each(4000, i => `CALL { RETURN 1 AS a${i} }`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `MATCH (n${i})`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `OPTIONAL MATCH (n${i})`)} RETURN 1 AS x`, 'Planning'],
  [`${each(6000, i => `MATCH p${i} = (a)-->()`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `UNWIND [1] AS a${i}`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `MERGE (n${i})`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `WITH *, ${i} AS a${i}`)} RETURN 1 AS x`, 'Planning'],
  [`${each(8000, i => `SET n.p${i} = n.q${i}`).replace('SET', 'MATCH (n) SET')}`, 'Operators'],
  [`${each(8000, () => 'CREATE (:A {p: 1})')} RETURN 1 AS x`, { is: 1 }],
  [`${each(8000, i => `RETURN ${i} AS x`, ' UNION ')}`, { is: 0 }],
  [
    `${each(95, i => `FOREACH (i${i} IN [1] |`)} ${each(300, () => 'CREATE (:A)')}${')'.repeat(95)}`,
    { is: null },
  ],
  [
    `${'CALL { WITH 1 AS y '.repeat(90)}${each(900, () => 'WITH 1 AS y')} RETURN 1 AS x${' } RETURN x'.repeat(90)}`,
    { is: 1 },
  ],
  [
    `${'CALL { '.repeat(90)}RETURN 1 AS x ${each(90, () => `} ${each(150, () => 'WITH x + 1 AS x')} RETURN x`)}`,
    'Operators',
  ],
  // Patterns.
  [`MATCH (a)${'-->()'.repeat(2000)} RETURN a AS x`, 'Operators'],
  [`MATCH (a)${'-->()'.repeat(5000)} RETURN a AS x`, 'Planning'],
  [`MATCH (a)${'-->()'.repeat(16_000)} RETURN a AS x`, 'Planning'],
  [`MATCH (a)${each(8000, i => `-[:R${i}]->(n${i})`, '')} RETURN a AS x`, 'Planning'],
  [`MATCH ${each(16_000, i => `(n${i})`, ', ')} RETURN 1 AS x`, 'Planning'],
  [`MATCH (a) WHERE (a)${'-->()'.repeat(2000)} RETURN a AS x`, 'Operators'],
  [`RETURN [(a)${'-->()'.repeat(2000)} | 1] AS x`, 'Operators'],
  [`RETURN EXISTS { MATCH (a)${'-->()'.repeat(2000)} } AS x`, 'Operators'],
  [`MERGE (a)${'-[:R]->()'.repeat(2000)} RETURN 1 AS x`, 'Operators'],
  [`CREATE (a)${'-[:R]->()'.repeat(8000)} RETURN 1 AS x`, { is: 1 }],
  [`CREATE ${each(8000, i => `(n${i}:L {p: ${i}})`, ', ')} RETURN 1 AS x`, { is: 1 }],
  [`MATCH (a {${each(8000, i => `p${i}: ${i}`, ', ')}}) RETURN count(*) AS x`, { is: 0 }],
  [`MATCH (n:${each(16_000, i => `L${i}`, '|')}) RETURN count(*) AS x`, { is: 0 }],
  [`MATCH ()-[:${each(16_000, i => `L${i}`, '|')}]->() RETURN count(*) AS x`, { is: 0 }],
  // Expressions.
  [`RETURN ${each(8000, () => 'false', ' OR ')} AS x`, { is: false }],
  [`RETURN ${each(8000, () => 'true', ' AND ')} AS x`, { is: true }],
  [`RETURN ${each(8001, () => 'true', ' XOR ')} AS x`, { is: true }],
  [`MATCH (n) WHERE ${each(8000, i => `n.p = ${i}`, ' OR ')} RETURN count(*) AS x`, { is: 0 }],
  [`RETURN 1${' + 1'.repeat(900)} AS x`, { is: 901 }],
  [`RETURN 1${' + 1'.repeat(2000)} AS x`, 'cypher.syntax'],
  [`RETURN 'a'${" + 'a'".repeat(8000)} AS x`, 'cypher.syntax'],
  [`RETURN [1]${'[0]'.repeat(2000)} AS x`, 'cypher.syntax'],
  [`WITH {a: 1} AS m RETURN m${'.a'.repeat(2000)} AS x`, 'cypher.syntax'],
  [`RETURN 1${' < 1'.repeat(8000)} AS x`, { is: false }],
  [`RETURN size([${each(16_000, String, ',')}]) AS x`, { is: 16_000 }],
  [`RETURN 5 IN [${each(16_000, String, ',')}] AS x`, { is: true }],
  [`RETURN {${each(8000, i => `k${i}: ${i}`, ',')}}.k7 AS x`, { is: 7 }],
  [`RETURN CASE 7 ${each(8000, i => `WHEN ${i} THEN ${i}`)} END AS x`, { is: 7 }],
  [`UNWIND [1] AS i RETURN ${each(8000, i => `count(i) + ${i} AS x${i}`, ', ')}`, { is: 1 }],
  [`UNWIND [1] AS i RETURN ${each(400, i => `sum(i + ${i})`, ' + ')} AS x`, { is: 80_200 }],
  [`UNWIND [1] AS i RETURN i AS x ORDER BY ${each(8000, i => `i + ${i}`, ', ')}`, { is: 1 }],
  [`RETURN ${each(8000, i => `${i} AS x${i}`, ', ')}`, { is: 0 }],
];
