/**
 * What a standing query can be made of beyond a tree of nodes with tests, and what the engine takes of it today.
 * A query made of accepted features must compile; one with any rejected feature must be refused. The oracle holds
 * both, so that it can neither test nothing unnoticed nor pass over something new.
 */
export const FEATURES = {
  /** More than the root's id is returned, duplicates and all: MultipleValues mode. */
  values: 'accepted',
  /** Any condition on one node. */
  'general-where': 'accepted',
  /** Conditions that compare two nodes. */
  'cross-node-where': 'accepted',
  'edge-variable': 'accepted',
  /** Conditions on an edge's properties. */
  'edge-where': 'accepted',
  undirected: 'accepted',
  /** `-[:x|y]->` */
  'several-labels': 'accepted',
  /** `-->` */
  'any-label': 'accepted',
  /** Edges beyond a tree, also a second one between the same nodes. */
  cycle: 'accepted',
  'self-loop': 'accepted',
  /** `NOT (a)-[:x]->(b)` */
  'not-pattern': 'accepted',
  /** `(a)-[:x]->()` as a condition. */
  'pattern-condition': 'accepted',
  /** `EXISTS { ... }`, also negated. */
  'exists-subquery': 'accepted',
  /** `COUNT { ... } > 1` */
  'count-subquery': 'accepted',
  'optional-match': 'accepted',
  /** DISTINCT over any returned values. */
  distinct: 'accepted',
  /** Aggregates beside at least one grouping value. */
  aggregate: 'accepted',
  /** Aggregates over everything. */
  'global-aggregate': 'accepted',
  'variable-length': 'accepted',
  /** `*0..2` */
  'zero-length': 'accepted',
  'several-match': 'accepted',
  with: 'accepted',
} as const satisfies Readonly<Record<string, 'accepted' | 'rejected'>>;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export function isAccepted(feature: Feature): boolean {
  return (FEATURES[feature] as string) === 'accepted';
}
