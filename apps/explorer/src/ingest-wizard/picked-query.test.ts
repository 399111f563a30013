/** Queries of picked fields: their text, and that names of any content stay names. */
import { MapGraph, runQuery } from '@weir/cypher/testing';
import { fc } from '@weir/platform/testing/properties';
import { guessedPicks, keyOf, queryOf } from './picked-query.js';
import { columnsOf, type FieldPath } from './record-table.js';

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

test('a query of any names writes each value under its name', async () => {
  const name = fc
    .oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
      fc.constantFrom(
        '`',
        "'",
        '\\',
        'a`b',
        'match',
        'null',
        'a.b',
        '\n',
        '"',
        '$that',
        'ü',
        "') DELETE a //",
      ),
    )
    .filter(text => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(name, name, name, async (label, type, key) => {
      const record = { [key]: { inner: 1 }, plain: 'p' };
      const inner: FieldPath = [key, 'inner'];
      const query = queryOf({
        nodes: [
          { label, id: [inner], properties: [inner, ['plain']] },
          { label, id: [['plain']], properties: [['plain']] },
        ],
        edges: [{ from: 0, to: 1, type }],
      });
      const graph = new MapGraph();
      await runQuery(graph, query, { parameters: ['that'], values: { that: record } });
      const { rows } = await runQuery(
        graph,
        'MATCH (a)-[e]->(b) RETURN labels(a), type(e), properties(a), properties(b)',
      );
      const written = { [keyOf(inner)]: 1, plain: 'p' };
      expect(rows).toEqual([[[label], type, written, { plain: 'p' }]]);
    }),
    { numRuns: 200 },
  );
});
