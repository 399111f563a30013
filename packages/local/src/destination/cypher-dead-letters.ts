/** Sends unreadable records to a query that writes them to the graph. */
import type { StreamingGraph } from '@weir/contract';
import type { CypherDeadLetters } from '../definition/graph-destination.js';
import type { Environment } from '@weir/platform';
import { refuseScan } from './refuse-scan.js';
import { runValuesThrough } from './run-values.js';
import { envelopeOf } from '@weir/formats/encoders';
import type { Taker } from '@weir/formats/kinds';

export interface CypherDeadLetterDependencies {
  readonly stream: string;
  readonly graph: Pick<StreamingGraph, 'openLane'>;
  readonly environment: Pick<Environment, 'scheduler'>;
}

/**
 * Pending results do not block its queries: the stream that waits for them is itself blocked by results.
 * @throws WeirError `cypher.*`; `output.invalid` for a query that may scan all nodes.
 */
export async function openCypherTaker(
  destination: CypherDeadLetters,
  { stream, graph, environment: { scheduler } }: CypherDeadLetterDependencies,
): Promise<Taker> {
  const { query, parameter, parallelism } = destination;
  const closing = new AbortController();
  const name = `${stream}/dead-letters`;
  const lane = await graph.openLane({ name, query, parameter, parallelism, heldByResults: false });
  try {
    refuseScan(lane.facts, destination);
  } catch (error) {
    await lane.close();
    throw error;
  }
  return {
    name: 'the query for dead letters',
    take: async records => {
      const untaken = new Map<number, string>();
      for (let start = 0; start < records.length; start += parallelism) {
        const values = records
          .slice(start, start + parallelism)
          .map(record => ({ ...envelopeOf(record), stream }));
        const outcomes = await runValuesThrough(lane, values, { scheduler, closing: closing.signal });
        outcomes.forEach(({ error }, i) => {
          if (error !== undefined) untaken.set(start + i, `${error.code}: ${error.message}`);
        });
      }
      return untaken;
    },
    abort: () => closing.abort(),
    close: async () => {
      closing.abort();
      await lane.close();
    },
  };
}
