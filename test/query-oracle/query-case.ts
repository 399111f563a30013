import { SeededRandom } from '@weir/platform';
import type { GraphSeed } from './plain-graph.js';
import { randomGraph } from './random-graph.js';
import { randomQuery } from './random-query.js';

export interface QueryCase {
  readonly graph: GraphSeed;
  readonly query: string;
  /** Values of `$p`: the query runs once for each. */
  readonly records: readonly number[];
}

export function randomCase(seed: number): QueryCase {
  const random = new SeededRandom(seed);
  const graph = randomGraph(random);
  const records = random.chance(0.2) ? [1, 2, 1] : [1];
  return { graph, query: randomQuery(random), records };
}
