/** Hostile queries with their expected results (see hostile-query.ts), individually and in families. */
import type { QueryLimits } from '../budget/query-limits.js';
import { COSTLY_CALLS } from './costly-calls.js';
import type { HostileAnswer, HostileQuery } from './hostile-query.js';
import { LONG_QUERIES } from './long-queries.js';

/** Small, so that limits are reached soon. */
export const HOSTILE_LIMITS: QueryLimits = {
  steps: 200_000,
  bytes: 32 * 1024 ** 2,
  depth: 100,
  stringLength: 100_000,
  listLength: 50_000,
  innerQueries: 5,
};

/** Values that are small in memory and endless to walk, or deeper than any stack. */
const VALUES = {
  shared: 'reduce(l = [1], x IN range(1, 40) | [l, l])',
  sharedMap: 'reduce(m = {a: 1}, x IN range(1, 40) | {a: m, b: m})',
  deep: 'reduce(l = [], x IN range(1, 5000) | [l])',
  deepMap: 'reduce(m = {}, x IN range(1, 5000) | {a: m})',
};

/** Uses of such a value `v`; all must fail. */
const REFUSED_USES: readonly string[] = [
  'RETURN v',
  'RETURN [v, 1]',
  'RETURN {k: v}',
  'RETURN v = v AS x',
  'RETURN v <> v AS x',
  'RETURN [v] = [v] AS x',
  'RETURN v < v AS x',
  'RETURN v >= v AS x',
  'RETURN v IN [v] AS x',
  'RETURN CASE v WHEN v THEN 1 ELSE 2 END AS x',
  'RETURN nullIf(v, v) AS x',
  'RETURN coll.max(v, v) AS x',
  'RETURN coll.min([v, v]) AS x',
  'RETURN DISTINCT v, 1 AS x',
  'RETURN count(DISTINCT v) AS x',
  'WITH v, count(*) AS n RETURN n',
  'UNWIND [v, v] AS w RETURN max(w) AS x',
  'UNWIND [v, v] AS w WITH w ORDER BY w RETURN 1 AS x',
  'RETURN idFrom(v) AS x',
  "RETURN idFrom('a', [v]) AS x",
  'RETURN hash(v) AS x',
  'RETURN toJson(v) AS x',
  'RETURN gen.string.from(v) AS x',
  'CREATE (n {p: v})',
  'CREATE (n) SET n.p = v',
  'CREATE (n) SET n += {p: v}',
  'MERGE (n {p: v})',
  'RETURN any(x IN [v] WHERE x = v) AS x',
  'RETURN collect(v) AS x',
  'RETURN v AS x UNION RETURN 1 AS x',
];

/** These read only the outermost level, or fail for another reason with a short message. */
const OTHER_USES: readonly (readonly [use: string, answer: HostileAnswer])[] = [
  ['RETURN -v AS x', 'cypher.type-mismatch'],
  ['RETURN toString(v) AS x', 'cypher.type-mismatch'],
  ['RETURN castOrThrow.integer(v) AS x', 'cypher.runtime'],
  ['RETURN abs(v) AS x', 'cypher.wrong-signature'],
  ['RETURN v IS NULL AS x', { is: false }],
  ['RETURN size(v) > 0 AS x', { is: true }],
];

/** Each calls itself through the text in `$q`. */
const RECURSIVE_CALLS: readonly string[] = [
  'CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value',
  'CALL cypher.runTimeboxed($q, {q: $q}, 60000) YIELD value RETURN value',
  "CALL do.when(true, $q, '', {q: $q}) YIELD value RETURN value",
  "CALL cypher.do.case([true, $q], '', {q: $q}) YIELD value RETURN value",
  'UNWIND range(1, 3) AS i CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value',
  'CALL { CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value } RETURN value',
  'MATCH (n) WHERE COUNT { CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value } > 0 RETURN n UNION CALL cypher.doIt($q, {q: $q}) YIELD value RETURN value AS n',
];

/** Starts the recursion: the text sees its parameters as variables too. */
function recursion(call: string): HostileQuery {
  return [
    `WITH ${JSON.stringify(call)} AS q CALL cypher.doIt(q, {q: q}) YIELD value RETURN value`,
    'InnerQueries',
  ];
}

const SINGLE: readonly HostileQuery[] = [
  ...RECURSIVE_CALLS.map(recursion),
  [
    // The levels share one limit of bytes; each holds a part of it.
    `WITH "WITH range(1, 45000) AS l WITH collect(l) AS l, $q AS q CALL cypher.doIt(q, {q: q}) YIELD value RETURN value" AS q WITH range(1, 40000) AS l, q CALL cypher.doIt(q, {q: q}) YIELD value RETURN value`,
    'over',
  ],
  // Growing strings
  ["RETURN size(reduce(s = 'ab', x IN range(1, 29) | replace(s, 'a', 'aa'))) AS x", 'over'],
  ["RETURN size(reduce(s = 'ab', x IN range(1, 29) | s + s)) AS x", 'StringLength'],
  ["RETURN size(reduce(s = 'ab', x IN range(1, 29) | reverse(s + s))) AS x", 'StringLength'],
  ["RETURN size(reduce(s = 'ab', x IN range(1, 60) | toUpper(s + s))) AS x", 'StringLength'],
  ["RETURN size(reduce(s = 'ab', x IN range(1, 60) | text.urlencode('%' + s))) AS x", { is: 3722 }],
  ["RETURN size(reduce(s = '%', x IN range(1, 60) | text.urlencode(s + s))) AS x", 'over'],
  ["RETURN size(reduce(s = 'a', x IN range(1, 60) | text.regexReplaceAll(s, 'a', 'aa'))) AS x", 'over'],
  ["RETURN size(reduce(s = 'a', x IN range(1, 60) | text.regexReplaceAll(s, '(a)', '$1$1'))) AS x", 'over'],
  ["RETURN size(text.regexReplaceAll(lPad('', 50000, 'a'), 'a', lPad('', 50000, 'b'))) AS x", 'StringLength'],
  ["RETURN size(text.regexReplaceAll(lPad('', 50000, 'a'), 'a', '$`')) AS x", 'over'],
  ["RETURN size(reduce(s = 'a', x IN range(1, 60) | toJson([s, s]))) AS x", 'over'],
  ["RETURN size(reduce(s = 'a', x IN range(1, 60) | toJson(s))) AS x", 'over'],
  ["RETURN size(lPad('a', 2000000000)) AS x", 'StringLength'],
  ["RETURN size(rPad('a', 2000000000, 'bc')) AS x", 'StringLength'],
  ["RETURN size(lPad('a', 9007199254740991)) AS x", 'StringLength'],
  ["RETURN lPad('a', -5) AS x", { is: 'a' }],
  ['RETURN size(gen.string.from(1, 2000000000)) AS x', 'StringLength'],
  ['RETURN gen.bytes.from(1, 2000000000) AS x', 'StringLength'],
  ['RETURN gen.node.from(1, 2000000000) AS x', 'over'],
  ['RETURN gen.node.from(1, 9007199254740991) AS x', 'over'],
  ['RETURN gen.node.from(1, 1000) AS x', 'over'],
  ['RETURN gen.string.from(1, -1) AS x', 'cypher.wrong-signature'],
  ['RETURN size(gen.string.from(1, 1000)) AS x', { is: 1000 }],
  ["WITH lPad('', 90000, 'ab') AS s RETURN size(s + s) AS x", 'StringLength'],
  ["WITH lPad('', 90000, 'ab') AS s RETURN size(split(s, '')) AS x", 'ListLength'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size(split(s, 'a')) AS x", 'ListLength'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size(split(s, ['b', 'a'])) AS x", 'ListLength'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size(text.split(s, 'a', -1)) AS x", 'over'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size(text.regexGroups(s, '(a)')) AS x", 'over'],
  ["WITH lPad('', 90000, 'a') AS s UNWIND range(1, 1000) AS i RETURN collect(s + i) AS x", 'over'],
  [
    "WITH lPad('', 90000, 'a') AS s UNWIND range(1, 1000) AS i WITH reverse(s) + i AS t ORDER BY t RETURN 1 AS x",
    'Bytes',
  ],
  ["WITH lPad('', 90000, 'a') AS s UNWIND range(1, 1000) AS i RETURN reverse(s) + i AS x", 'Bytes'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size([i IN range(1, 1000) | reverse(s)]) AS x", 'over'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size([i IN range(1, 1000) | toUpper(s)]) AS x", 'over'],
  [
    "WITH lPad('', 9000, 'a') AS s RETURN all(i IN range(1, 5000) WHERE size(reverse(s)) = 9000) AS x",
    'over',
  ],
  ["RETURN toFloat(lPad('x', 90000, '1')) AS x", { is: null }],
  ["RETURN toInteger(lPad('x', 90000, '1')) AS x", { is: null }],
  ["RETURN toBoolean(lPad('x', 90000, ' ')) AS x", { is: null }],
  ["RETURN toFloat(lPad('1', 90000, '1')) AS x", { is: Infinity }],
  // Growing lists
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | l + l)) AS x', 'ListLength'],
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | l + l + l)) AS x', 'ListLength'],
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | reverse(l + l))) AS x', 'ListLength'],
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | tail(l + l + l))) AS x', 'ListLength'],
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | (l + l)[0..])) AS x', 'ListLength'],
  ['RETURN size(reduce(l = [1], x IN range(1, 29) | [y IN l + l | y])) AS x', 'over'],
  ['RETURN size(reduce(l = [], x IN range(1, 40000) | l + [l])) AS x', 'over'],
  ['RETURN size(reduce(l = [], x IN range(1, 2000) | l + x)) AS x', { is: 2000 }],
  ['RETURN size(range(1, 10000000)) AS x', 'ListLength'],
  ['RETURN size(range(1, 9007199254740991)) AS x', 'ListLength'],
  ['RETURN size(range(-9223372036854775808, 9223372036854775807)) AS x', 'ListLength'],
  [
    'RETURN range(9007199254740990, 9007199254740995) AS x',
    {
      is: '[9007199254740990,9007199254740991,9007199254740992,9007199254740993,9007199254740994,9007199254740995]',
    },
  ],
  [
    'RETURN range(9223372036854775805, 9223372036854775807, 2) AS x',
    { is: '[9223372036854775805,9223372036854775807]' },
  ],
  ['RETURN range(1, 5, -9223372036854775808) AS x', { is: '[]' }],
  ['RETURN range(1, 5, 0) AS x', 'cypher.runtime'],
  ['UNWIND range(1, 9007199254740993) AS i RETURN i AS x LIMIT 1', { is: 1 }],
  [
    'UNWIND range(9223372036854775806, 9223372036854775807) AS i RETURN toString(i) AS x',
    { is: '9223372036854775806' },
  ],
  ['RETURN [i IN range(1, 40000) | range(1, 40000)] AS x', 'over'],
  ['UNWIND range(1, 1000) AS i RETURN range(1, 40000) AS x', 'over'],
  ['UNWIND range(1, 1000) AS i WITH range(i, 40000) AS l RETURN collect(l) AS x', 'over'],
  ['UNWIND range(1, 1000) AS i WITH range(i, 40000) AS l WITH l ORDER BY l[0] RETURN 1 AS x', 'over'],
  ['UNWIND range(1, 60000) AS i RETURN collect(i) AS x', 'ListLength'],
  ['UNWIND range(1, 60000) AS i RETURN size(collect(DISTINCT i)) AS x', 'over'],
  ['UNWIND range(1, 3000000) AS i WITH i ORDER BY i RETURN i AS x', 'Bytes'],
  ['UNWIND range(1, 3000000) AS i WITH DISTINCT i RETURN count(i) AS x', 'Bytes'],
  ['UNWIND range(1, 3000000) AS i WITH i, count(*) AS n RETURN n AS x', 'Bytes'],
  ['UNWIND range(1, 300000) AS i WITH i ORDER BY i DESC LIMIT 1 RETURN i AS x', { is: 300_000 }],
  ['UNWIND range(1, 300000) AS i RETURN sum(i) AS x', { is: 45_000_150_000 }],
  ["UNWIND range(1, 300000) AS i WITH i WHERE toString(i) + 'x' = '300000x' RETURN i AS x", { is: 300_000 }],
  ['RETURN map.fromPairs([i IN range(1, 40000) | [toString(i), i]]) = map.fromPairs([]) AS x', { is: false }],
  ['RETURN size(toStringList(range(1, 40000))) AS x', { is: 40_000 }],
  ['RETURN coalesce(range(1, 60000), 1) AS x', 'ListLength'],
  ['RETURN size(COLLECT { UNWIND range(1, 60000) AS i RETURN i }) AS x', 'ListLength'],
  ['RETURN COLLECT { UNWIND range(1, 1000) AS i RETURN range(i, 40000) } AS x', 'over'],
  ['RETURN COUNT { UNWIND range(1, 60000) AS i RETURN i } AS x', { is: 60_000 }],
  // Nested loops
  [
    'RETURN reduce(a = 0, x IN range(1, 40000) | a + reduce(b = 0, y IN range(1, 40000) | b + 1)) AS x',
    'Steps',
  ],
  ['RETURN size([x IN range(1, 40000) WHERE any(y IN range(1, 40000) WHERE y = -x)]) AS x', 'Steps'],
  ['RETURN all(x IN range(1, 40000) WHERE all(y IN range(1, 40000) WHERE y > 0)) AS x', 'Steps'],
  ['RETURN none(x IN range(1, 40000) WHERE single(y IN range(1, 40000) WHERE y = x)) AS x', 'Steps'],
  ['RETURN size([x IN range(1, 40000) | size([y IN range(1, 40000) | y])]) AS x', 'Steps'],
  ['WITH range(1, 40000) AS l RETURN size([x IN l WHERE x IN l]) AS x', 'Steps'],
  ['WITH range(1, 40000) AS l RETURN size([x IN l WHERE l = l]) AS x', 'Steps'],
  ['WITH range(1, 40000) AS l RETURN size([x IN l | idFrom(l)]) AS x', 'Steps'],
  ['WITH range(1, 40000) AS l RETURN size([x IN l | toJson(l)]) AS x', 'over'],
  ['WITH range(1, 40000) AS l RETURN size([x IN l | coll.max(l)]) AS x', 'Steps'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) | size(split(s, 'b'))]) AS x", 'over'],
  ["WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) WHERE s =~ 'a*b'])  AS x", 'Steps'],
  [
    'WITH range(1, 30000) AS l UNWIND [l, l, l, l, l, l, l, l] AS m WITH m ORDER BY m RETURN size(m) AS x',
    'Steps',
  ],
  ['WITH range(1, 30000) AS l UNWIND [l, l, l, l, l, l, l, l] AS m RETURN count(DISTINCT m) AS x', 'over'],
  // Regular expressions
  ["RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+' AS x", { is: false }],
  ["RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a|aa)+' AS x", { is: false }],
  ["RETURN lPad('', 90000, 'a') =~ '(a{1,100}){1,9}b' AS x", 'Steps'],
  ["RETURN 'a' =~ '((a{1000}){1000}){1000}' AS x", 'cypher.constraint-violation'],
  ["RETURN 'a' =~ lPad('', 20000, 'a') AS x", 'cypher.constraint-violation'],
  ["RETURN 'a' =~ lPad('', 5000, '(') AS x", 'cypher.constraint-violation'],
  // Numbers and times
  ['RETURN round(1.5, -9007199254740991) = 0 AS x', { is: true }],
  ['RETURN round(1.5, 9007199254740991) AS x', { is: 1.5 }],
  ['RETURN 9223372036854775807 + 1 AS x', 'cypher.arithmetic'],
  ['RETURN -(-9223372036854775808) AS x', 'cypher.arithmetic'],
  ['RETURN duration({days: 1}) * 1e300 AS x', 'cypher.*'],
  ['RETURN date() + duration({years: 9007199254740991}) AS x', 'cypher.*'],
  ['RETURN datetime({epochMillis: 9007199254740991}) IS NULL AS x', { is: false }],
  ['RETURN date(lPad("", 90000, "1")) AS x', 'cypher.*'],
  ['RETURN duration(lPad("", 90000, "P1")) AS x', 'cypher.*'],
  ['RETURN [1, 2, 3][-9223372036854775808] AS x', 'cypher.invalid-index'],
  ['RETURN size([1, 2, 3][-9223372036854775808..9223372036854775807]) AS x', { is: 3 }],
  ['RETURN left("abc", 9007199254740991) AS x', { is: 'abc' }],
  ['RETURN substring("abc", 1, 9007199254740991) AS x', { is: 'bc' }],
  // JSON
  ["RETURN parseJson(lPad('', 60000, '[') ) AS x", 'cypher.runtime'],
  ["RETURN parseJson(lPad('', 400, '[') + lPad('', 400, ']')) AS x", 'Depth'],
  ["RETURN parseJson(reduce(s = '1', x IN range(1, 300) | '[' + s + ']')) AS x", 'Depth'],
  // Texts
  [`RETURN ${'('.repeat(500_000)}1${')'.repeat(500_000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'('.repeat(2_000_000)}`, 'cypher.syntax'],
  [`RETURN ${'['.repeat(3000)}1${']'.repeat(3000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'{a: '.repeat(3000)}1${'}'.repeat(3000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'size(['.repeat(3000)}1${'])'.repeat(3000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'[end, '.repeat(3000)}1${']'.repeat(3000)} AS x`, 'cypher.syntax'],
  [
    `MATCH (n) WHERE ${'exists((n)-->() WHERE '.repeat(300)}true${')'.repeat(300)} RETURN n AS x`,
    'cypher.syntax',
  ],
  [`${'CALL { '.repeat(1000)} RETURN 1 AS x ${'}'.repeat(1000)} RETURN x`, 'cypher.syntax'],
  [`RETURN ${'1+'.repeat(100_000)}1 AS x`, 'cypher.syntax'],
  [`RETURN ${'NOT '.repeat(100_000)}true AS x`, 'cypher.syntax'],
  [`RETURN [1]${'[0]'.repeat(100_000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'CASE WHEN true THEN '.repeat(5000)}1${' END'.repeat(5000)} AS x`, 'cypher.syntax'],
  [`RETURN ${'-'.repeat(100_000)}1 AS x`, 'cypher.*'],
  [`RETURN ${'('.repeat(90)}1${')'.repeat(90)} AS x`, { is: 1 }],
  [`RETURN ${'1+'.repeat(300)}1 AS x`, { is: 301 }],
];

export const HOSTILE_QUERIES: readonly HostileQuery[] = [
  ...Object.values(VALUES).flatMap(value => [
    ...REFUSED_USES.map((use): HostileQuery => [`WITH ${value} AS v ${use}`, 'over']),
    ...OTHER_USES.map(([use, answer]): HostileQuery => [`WITH ${value} AS v ${use}`, answer]),
  ]),
  ...SINGLE,
  ...LONG_QUERIES,
  ...COSTLY_CALLS,
];
