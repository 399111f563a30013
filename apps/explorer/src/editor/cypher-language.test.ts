import { StringStream } from '@codemirror/language';
import { cypherLanguage } from './cypher-language.js';

/** The words of a query with these styles. */
function words(query: string, ...styles: string[]): string[] {
  const stream = new StringStream(query, 2, 2);
  const state = cypherLanguage.startState!(2);
  const found: string[] = [];
  while (!stream.eol()) {
    stream.start = stream.pos;
    const style = cypherLanguage.token(stream, state);
    if (style !== null && styles.includes(style)) found.push(stream.current());
  }
  return found;
}

test.each([
  ['MATCH (n) RETURN n.user AS user', 'MATCH RETURN AS'],
  ['MATCH (user) WHERE user.role = $role RETURN user', 'MATCH WHERE RETURN'],
  ['WITH n.create AS create, n.name AS name RETURN name', 'WITH AS AS RETURN'],
  ['MERGE (n) ON CREATE SET n.with = 1', 'MERGE ON CREATE SET'],
  ['SHOW DATABASES', 'SHOW DATABASES'],
])('the keywords of %s', (query, keywords) => expect(words(query, 'keyword').join(' ')).toBe(keywords));

test.each([
  ['RETURN count(n) AS count, n.type AS t, type(r), size (n)', 'count type size'],
  ['MATCH (node) RETURN node, head', ''],
])('the functions of %s', (query, functions) => expect(words(query, 'builtin').join(' ')).toBe(functions));
