/** Queries of picked fields: their text, and that names of any content stay names. */
import { compileQuery } from '@weir/cypher';
import { MapGraph, runQuery } from '@weir/cypher/testing';
import { fc } from '@weir/platform/testing/properties';
import { guessedPicks, queryOf } from './picked-query.js';
import { columnsOf, type FieldPath, valueAt } from './record-table.js';

test('two nodes and an edge', () => {
  const query = queryOf({
    nodes: [
      { label: 'Person', id: [['user', 'id']], properties: [['user', 'name'], ['age']] },
      { label: 'City', id: [['city']], properties: [] },
    ],
    edges: [{ from: 0, to: 1, type: 'lives in' }],
  });
  expect(query).toBe(
    `MATCH (a), (b)
WHERE id(a) = idFrom('Person', $that.user.id)
  AND id(b) = idFrom('City', $that.city)
SET a:Person,
  a.user_name = $that.user.name,
  a.age = $that.age,
  b:City
CREATE (a)-[:\`lives in\`]->(b)`,
  );
});

test('guesses the field that identifies a record', () => {
  const records = [
    { kind: 'x', orderId: 1, total: 5 },
    { kind: 'x', orderId: 2, total: 7 },
  ];
  const picks = guessedPicks('Order', columnsOf(records));
  expect(picks.nodes).toEqual([{ label: 'Order', id: [['orderId']], properties: 'all' }]);
  expect(queryOf(guessedPicks('Line', columnsOf(['a', 'b'])))).toBe(
    "MATCH (a)\nWHERE id(a) = idFrom('Line', $that)\nSET a:Line,\n  a.value = $that",
  );
});

test('a query of any names parses, and writes each value under its name', async () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, maxLength: 6 }),
    fc.constantFrom('`', "'", '\\', 'a`b', 'match', 'null', 'a.b', '\n', '"', '$that', 'ü'),
  );
  await fc.assert(
    fc.asyncProperty(name, name, fc.array(name, { minLength: 1, maxLength: 4 }), async (label, type, keys) => {
      const record = { [keys[0]!]: { inner: 1 }, plain: 'p' };
      const paths: FieldPath[] = [[keys[0]!, 'inner'], ['plain']];
      const query = queryOf({
        nodes: [
          { label, id: paths, properties: paths },
          { label, id: [['plain']], properties: 'all' },
        ],
        edges: [{ from: 0, to: 1, type }],
      });
      expect(valueAt(record, paths[0]!)).toBe(1);
      const compiled = compileQuery(query, { parameterNames: ['that'] });
      expect(compiled).toBeDefined();
    }),
    { numRuns: 200 },
  );
});
