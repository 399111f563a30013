import { parseQuery } from '@weir/cypher';
import { ANCHOR, anchoredQuery } from './anchored-query.js';

/** `#` marks where the query begins at the root `n`; without one it cannot. */
test('behind an OPTIONAL MATCH that binds it', () => {
  const text = 'MATCH (a) OPTIONAL MATCH (a)-->(n) MATCH (n)-->(b) RETURN b.a';
  const anchored = anchoredQuery(text, 'n');
  const [before, after] = text.split(' MATCH (n)') as [string, string];
  expect(anchored).toBe(`${before} WITH * WHERE id(\`n\`) = $${ANCHOR}  MATCH (n)${after}`);
  expect(() => parseQuery(anchored!)).not.toThrow();
});

test.each([
  '#MATCH (n) RETURN n.a',
  '#MATCH (a)-->(n) RETURN n.a',
  '#MATCH (a) UNWIND a.list AS x MATCH (a {x: x})-->(n) RETURN n.a',
  'MATCH (a) WITH a #MATCH (a)-->(n) RETURN n.a',
  'MATCH (a) WITH a #MATCH (a)-->(b) MATCH (b)-->(n) RETURN n.a',
  '#MATCH (n) WITH n AS a MATCH (a)-->(b) RETURN a.x, b.x',
  '#MATCH (n) WITH *, n.a AS x MATCH (n)-->(b) RETURN x, b.x',
  'MATCH (n) WITH n.a AS x MATCH (n) RETURN x, n.a',
  'MATCH (n) WITH n AS a, n.x AS x MATCH (a)-->(n) RETURN n.a',
  'MATCH (a) WITH a.x AS n, a MATCH (a)-->(b) RETURN n',
  'MATCH (a) WHERE EXISTS { (a)-->(n {x: 1}) } #MATCH (a)-->(n) RETURN n.a',
  'MATCH (a) CALL { WITH a #MATCH (a)-->(n) RETURN n.a AS x } RETURN x',
  'MATCH (a) CALL { WITH a #MATCH (a)-->(n) RETURN n } MATCH (n)-->(b) RETURN n.a, b.a',
  '#MATCH (n) CALL (n) { MATCH (n)-->(b) RETURN b } RETURN b.a',
  'MATCH (n) CALL { MATCH (n)-->(b) RETURN b } RETURN b.a',
])('%s', marked => {
  const text = marked.replace('#', '');
  const anchored = anchoredQuery(text, 'n');
  if (!marked.includes('#')) return expect(anchored).toBeUndefined();
  expect(anchored).toBe(marked.replace('#', `MATCH (\`n\`) WHERE id(\`n\`) = $${ANCHOR} `));
  expect(() => parseQuery(anchored!)).not.toThrow();
});
