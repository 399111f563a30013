/**
 * Law 1 for queries as people write them, each on random graphs with random writes: the forms that the random queries of
 * the other oracles don't have.
 *
 * WEIR_ORACLE_SEED and WEIR_ORACLE_CASES choose other cases and more of them for each query.
 */
import { checkCasesOf } from './check-cases.js';
import { caseOf } from './random-case.js';
import type { RandomQuery } from './random-query.js';
import { runRowCase } from './run-row-case.js';

const SEED = Number(process.env['WEIR_ORACLE_SEED'] ?? 7100);
const CASES = Number(process.env['WEIR_ORACLE_CASES'] ?? 12);

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
  // All there is
  'MATCH (a:A)-[e:x]->({p: 1}) RETURN *',
  'MATCH (a:A)-[e:x]->(b) WITH *, e.w AS w WHERE w > 1 RETURN *',
  'MATCH (a)-[e:x]->(b) WITH a.p AS p, count(*) AS n RETURN *, n + 1 AS m',
];

test.each(QUERIES)('%s', text => {
  const query: RandomQuery = { text, mode: 'MultipleValues' };
  return checkCasesOf(SEED, CASES, random => caseOf(random, () => query, true), runRowCase);
});
