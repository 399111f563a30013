/**
 * Features of standing queries beyond a tree of nodes with tests, and whether the engine accepts them today. A query
 * with accepted features only must compile; one with any rejected feature must be rejected. The oracle checks both, so
 * that no feature goes untested unnoticed, and no new one is missed.
 */
export const FEATURES = {
  // Patterns

  'edge-variable': 'accepted',
  undirected: 'accepted',
  /** `-[:x|y]->` */
  'several-labels': 'accepted',
  /** `-->` */
  'any-label': 'accepted',
  /** `(n:A|!B)`, `-[:!x]->` */
  'label-expression': 'accepted',
  /** Edges beyond a tree, also a second one between the same nodes. */
  cycle: 'accepted',
  'self-loop': 'accepted',
  'variable-length': 'accepted',
  /** `*0..2` */
  'zero-length': 'accepted',
  /** `-[w:x*1..2]->`, a list of edges. */
  'walk-variable': 'accepted',
  /** `-[:x*1..2 {w: 1}]->` */
  'walk-properties': 'accepted',
  /** `p = (a)-->(b)`, and functions of it. */
  'named-path': 'accepted',
  /** Values of every type in the pattern. */
  'rare-literal': 'accepted',
  /** `(a)-[:x]->(b {p: a.p})` */
  'pattern-value': 'accepted',
  'several-match': 'accepted',
  'optional-match': 'accepted',
  /** An OPTIONAL MATCH that extends another one. */
  'optional-chain': 'accepted',
  /** A MATCH that extends an OPTIONAL MATCH, or follows one. */
  'match-after-optional': 'accepted',
  /** `USING SCAN n:A` */
  'scan-hint': 'accepted',

  // Conditions

  /** Any condition on one node. */
  'general-where': 'accepted',
  /** Conditions that compare two nodes. */
  'cross-node-where': 'accepted',
  /** Conditions on an edge's properties. */
  'edge-where': 'accepted',
  /** `(n WHERE n.p = 1)`, `-[e WHERE e.w > 1]->` */
  'inline-where': 'accepted',
  /** `NOT (a)-[:x]->(b)` */
  'not-pattern': 'accepted',
  /** `(a)-[:x]->()` as a condition. */
  'pattern-condition': 'accepted',
  /** `EXISTS { ... }`, also negated. */
  'exists-subquery': 'accepted',
  /** `COUNT { ... } > 1` */
  'count-subquery': 'accepted',
  /** A subquery inside a subquery. */
  'nested-subquery': 'accepted',
  /** A subquery as part of an expression: `EXISTS { ... } OR n.p = 1`. */
  'mixed-subquery': 'accepted',
  /** `10 / n.k > 2`: rows for which it fails are left out. */
  'failing-condition': 'accepted',

  // Values

  /** More than the root's id is returned, including duplicates: MultipleValues mode. */
  values: 'accepted',
  /** Nodes, edges and paths themselves. */
  'entity-value': 'accepted',
  /** `[(a)-[:x]->(b) WHERE b.p = 1 | b.q]` */
  'pattern-comprehension': 'accepted',
  /** `COLLECT { MATCH ... RETURN b.q }` */
  'collect-subquery': 'accepted',
  /** `COUNT { ... }` and `EXISTS { ... }` as values. */
  'subquery-value': 'accepted',
  /** List comprehensions, `any`, `all`, `none`, `single`, `reduce`. */
  'list-expression': 'accepted',
  /** `n {.p, a: 1}` */
  'map-projection': 'accepted',
  /** Functions written in Cypher. */
  'user-function': 'accepted',

  // Results

  /** DISTINCT over any returned values. */
  distinct: 'accepted',
  /** Aggregates beside at least one grouping value. */
  aggregate: 'accepted',
  /** Aggregates over everything. */
  'global-aggregate': 'accepted',
  /** `sum(DISTINCT n.k)` */
  'distinct-aggregate': 'accepted',
  /** `stDev`, `percentileCont` and similar aggregates. */
  'statistical-aggregate': 'accepted',
  /** A WITH that renames or drops variables, or filters. */
  with: 'accepted',
  /** A WITH that computes values. */
  'computing-with': 'accepted',
  /** Several of these. */
  'with-chain': 'accepted',
  /** `RETURN *`, `WITH *` */
  star: 'accepted',
  /** UNWIND of a literal list, or of one computed from a node. */
  unwind: 'accepted',
  /** UNWIND before the first MATCH. */
  'unwind-first': 'accepted',
  /** UNWIND of the items of another UNWIND, of the nodes of a path, of what a subquery collects. */
  'unwind-of-lists': 'accepted',
  /** Items of UNWIND in the WHERE of a MATCH or WITH, or in a pattern. */
  'unwound-condition': 'accepted',
  /** A WITH that groups, and a WHERE on the groups. */
  'grouping-with': 'accepted',
  /** Several of these. */
  'groups-of-groups': 'accepted',

  /** `... UNION ...`, `... UNION ALL ...` of parts that do not group. */
  union: 'accepted',

  // Clauses after which the pattern may continue

  /** MATCH after WITH, UNWIND or CALL. */
  'match-after-with': 'accepted',
  /** A WITH that computes values. */
  'computing-before-match': 'accepted',
  /** Swaps the names of two variables. */
  'swapped-names': 'accepted',
  /** A WITH that groups by one node. */
  'grouping-before-match': 'accepted',
  /** `CALL { WITH a MATCH (a)-->(b) RETURN b }` */
  'call-rows': 'accepted',
  /** `CALL { WITH a MATCH (a)-->(b) RETURN count(b) AS n }` */
  'call-aggregate': 'accepted',
  /** The same with OPTIONAL MATCH. */
  'call-optional': 'accepted',
  /** The plan also tracks the records that each row originates from. */
  origins: 'accepted',

  // Features that no standing query can have

  /** `-[:x*]->` */
  'unbounded-length': 'rejected',
  'order-by': 'rejected',
  /** `rand() < 0.5` */
  impure: 'rejected',
  /** Parts without an edge between them. */
  disconnected: 'rejected',
} as const satisfies Readonly<Record<string, 'accepted' | 'rejected'>>;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export function isAccepted(feature: Feature): boolean {
  return (FEATURES[feature] as string) === 'accepted';
}
