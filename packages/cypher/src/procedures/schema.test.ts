import { MapGraph } from '../testing/map-graph.js';
import { runQuery } from '../testing/run-query.js';

const graph = new MapGraph();

beforeAll(async () => {
  await runQuery(
    graph,
    'CREATE (:Person {name: "A", age: 1})-[:KNOWS {since: 2}]->(:Person:Admin {name: "B"})',
  );
});

test.each<[string, unknown[][]]>([
  ['CALL db.labels()', [['Admin'], ['Person']]],
  ['CALL dbms.labels()', [['Admin'], ['Person']]],
  ['CALL db.relationshipTypes()', [['KNOWS']]],
  ['CALL db.propertyKeys()', [['age'], ['name'], ['since']]],
  [
    'CALL db.schema.nodeTypeProperties() YIELD nodeType, propertyName, propertyTypes ' +
      'RETURN nodeType, propertyName, propertyTypes ORDER BY nodeType, propertyName',
    [
      [':`Admin`:`Person`', 'name', ['String']],
      [':`Person`', 'age', ['Integer']],
      [':`Person`', 'name', ['String']],
    ],
  ],
  ['CALL db.schema.relTypeProperties()', [[':`KNOWS`', 'since', ['Integer'], false]]],
  [
    'CALL db.schema.visualization() YIELD nodes, relationships UNWIND relationships AS r ' +
      'RETURN size(nodes), type(r) ORDER BY type(r)',
    [
      [2, 'KNOWS'],
      [2, 'KNOWS'],
    ],
  ],
  [
    'CALL apoc.meta.schema() YIELD value RETURN value.Person.count, value.Person.properties.age.type, ' +
      'value.Person.relationships.KNOWS.direction, value.KNOWS.properties.since.type',
    [[2, 'INTEGER', 'out', 'INTEGER']],
  ],
  ['SHOW DATABASES YIELD name, currentStatus WHERE name = "neo4j" RETURN name', [['neo4j']]],
  ['SHOW HOME DATABASE YIELD name', [['neo4j']]],
  ['SHOW DATABASES YIELD * RETURN name', [['neo4j']]],
  ['SHOW DATABASES YIELD * WHERE name = "x" RETURN *', []],
  ['show indexes', []],
  ['SHOW ALL INDEXES', []],
  ['SHOW INDEXES YIELD *', []],
  ['SHOW VECTOR INDEX YIELD name, type', []],
  ['SHOW CONSTRAINTS', []],
  ['SHOW NODE KEY CONSTRAINTS YIELD * RETURN count(*)', [[0]]],
  ['SHOW RELATIONSHIP PROPERTY EXISTENCE CONSTRAINTS', []],
  ['CALL dbms.components() YIELD name, edition', [['Neo4j Kernel', 'community']]],
  ['CALL db.ping()', [[true]]],
])('%s', async (query, rows) => {
  expect((await runQuery(graph, query)).rows).toEqual(rows);
});

test.each(['SHOW USERS', 'SHOW RANGE PROCEDURES', 'SHOW INDEXED INDEXES'])('refuses %s', async query => {
  await expect(runQuery(graph, query)).rejects.toMatchObject({ code: 'cypher.compile' });
});
