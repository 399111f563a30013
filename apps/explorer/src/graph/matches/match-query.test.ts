import { idsIn, matchQuery, pathsFirst } from './match-query.js';

const A = '00000000-0000-0000-0000-00000000000a';
const B = '00000000-0000-0000-0000-00000000000b';

test('extends a match to its whole pattern', () => {
  const pattern = 'MATCH (a:X)-[:e]->(b) WHERE a.v > 1\nRETURN DISTINCT id(a) AS id';
  const query = matchQuery(pattern, { id: A });
  expect(query?.query).toBe(
    'MATCH (a) WHERE strId(a) = $anchor0\nMATCH __path0 = (a:X)-[:e]->(b) WHERE a.v > 1\n\nRETURN * LIMIT 25',
  );
  expect(query?.plain).toBe(
    'MATCH (a) WHERE strId(a) = $anchor0\nMATCH (a:X)-[:e]->(b) WHERE a.v > 1\n\nRETURN * LIMIT 25',
  );
  expect(pathsFirst(['Z', '__path0', 'a'], [1, 2, 3])).toEqual([2, 1, 3]);
  expect(query?.parameters).toEqual({ anchor0: A });
  const named = matchQuery(
    'MATCH (a)-->(b) RETURN DISTINCT id(a) AS id, a.v, b.`n n` AS name, count(*) AS c',
    {
      id: A,
      'a.v': 7,
      name: 'x',
      c: 2,
    },
  );
  expect(named?.query).toContain('\nWITH * WHERE a.v = $value0 AND b.`n n` = $value1\nRETURN *');
  expect(named?.parameters).toEqual({ anchor0: A, value0: 7, value1: 'x' });
  expect(matchQuery('MATCH (a) RETURN strId(a), a.v', { 'strId(a)': A, 'a.v': 1 })).toBeDefined();
  for (const other of ['MATCH (a) RETURN a.v AS v', 'MATCH (a) WITH a RETURN id(a) AS id'])
    expect(matchQuery(other, { v: 1, id: A })).toBeUndefined();
  expect(idsIn({ a: A, b: ['no', { c: B }], d: A })).toEqual([A, B]);
});
