/**
 * Random hostile queries: long, deep, wide and recursive ones, and expensive calls. Most are well within the limits of
 * characters and tokens, or close to them, so that later limits are reached too.
 */
import type { SeededRandom } from '@weir/platform';

type Make = (random: SeededRandom, size: number) => string;

function each(count: number, part: (i: number) => string, between = ' '): string {
  return Array.from({ length: count }, (_, i) => part(i)).join(between);
}

function nested(count: number, open: string, inside: string, close: string): string {
  return open.repeat(count) + inside + close.repeat(count);
}

function pick<T>(random: SeededRandom, from: readonly T[]): T {
  return from[random.below(from.length)]!;
}

const CLAUSES: readonly ((i: number) => string)[] = [
  () => 'WITH 1 AS x',
  i => `WITH *, ${i} AS a${i}`,
  i => `MATCH (n${i})`,
  i => `MATCH (n${i}) WHERE id(n${i}) = idFrom(${i})`,
  i => `OPTIONAL MATCH (n${i})-->(m${i})`,
  i => `MATCH p${i} = (a)-->()`,
  i => `UNWIND [1] AS u${i}`,
  i => `CALL { RETURN 1 AS c${i} }`,
  i => `CREATE (:A {p: ${i}})`,
  i => `MERGE (m${i}:M {p: ${i}})`,
  () => 'FOREACH (i IN [1] | CREATE (:A))',
];
const JOINED: readonly (readonly [part: (i: number) => string, between: string])[] = [
  [() => '1', ' + '],
  [() => "'a'", ' + '],
  [() => 'true', ' AND '],
  [i => `${i} = 1`, ' OR '],
  [() => 'true', ' XOR '],
  [() => '1', ' < '],
  [() => '2', ' ^ '],
  [i => `$p${i}`, ' + '],
  [i => `sum(i + ${i})`, ' + '],
  [i => `EXISTS { MATCH (n:L${i}) }`, ' OR '],
];
const NESTED: readonly (readonly [open: string, inside: string, close: string])[] = [
  ['(', '1', ')'],
  ['[', '1', ']'],
  ['{a: ', '1', '}'],
  ['NOT ', 'true', ''],
  ['-', '1', ''],
  ['size([', '1', '])'],
  ['CASE WHEN true THEN ', '1', ' END'],
  ['[x IN [1] | ', 'x', ']'],
  ['reduce(a = 0, x IN [1] | ', 'a', ')'],
  ['COUNT { RETURN ', '1 AS x', ' AS x }'],
  ['COLLECT { RETURN ', '1', ' AS x }'],
  ['EXISTS { MATCH (n) WHERE ', 'true', ' }'],
  ['[(n)-->(m) | ', '1', ']'],
  ['all(x IN [1] WHERE ', 'true', ')'],
  ['toJson(', '1', ')'],
  ['idFrom(', '1', ')'],
];
const LISTED: readonly Make[] = [
  (_, size) => `RETURN [${each(size, String, ',')}] AS x`,
  (_, size) => `RETURN 5 IN [${each(size, i => `'${i}'`, ',')}] AS x`,
  (_, size) => `RETURN {${each(size, i => `k${i}: ${i}`, ',')}} AS x`,
  (_, size) => `MATCH (n {${each(size, i => `k${i}: ${i}`, ',')}}) RETURN n`,
  (_, size) => `CREATE (n {${each(size, i => `k${i}: ${i}`, ',')}})`,
  (_, size) => `MATCH (n:${each(size, i => `L${i}`, '|')}) RETURN n`,
  (_, size) => `MATCH (n:${each(size, i => `L${i}`, '&')}) RETURN n`,
  (_, size) => `MATCH (n:${each(size, i => `!L${i}`, '&')}) RETURN n`,
  (_, size) => `RETURN ${each(size, i => `${i} AS x${i}`, ', ')}`,
  (_, size) => `UNWIND [1] AS i RETURN ${each(size, i => `count(i) + ${i} AS x${i}`, ', ')}`,
  (_, size) => `UNWIND [1] AS i RETURN i ORDER BY ${each(size, i => `i + ${i}`, ', ')}`,
  (_, size) => `RETURN CASE 7 ${each(size, i => `WHEN ${i} THEN ${i}`)} END AS x`,
  (_, size) => `MATCH ${each(size, i => `(n${i})`, ', ')} RETURN 1 AS x`,
  (_, size) => `CREATE ${each(size, i => `(n${i})-[:R]->()`, ', ')}`,
  (_, size) => `RETURN ${each(size, i => `$p${i} AS x${i}`, ', ')}`,
  (_, size) => each(size, i => `RETURN ${i} AS x`, ' UNION '),
  (_, size) => each(size, i => `MATCH (n:L${i}) RETURN n.p AS x`, ' UNION ALL '),
  (_, size) => `RETURN size('${'a'.repeat(size * 50)}') AS x`,
  (_, size) =>
    `RETURN [${each(size, i => `text.regexGroups('aaaaaaaaaaaaaaaaaaaa', '(a*)b|a${i}')`, ',')}] AS x`,
  (_, size) => `RETURN [${each(size, i => `'a' =~ '(a{1,50}){1,9}${i}'`, ',')}] AS x`,
  (_, size) => `RETURN [${each(size, i => `gen.string.from(${i}, 5000)`, ',')}] AS x`,
];
const PATTERNS: readonly Make[] = [
  (_, size) => `MATCH (a)${'-->()'.repeat(size)} RETURN a`,
  (_, size) => `MATCH (a)${'--()'.repeat(size)} RETURN a`,
  (_, size) => `MATCH (a)${each(size, i => `-[r${i}:R${i}]->(n${i})`, '')} RETURN a`,
  (_, size) => `MATCH (a)${'-[*]->()'.repeat(size)} RETURN a`,
  (_, size) => `MATCH (a) WHERE (a)${'-->()'.repeat(size)} RETURN a`,
  (_, size) => `MATCH (a) RETURN [(a)${'-->()'.repeat(size)} | 1] AS x`,
  (_, size) => `RETURN EXISTS { MATCH (a)${'-->(:A)'.repeat(size)} } AS x`,
  (_, size) => `CREATE (a)${'-[:R]->()'.repeat(size)}`,
  (_, size) => `MERGE (a)${'-[:R]->()'.repeat(size)}`,
];
const RECURSIVE: readonly string[] = [
  'CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value',
  'CALL cypher.runTimeboxed($q, {q: $q}, 60000) YIELD value RETURN value',
  "CALL do.when(true, $q, '', {q: $q}) YIELD value RETURN value",
  "CALL cypher.do.case([true, $q], '', {q: $q}) YIELD value RETURN value",
  'UNWIND range(1, 100) AS i CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value',
  'UNWIND range(1, 100) AS i CALL { CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value } RETURN value',
];
const BUILT = [
  "lPad('', $n, 'a')",
  "lPad('', $n, 'ä')",
  "lPad('', $n, ' ')",
  "lPad('', $n, '1')",
  "lPad('', $n, '%41')",
  "lPad('', $n, 'ab')",
  "'1' + lPad('', $n, '0') + '1'",
  "lPad('', $n, '$<')",
];
const CALLS: readonly string[] = [
  'text.urlencode(s)',
  'text.urldecode(s)',
  "text.regexGroups(s, '(a*)b|a')",
  "text.regexReplaceAll(s, '(a*)b|a', '$1$1')",
  "text.split(s, 'a|b')",
  "s =~ '(a{1,50}){1,9}b'",
  "s =~ '(?=a)(a+)+b'",
  "s =~ '(a|b)*a(a|b){20}'",
  "s =~ '(?i)(.*)b\\\\1'",
  "s =~ '(.?){1000}'",
  "'a' =~ left(s, 10000)",
  "'aa' =~ lPad('', 1 + size(s) % 9000, '\\\\pL{1000}')",
  "text.regexFirstMatch(s, '^(a|aa)+$')",
  "text.regexFirstMatch(s, '(a|b)*?c|(\\\\w+)d')",
  "text.regexFirstMatch(s, left(s, 4000) + 'b' + left(s, 4000))",
  "text.regexGroups(s, lPad('', 1 + size(s) % 9000, '(a?)') + 'b|a')",
  "text.regexGroups(left(s, 1000), lPad('', 1 + size(s) % 2000, '(a?)') + 'b|a')",
  "text.regexReplaceAll('ab', '(?<n>a)|(b)', s)",
  "text.split(s, 'a*b|a')",
  'toUpper(s) + reverse(s)',
  "split(s, '')",
  "replace(s, 'a', s)",
  "s CONTAINS left(s, size(s) / 4) + 'b' + left(s, size(s) / 4)",
  'idFrom(s, s, s)',
  'hash([s, s, s])',
  'kafkaHash(s)',
  'toInteger(s)',
  'toFloat(s)',
  'parseJson(s)',
  'toJson([s, s])',
  'datetime(s)',
  'duration(s)',
  'normalize(s)',
  'text.utf8Decode(text.utf8Encode(s))',
  "convert.stringToBytes(s, 'utf-16')",
  'range(0, size(s))',
  'reduce(t = s, x IN range(1, 50) | t + t)',
  'reduce(l = [s], x IN range(1, 50) | l + l)',
  '[x IN range(1, 100000) | toLower(s)]',
  '[x IN range(1, 100000) WHERE s = s + x]',
  '[x IN range(1, 100000) | idFrom(s, x)]',
  '[x IN range(1, 10000) | [y IN range(1, 10000) | x + y]]',
];

const FAMILIES: readonly Make[] = [
  (random, size) => `${each(size, pick(random, CLAUSES))} RETURN 1 AS x`,
  (random, size) => `MATCH (a) ${each(size, i => pick(random, CLAUSES)(i))} RETURN 1 AS x`,
  (random, size) => {
    const [part, between] = pick(random, JOINED);
    return `UNWIND [1] AS i RETURN ${each(size, part, between)} AS x`;
  },
  (random, size) => {
    const [open, inside, close] = pick(random, NESTED);
    return `MATCH (n) RETURN ${nested(random.below(2) === 0 ? size : random.below(100), open, inside, close)} AS x`;
  },
  (random, size) => pick(random, LISTED)(random, size),
  (random, size) => pick(random, PATTERNS)(random, size),
  random => {
    const call = JSON.stringify(pick(random, RECURSIVE));
    return `WITH ${call} AS q CALL cypher.doIt(q, {q: q}) YIELD value RETURN count(value) AS x`;
  },
  (random, size) => {
    const text = pick(random, BUILT).replace('$n', String(Math.min(16_000_000, size * 800)));
    const call = pick(random, CALLS);
    return random.below(2) === 0
      ? `WITH ${text} AS s RETURN size(toString(${call} IS NULL)) AS x`
      : `WITH ${text} AS s UNWIND range(1, 1000) AS i WITH ${call} AS v RETURN count(v) AS x`;
  },
  (random, size) => {
    const call = pick(random, CALLS).replaceAll(/\bs\b/g, `'${'a'.repeat(Math.min(size * 10, 100_000))}'`);
    return `RETURN ${call} IS NULL AS x`;
  },
];

/** Sizes from a few to 20,000, with equal frequency per order of magnitude. */
export function hostileQuery(random: SeededRandom): string {
  const size = Math.floor(10 ** (0.5 + random.next() * 3.8));
  return pick(random, FAMILIES)(random, size);
}
