/**
 * Law 1 for queries as people write them, each on random graphs with random writes: forms that the random queries of
 * the other oracles lack.
 *
 * WEIR_TEST_ORACLE_SEED and WEIR_TEST_ORACLE_CASES choose other cases and more of them for each query.
 */
import { randomTest } from '@weir/platform/testing';
import { checkCasesOf } from './check-cases.js';
import { caseOf } from './random-case.js';
import type { RandomQuery } from './random-query.js';
import { runRowCase } from './run-row-case.js';

const { seed: SEED, cases: CASES } = randomTest('written queries');

const QUERIES: readonly string[] = [
  // Ends of edges
  'MATCH (a)-[e:x]->(b) RETURN startNode(e).p AS s, endNode(e).q AS t',
  'MATCH (a:A)-[e:x]-(b) RETURN startNode(e).p AS s, endNode(e) AS t',
  'MATCH (a)-[e]-(b) WHERE startNode(e).p = endNode(e).p RETURN id(a), b.q',
  'MATCH (a) OPTIONAL MATCH (a)-[e:x]-(b:B) RETURN id(a), startNode(e).p',
  'MATCH (a) RETURN id(a), [(a)-[e:x]-(b) WHERE startNode(e).p = a.p | endNode(e).q] AS l',
  'MATCH (a)-[e:x]-(b) RETURN startNode(e).p AS p, count(endNode(e).q) AS n',
  // Values of other nodes in patterns
  'MATCH (a)-[:x]->(b {p: a.p}) RETURN id(a), id(b)',
  'MATCH (a)-[e:x]->(b)-[:y {w: e.w}]->(c) RETURN id(a), c.p',
  'MATCH (a) WHERE EXISTS { (a)-[:x]->({p: a.p}) } RETURN DISTINCT id(a)',
  'MATCH (a) RETURN id(a), COUNT { (a)-[:x {w: a.p}]->() } AS n',
  // All variables
  'MATCH (a:A)-[e:x]->({p: 1}) RETURN *',
  'MATCH (a:A)-[e:x]->(b) WITH *, e.w AS w WHERE w > 1 RETURN *',
  'MATCH (a)-[e:x]->(b) WITH a.p AS p, count(*) AS n RETURN *, n + 1 AS m',
  // Sums of durations
  'MATCH (a)-[:x]->(b) WHERE b.p IN [1, 2] RETURN id(a), sum(duration({days: b.p, milliseconds: -900 * b.p})) AS s, avg(duration({months: b.p})) AS m',
  // UNWIND
  'MATCH (a)-[:x]->(b) UNWIND [a.p, b.p] AS v RETURN id(a), v',
  'UNWIND [1, "a"] AS v MATCH (a {p: v})-[:x]->(b) RETURN DISTINCT id(a)',
  'UNWIND [1, 2] AS v UNWIND [v, v + 1] AS u MATCH (a)-[e:x]->(b) WHERE e.w = u RETURN v, u, count(*) AS n',
  'MATCH p = (a)-[:x*1..2]->(b) UNWIND nodes(p) AS n WITH DISTINCT n RETURN n.p, labels(n)',
  'MATCH (a) UNWIND [(a)-[:x]->(b) | b.p] AS v RETURN v, count(*) AS n, collect(a.q) AS l',
  'MATCH (a:A) UNWIND a.p AS v MATCH (a)-[:x]->(b {q: v}) RETURN id(a), v, id(b)',
  'MATCH (a) OPTIONAL MATCH (a)-[:x]->(b:B) UNWIND [a, b] AS n RETURN id(a), n.p',
  // CALL
  'MATCH (a) CALL { WITH a MATCH (a)-[e:x]->(b) RETURN count(*) AS n, count(b.p) AS m, sum(e.w) AS s } RETURN id(a), n, m, s',
  'MATCH (a) CALL { WITH a MATCH (a)-[e:x]->() RETURN min(e.w) AS l, max(e.w) AS h, avg(e.w) AS m } RETURN id(a), l, h, m',
  'MATCH (a) CALL (a) { MATCH (a)-[:x]->(b) RETURN collect(b.p) AS l, count(DISTINCT b.p) AS n } RETURN id(a), l, n',
  'MATCH (a) CALL { WITH a OPTIONAL MATCH (a)-[:x]->(b:B) RETURN count(b) AS n } WITH a, n WHERE n > 1 RETURN DISTINCT id(a)',
  'MATCH (a:A) CALL { WITH a MATCH (a)-[:x]->(b) RETURN b.p AS p, b } RETURN id(a), p, b.q',
  'MATCH (a) CALL { WITH a MATCH (a)-[:x]->(b) RETURN count(DISTINCT {p: b.p}) AS n, count(DISTINCT [b.p, b.q]) AS m } RETURN id(a), n, m',
  'MATCH (a) CALL { WITH a MATCH (a)-[:x]->() RETURN count(*) AS n } MATCH (a)<-[:x]-(c) WHERE c.p = n RETURN id(a), n, id(c)',
  'MATCH (a) CALL { WITH a MATCH (a)-[:x]->() RETURN count(*) AS n } RETURN max(n) AS m',
  'MATCH (a) CALL { WITH a MATCH (a)-[e:x]->(b) RETURN percentileDisc(e.w, 0.5) AS d, stDevP(DISTINCT e.w) AS s, collect(DISTINCT b.p) AS l } RETURN id(a), d, s, l',
  'MATCH (a) CALL { WITH a MATCH (a)-[e:x]->(b) RETURN sum(CASE WHEN b.p IN [1, 2] THEN b.p END) AS s } WITH a, s WHERE s > 1 RETURN id(a), s',
  'MATCH (a) CALL { WITH a OPTIONAL MATCH (a)-[e:x]->(b) RETURN coalesce(max(b.p), 0) AS m, count(DISTINCT b) AS d, round(avg(e.w)) AS r } RETURN id(a), m, d, r',
  // A computing WITH, followed by more of the pattern
  'MATCH (a)-[e:x]->(b) WITH b, e.w AS w MATCH (b)-[f:x]->(c) WHERE f.w > w RETURN id(b), w, id(c)',
  'MATCH (a) WITH a, COUNT { (a)-[:x]->() } AS n WHERE n > 1 MATCH (a)<-[:x]-(b) RETURN id(a), n, id(b)',
  'MATCH (a)-[:x]->(b) WITH a.p AS p, b AS a MATCH (a)-[:x]->(c) WITH c, p AS q RETURN c.p, q',
  'MATCH (a)-[e:x]->(b) WITH a, e.w AS w WHERE w > 1 RETURN w, COUNT { (a)<-[:x]-() } AS n',
  'MATCH (a)-[e:x]->(b) WITH a, e, 1 AS one RETURN id(a), startNode(e).p, one',
  // Groups by a node, followed by more of the pattern
  'MATCH (a)-[:x]->(b) WITH a, count(*) AS n WHERE n > 1 MATCH (a)<-[:x]-(c) RETURN id(a), n, id(c)',
  'MATCH (a:A)-[e:x]->(b) WITH a AS r, sum(e.w) AS s, count(b.p) AS n MATCH (r)-[:x]->(c:B) RETURN id(r), s, n, id(c)',
  'MATCH (a)-[:x]->(:A) WITH DISTINCT a MATCH (a)-[:x]->(b:B) RETURN id(a), id(b)',
  'MATCH (a)-[:x]->(b) WITH a, count(*) AS n RETURN max(n) AS m',
  'MATCH (a)-[:x]->(b) WITH a, count(*) AS n WHERE n > 1 RETURN DISTINCT id(a)',
  'MATCH (a)-[:x]->(b) WITH b, count(*) AS n RETURN n, count(*) AS m',
  'MATCH (a)-[:x]->(b) WITH a AS r, count(*) AS a, count(b.p) AS b WHERE a > 1 MATCH (r)-[:x]->(c) RETURN a, b, id(c)',
  // Properties of the far end that a cycle-closing edge does not know are known by the rest of the cycle
  'MATCH (a)-[:x]->(b)-[:x]->(c) USING SCAN c:A OPTIONAL MATCH (a)-->(m)<-[:x]-(b) WHERE NOT EXISTS { (m)<-[{w: 3}]-(d) WHERE d = c } RETURN id(c), m.p',
];

test.each(QUERIES)('%s', text => {
  const query: RandomQuery = { text, mode: 'MultipleValues' };
  return checkCasesOf(SEED, CASES, random => caseOf(random, () => query, true), runRowCase);
});
