/**
 * Slow native calls, over literals and over values that a query builds. None of them may be computed at compile time,
 * and each call is charged before it starts or in chunks.
 */
import type { HostileQuery } from './hostile-query.js';

/** Run with the limits of hostile queries. */
export const COSTLY_CALLS: readonly HostileQuery[] = [
  [`RETURN size(text.urlencode(lPad('', 90000, 'ä'))) AS x`, 'StringLength'],
  [`RETURN size(text.urlencode('${'ä'.repeat(90_000)}')) AS x`, 'StringLength'],
  [`WITH lPad('', 90000, '/') AS s RETURN size([x IN range(1, 40000) | text.urlencode(s)]) AS x`, 'over'],
  [
    `WITH lPad('', 20000, 'a') AS s RETURN size([x IN range(1, 40000) WHERE s CONTAINS left(s, 9000) + 'b' + left(s, 9000)]) AS x`,
    'over',
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('', 20000, 'a') AS t RETURN s CONTAINS t + 'b' + t AS x`,
    { is: false },
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('', 20000, 'a') AS t RETURN size(split(s, t + 'b' + t)) AS x`,
    { is: 1 },
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('', 20000, 'a') AS t RETURN replace(s, t + 'b' + t, '') = s AS x`,
    { is: true },
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('b', 90000, 'a') AS t RETURN size([x IN range(1, 40000) WHERE s = t]) AS x`,
    'Steps',
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('b', 90000, 'a') AS t RETURN size([x IN range(1, 40000) WHERE s < t]) AS x`,
    'Steps',
  ],
  [
    `WITH lPad('', 90000, 'a') AS s, lPad('b', 90000, 'a') AS t RETURN size([x IN range(1, 40000) WHERE s IN [t]]) AS x`,
    'Steps',
  ],
  [`WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) WHERE s STARTS WITH s]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) WHERE s ENDS WITH s]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, '1') AS s RETURN size([x IN range(1, 40000) | toInteger(s)]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, '1') AS s RETURN size([x IN range(1, 40000) | toFloatOrNull(s)]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, ' ') AS s RETURN size([x IN range(1, 40000) | toBooleanList([s])]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) | idFrom(s)]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, 'a') AS s RETURN size([x IN range(1, 40000) | kafkaHash(s)]) AS x`, 'Steps'],
  [`WITH lPad('', 90000, 'a') AS s RETURN idFrom([x IN range(1, 40000) | s]) AS x`, 'Bytes'],
  [`RETURN size([x IN range(1, 40000) WHERE 'a' =~ 'b{1000}' + x]) AS x`, 'Steps'],
  [`RETURN size(text.regexGroups('${'a'.repeat(90_000)}', '(a{1,100}){1,9}b')) AS x`, { is: 0 }],
  [`WITH lPad('', 60000, 'a') AS s RETURN size(text.regexGroups(s, '(a*)b|a')) AS x`, 'Steps'],
  [`WITH lPad('', 60000, 'a') AS s RETURN size(text.regexReplaceAll(s, '(a*)b|a', '$1$1')) AS x`, 'Steps'],
  [`WITH lPad('', 60000, 'a') AS s RETURN size(text.split(s, 'a*b|a')) AS x`, 'Steps'],
  [`RETURN text.regexReplaceAll('a', '(?<n>a)', lPad('', 90000, '$<')) AS x`, { is: '$<'.repeat(45_000) }],
  [`RETURN 'aa' =~ lPad('', 450, '\\\\pL{1000}') AS x`, 'cypher.constraint-violation'],
  [`RETURN size(text.regexGroups('aaaa', '${'(a?)'.repeat(2_000)}b|a')) AS x`, 'cypher.constraint-violation'],
  [`RETURN parseJson('1' + lPad('', 90000, '0') + '1') IS NULL AS x`, { is: false }],
];
