/** Results of queries on a graph of plain Maps. */
import { literalText } from '@weir/model';
import { WeirError } from '@weir/platform';
import { MapGraph, runQuery } from '../testing/index.js';

const PEOPLE = `
  CREATE (a:Person {name: 'Ada', age: 36}), (b:Person {name: 'Bob', age: 25}), (c:Person:Admin {name: 'Cy'}),
         (a)-[:KNOWS {since: 1999}]->(b), (b)-[:KNOWS]->(c), (c)-[:LIKES]->(a), (c)-[:LIKES]->(c)`;

async function answer(setup: readonly string[], query: string): Promise<string[]> {
  const graph = new MapGraph();
  for (const text of setup) await runQuery(graph, text);
  const { rows } = await runQuery(graph, query);
  return rows.map(row => row.map(value => literalText(value)).join(' '));
}

describe('queries', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['MATCH (n:Person) WHERE n.age > 30 RETURN n.name', ['"Ada"']],
    ['MATCH (n) RETURN n.name ORDER BY n.name DESC SKIP 1 LIMIT 1', ['"Bob"']],
    [
      'MATCH (a)-[r:KNOWS]->(b) RETURN a.name, r.since, b.name ORDER BY a.name',
      ['"Ada" 1999 "Bob"', '"Bob" null "Cy"'],
    ],
    ['MATCH (a)--(a) RETURN a.name', ['"Cy"']],
    ['MATCH (:Person {name: "Ada"})-[:KNOWS*]->(x) RETURN x.name ORDER BY x.name', ['"Bob"', '"Cy"']],
    ['MATCH p = (:Admin)-[:LIKES*2]->(x) RETURN length(p), x.name', ['2 "Ada"']],
    [
      'MATCH p = (x)<-[r:LIKES*2]-(:Admin) RETURN [n IN nodes(p) | n.name] AS n, [e IN r | endNode(e).name] AS e',
      ['[ "Ada", "Cy", "Cy" ] [ "Ada", "Cy" ]'],
    ],
    ['MATCH (x)<-[r:LIKES*2]-(:Admin) WITH r MATCH (a)<-[r*]-(b) RETURN a.name, b.name', ['"Ada" "Cy"']],
    [
      'MATCH p = shortestPath((c:Admin)<-[*]-(a {name: "Ada"})) RETURN [n IN nodes(p) | n.name] AS names',
      ['[ "Cy", "Bob", "Ada" ]'],
    ],
    ['MATCH (a {name: "Ada"}), (c:Admin) RETURN length(shortestPath((a)-[*]->(c))) AS l', ['2']],
    [
      'MATCH (a:Person) OPTIONAL MATCH (a)-[:LIKES]->(b {name: "Ada"}) RETURN a.name, b.name ORDER BY a.name',
      ['"Ada" null', '"Bob" null', '"Cy" "Ada"'],
    ],
    ['MATCH (n) WHERE (n)-[:KNOWS]->(:Admin) RETURN n.name', ['"Bob"']],
    ['MATCH (n) WHERE EXISTS { (n)<-[:LIKES]-(m) WHERE m <> n } RETURN n.name', ['"Ada"']],
    ['MATCH (n:Admin) RETURN COUNT { (n)-[:LIKES]->() } AS c', ['2']],
    [
      'MATCH (n:Person) RETURN count(*), count(n.age), sum(n.age), avg(n.age), min(n.name), max(n.age)',
      ['3 2 61 30.5 "Ada" 36'],
    ],
    [
      'MATCH (n) WITH n.age IS NULL AS unknown, count(*) AS c RETURN unknown, c ORDER BY c',
      ['true 1', 'false 2'],
    ],
    ['MATCH (n {name: "Ada"}) RETURN [(n)-[:KNOWS]->(f) | f.name] AS friends', ['[ "Bob" ]']],
    ['MATCH p = (:Person {name: "Ada"})-->() RETURN [x IN nodes(p) | x.name] AS names', ['[ "Ada", "Bob" ]']],
    ['UNWIND [1, 2, 2, null] AS x RETURN count(DISTINCT x) AS c', ['2']],
    ['MATCH (n)-->(m) WITH n AS m, count(m) AS n WHERE n > 1 RETURN m.name, n', ['"Cy" 2']],
    ['MATCH (n:Admin)-->(m) WITH n.name AS l, m AS n WHERE n.name = "Ada" RETURN l, n.name', ['"Cy" "Ada"']],
    ['UNWIND [3, 1, 2] AS x WITH x ORDER BY x LIMIT 2 RETURN collect(x) AS l', ['[ 1, 2 ]']],
    [
      'UNWIND [1, 2] AS x CALL { WITH x UNWIND range(1, x) AS y RETURN sum(y) AS s } RETURN x, s',
      ['1 1', '2 3'],
    ],
    ['RETURN 1 AS x UNION RETURN 1 AS x', ['1']],
    ['RETURN 1 AS x UNION ALL RETURN 1 AS x', ['1', '1']],
    ['RETURN {a: 1}.constructor AS none, [1, 2, 3][-1] AS last, [1, 2, 3][1..] AS rest', ['null 3 [ 2, 3 ]']],
    ['RETURN CASE WHEN (1 > 2) THEN 1 WHEN (true) THEN (2) END AS a', ['2']],
    ['RETURN CASE WHEN null THEN 1 ELSE 2 END AS a, CASE 3 WHEN 3.0 THEN "same" END AS b', ['2 "same"']],
    [
      'MATCH (n {name: "Cy"}) RETURN n {.name, .age, labels: labels(n)} AS m',
      ['{ age: null, labels: [ "Admin", "Person" ], name: "Cy" }'],
    ],
  ];
  test.each(cases)('%s', async (query, expected) => {
    expect(await answer([PEOPLE], query)).toEqual(expected);
  });
});

describe('updates', () => {
  const cases: readonly (readonly [string, readonly string[], string, readonly string[]])[] = [
    [
      'SET sees what earlier rows of the clause wrote',
      ['UNWIND [1, 2, 3] AS i MATCH (n) WHERE id(n) = idFrom("c") SET n.sum = coalesce(n.sum, 0) + i'],
      'MATCH (n) RETURN n.sum',
      ['6'],
    ],
    [
      'SET = keeps labels and removes what is not named',
      ['CREATE (n:A {x: 1, y: 2}) SET n = {y: 3, z: null}'],
      'MATCH (n) RETURN labels(n), properties(n)',
      ['[ "A" ] { y: 3 }'],
    ],
    [
      'SET += merges',
      ['CREATE (n {x: 1, y: 2}) SET n += {y: null, z: 3}'],
      'MATCH (n) RETURN properties(n)',
      ['{ x: 1, z: 3 }'],
    ],
    [
      'a scan does not see what it makes',
      [PEOPLE, 'MATCH (n) CREATE (:Copy)'],
      'MATCH (n:Copy) RETURN count(*)',
      ['3'],
    ],
    [
      'MERGE creates once',
      ['UNWIND [1, 1, 2] AS v MERGE (:M {v: v})'],
      'MATCH (n:M) RETURN n.v ORDER BY n.v',
      ['1', '2'],
    ],
    [
      'MERGE of an edge between bound nodes',
      [
        'MATCH (a), (b) WHERE id(a) = idFrom(1) AND id(b) = idFrom(2) MERGE (a)-[:E]->(b) MERGE (a)-[:E]->(b)',
      ],
      'MATCH ()-[r]->() RETURN count(r)',
      ['1'],
    ],
    [
      'CREATE of an edge adds the labels that it names to matched nodes',
      [
        'MATCH (a), (b) WHERE id(a) = idFrom(1) AND id(b) = idFrom(2) SET a:X CREATE (a:A)<-[:E]-(b:B:C), (b)-[:F]->(a:A)',
      ],
      'MATCH (a)<-[r:E]-(b) RETURN labels(a), labels(b), count(r)',
      ['[ "A", "X" ] [ "B", "C" ] 1'],
    ],
    [
      'DETACH DELETE takes the edges along',
      [PEOPLE, 'MATCH (n:Admin) DETACH DELETE n'],
      'MATCH (n)-[r]-() RETURN count(r)',
      ['2'],
    ],
    [
      'DELETE of a node with the last of its edges',
      ['CREATE (:A)-[:E]->(:B)', 'MATCH (a)-[r]->(b) DELETE a, r, b'],
      'MATCH (n) RETURN count(n)',
      ['0'],
    ],
    ['FOREACH', ['FOREACH (i IN range(1, 3) | CREATE (:F {i: i}))'], 'MATCH (f:F) RETURN sum(f.i)', ['6']],
    [
      'properties of relationships',
      ['CREATE ()-[r:E {a: 1}]->() SET r.b = 2 REMOVE r.a'],
      'MATCH ()-[r]->() RETURN properties(r)',
      ['{ b: 2 }'],
    ],
    [
      'LIMIT after an update does not cut the update',
      ['UNWIND range(1, 5) AS i CREATE (:X) RETURN i LIMIT 1'],
      'MATCH (x:X) RETURN count(*)',
      ['5'],
    ],
  ];
  test.each(cases)('%s', async (_name, setup, query, expected) => {
    expect(await answer(setup, query)).toEqual(expected);
  });
});

describe('anchors', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['MATCH (n) WHERE id(n) = idFrom("never written") RETURN n.x', ['null']],
    ['MATCH (n) WHERE id(n) = idFrom(null) RETURN n', []],
    ['MATCH (n) WHERE id(n) = "no id" RETURN n', []],
    ['MATCH (n) WHERE id(n) IN [idFrom(1), idFrom(1), idFrom(2), 7] RETURN count(*)', ['2']],
    ['MATCH (n) WHERE id(n) = null OR id(n) = idFrom(2) RETURN count(*)', ['1']],
    ['MATCH (n) WHERE id(n) = idFrom(1) OR id(n) IN [idFrom(1), idFrom(2)] RETURN count(*)', ['2']],
    ['MATCH (n) WHERE id(n) IN [[idFrom(1)]] OR id(n) = idFrom(2) RETURN count(*)', ['1']],
    ['MATCH (n) WHERE id(n) = idFrom(1) AND n.x = 1 OR id(n) = idFrom(2) RETURN n = idFrom(1)', ['false']],
    ['MATCH (n) WHERE id(n) = idFrom(1) MATCH (m) WHERE m = n RETURN id(m) = id(n)', ['true']],
    ['WITH "27dd96d6-75be-30f8-8d97-71b670468f39" AS t MATCH (n) WHERE n = t RETURN count(*)', ['0']],
    ['MATCH (n) WHERE id(n) = idFrom(null) RETURN count(*)', ['0']],
    ['WITH null AS n MATCH (m) WHERE m = n RETURN count(*)', ['0']],
    [
      'MATCH (n) WHERE strId(n) = "27dd96d6-75be-30f8-8d97-71b670468f39" AND id(n) = idFrom(1) RETURN count(*)',
      ['1'],
    ],
    [
      'WITH idFrom(1) AS i MATCH (n) WHERE id(n) = i RETURN strId(n)',
      ['"27dd96d6-75be-30f8-8d97-71b670468f39"'],
    ],
  ];
  test.each(cases)('%s', async (query, expected) => {
    expect(await answer([], query)).toEqual(expected);
  });
});

describe('errors at run time', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['RETURN 9223372036854775807 + 1', 'cypher.arithmetic'],
    ['RETURN 1 / 0', 'cypher.arithmetic'],
    ['WITH [1, "a"] AS l RETURN l[0] AND true', 'cypher.type-mismatch'],
    ['CREATE (a)-[:E]->(b) DELETE a', 'cypher.constraint-violation'],
    ['CREATE (a {x: 1}) DELETE a RETURN a.x', 'cypher.runtime'],
    ['WITH "(" AS r RETURN "a" =~ r', 'cypher.constraint-violation'],
    ['WITH {k: null} AS m MERGE (n {k: m.k})', 'cypher.runtime'],
    ['RETURN foo(1)', 'cypher.compile'],
    ['CALL no.such()', 'cypher.compile'],
  ];
  test.each(cases)('%s', async (query, code) => {
    const failure = await runQuery(new MapGraph(), query).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(WeirError);
    expect((failure as WeirError).code).toBe(code);
  });
});
