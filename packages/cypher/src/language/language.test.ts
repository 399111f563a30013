import { completionContext, queryKind, wordAt, wordKinds } from './index.js';

/** `|` marks the cursor. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  return completionContext(marked.replace('|', ''), offset);
}

test.each<[string, string[]]>([
  ['|', ['MATCH', 'RETURN', 'CALL', 'EXPLAIN']],
  ['MAT|', ['MATCH', 'MERGE']],
  ['MATCH (n) |', ['WHERE', 'RETURN', 'SET']],
  ['MATCH (n) WHERE n.x = 1 |', ['AND', 'RETURN', 'CONTAINS']],
  ['MATCH (n) WHERE n.x IS |', ['NOT', 'NULL']],
  ['MATCH (n) RETURN n ORDER |', ['BY']],
  ['MATCH (n) RETURN n ORDER BY n.x |', ['DESC', 'LIMIT', 'SKIP']],
  ['MERGE (n) ON |', ['CREATE', 'MATCH']],
  ['OPTIONAL |', ['MATCH']],
  ['MATCH (n) CALL { WITH n |', ['MATCH', 'RETURN']],
  ['RETURN 1 UNION |', ['ALL', 'RETURN']],
  ['MATCH (n) |\nRETURN n', ['WHERE']],
])('%s: keywords', (marked, words) => {
  expect(at(marked)!.keywords).toEqual(expect.arrayContaining(words));
});

test.each(['MATCH (n:|', 'RETURN n.|', 'MATCH (n)-[:|'])('%s: no keyword', marked => {
  expect(at(marked)!.keywords).toEqual([]);
});

test.each<[string, string[]]>([
  ['MATCH (n:|', ['label']],
  ['MATCH (n:Per|', ['label']],
  ['MATCH (n:A&|', ['label']],
  ['MATCH (n:A) SET n:|', ['label']],
  ['MATCH (n)-[e:|', ['edgeType']],
  ['MATCH (n)-[:knows|:|', ['edgeType']],
  ['RETURN [(n)-[:kn|', ['edgeType']],
  ['MATCH (a)-[e]->(b:|', ['label']],
  ['MATCH (n {|', ['property']],
  ['MATCH (n {a: 1, |', ['property']],
  ['MATCH (n) RETURN n.|', ['function', 'property']],
  ['MATCH (n) RETURN n.na|', ['function', 'property']],
  ['CALL |', ['procedure']],
  ['CALL db.|', ['procedure']],
  ['RETURN |', ['function']],
  ['MATCH (n) WHERE n.x = |', ['function']],
])('%s: names', (marked, names) => {
  // A second bar belongs to the query.
  const context = at(marked.includes('|:|') ? marked.replace('|:|', ':|') : marked)!;
  expect([...context.names].sort()).toEqual(names);
});

test.each<[string, Record<string, string>]>([
  ['MATCH (n)-[e:a]->(m) RETURN |', { n: 'node', e: 'relationship', m: 'node' }],
  ['MATCH (n) WITH n.x AS x, n AS other RETURN |', { x: 'unknown', other: 'node' }],
  ['MATCH (n) WITH collect(n) AS all UNWIND all AS one RETURN o|', { all: 'unknown', one: 'unknown' }],
  ['MATCH (n) WHERE |', { n: 'node' }],
  ['MATCH (n) RETURN n.x AS x ORDER BY |', { n: 'node', x: 'unknown' }],
  ['MATCH (n)) MATCH (m) WHERE |', { n: 'node', m: 'node' }],
  ['MATCH (a) RETURN a.x AS |', {}],
])('%s: variables', (marked, expected) => {
  const { variables } = at(marked)!;
  expect(variables).toMatchObject(Object.keys(expected).map(() => ({})));
  for (const [name, kind] of Object.entries(expected)) {
    const found = variables.find(each => each.name === name);
    // Semantic checks may know more.
    expect([name, found?.kind]).toEqual([name, kind === 'unknown' ? expect.any(String) : kind]);
  }
});

test('the word being completed', () => {
  expect(at('RETURN text.regexF|oo')).toMatchObject({ from: 12, to: 18, prefix: 'regexF', path: 'text.' });
  expect(at('CALL recentNodes(10) YIELD no|')).toMatchObject({ yieldsOf: 'recentNodes', prefix: 'no' });
});

test.each([
  "RETURN 'a|",
  'RETURN 12|',
  'RETURN $a|',
  '/* a |',
  'RETURN `a|',
  `RETURN ${'('.repeat(99)}|`,
  `RETURN ${'CASE WHEN '.repeat(50)}|`,
])('%s: nothing', marked => {
  expect(at(marked)).toBeUndefined();
});

test.each([
  ['MATCH (n) RETURN n', 'node'],
  ['MATCH (n)-->(m) RETURN n, m', 'node'],
  ['MATCH (n) RETURN *', 'node'],
  ['MATCH ()-[e]->() RETURN e', 'edge'],
  ['MATCH ()-[e*1..2]->() RETURN e', 'edge'],
  ['MATCH (n)-[e]->() RETURN n, e', 'table'],
  ['MATCH (n) RETURN n.x', 'table'],
  ['MATCH (n) RETURN n, n.x', 'table'],
  ['MATCH (n) SET n.x = 1', 'sideEffects'],
  ['RETURN $x', 'unknown'],
  ['MATCH (n) RETURN head(collect(n))', 'unknown'],
  ['CALL recentNodes(1)', 'unknown'],
  ['EXPLAIN MATCH (n) RETURN n', 'table'],
  ['MATCH (n) RETURN n UNION MATCH (n) RETURN 1 AS n', 'table'],
])('%s gives %s', (text, kind) => {
  expect(queryKind(text)).toBe(kind);
});

test('the word at a position', () => {
  const text = 'RETURN text.split(a, b), `odd name`';
  expect(wordAt(text, 14)).toEqual({ from: 7, to: 17, word: 'text.split' });
  expect(wordAt(text, 7)).toEqual({ from: 7, to: 17, word: 'text.split' });
  expect(wordAt(text, 2)).toEqual({ from: 0, to: 6, word: 'RETURN' });
  expect(wordAt(text, 18)).toEqual({ from: 18, to: 19, word: 'a' });
  expect(wordAt(text, 19)).toBeUndefined();
});

test.each<[string, string]>([
  ['MATCH (n:Person) RETURN n', 'keyword MATCH, variable n, label Person, keyword RETURN, variable n'],
  [
    '(a:A|B&!C)-[e:knows|likes]->()',
    'variable a, label A, operator |, label B, operator &, operator !, label C, operator -, variable e, edgeType knows, operator |, edgeType likes, operator -, operator >',
  ],
  ['{name: $x, `a b`: 1.5}', 'property name, parameter $x, property `a b`, number 1.5'],
  [
    'text.upper(n.name) // said\n+ "s"',
    'function text, function upper, variable n, property name, comment // said, operator +, string "s"',
  ],
  [
    'WHERE exists(n.x) AND count(*) > 1',
    'keyword WHERE, function exists, variable n, property x, keyword AND, function count, operator *, operator >, number 1',
  ],
  [
    'CALL { WITH n SET n:Label } /* a\nb */',
    'keyword CALL, keyword WITH, variable n, keyword SET, variable n, label Label, comment /* a\nb */',
  ],
  ['RETURN "never closed', 'keyword RETURN'],
  ['', ''],
])('%j: kinds of its words', (text, words) => {
  const found = wordKinds(text).map(({ from, to, kind }) => `${kind} ${text.slice(from, to)}`);
  expect(found.join(', ')).toBe(words);
});
