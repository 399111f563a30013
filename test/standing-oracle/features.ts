/**
 * What a standing query can be made of beyond a tree of nodes with tests, and what the engine takes of it today.
 * A query made of accepted features must compile; one with any rejected feature must be refused. The oracle holds
 * both, so that it can neither test nothing unnoticed nor pass over something new.
 */
export const FEATURES = {
  /** More than the root's id is returned, duplicates and all: MultipleValues mode. */
  values: 'rejected',
  /** Any condition on one node. */
  'general-where': 'rejected',
  /** Conditions that compare two nodes. */
  'cross-node-where': 'rejected',
  'edge-variable': 'rejected',
  /** Conditions on an edge's properties. */
  'edge-where': 'rejected',
  undirected: 'rejected',
  /** `-[:x|y]->` */
  'several-labels': 'rejected',
  /** `-->` */
  'any-label': 'rejected',
  /** Edges beyond a tree, also a second one between the same nodes. */
  cycle: 'rejected',
  'self-loop': 'accepted',
  /** `NOT (a)-[:x]->(b)` */
  'not-pattern': 'rejected',
  /** `(a)-[:x]->()` as a condition. */
  'pattern-condition': 'rejected',
  /** `EXISTS { ... }`, also negated. */
  'exists-subquery': 'rejected',
  /** `COUNT { ... } > 1` */
  'count-subquery': 'rejected',
  'optional-match': 'rejected',
  /** DISTINCT over any returned values. */
  distinct: 'rejected',
  /** Aggregates beside at least one grouping value. */
  aggregate: 'rejected',
  /** Aggregates over everything. */
  'global-aggregate': 'rejected',
  'variable-length': 'rejected',
  /** `*0..2` */
  'zero-length': 'rejected',
  'several-match': 'rejected',
  with: 'rejected',
} as const satisfies Readonly<Record<string, 'accepted' | 'rejected'>>;

export type Feature = keyof typeof FEATURES;

export const FEATURE_NAMES = Object.keys(FEATURES) as readonly Feature[];

export function isAccepted(feature: Feature): boolean {
  return (FEATURES[feature] as string) === 'accepted';
}
