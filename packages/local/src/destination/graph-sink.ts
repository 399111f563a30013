import type { OutputStructure } from '@weir/formats/forms';
import type { QueryOfResults } from '../definition/graph-destination.js';
import type { ResultSink } from '@weir/plugins';
import { CypherSink } from './cypher-sink.js';
import { PositiveMatchSink } from '@weir/formats/sinks';
import type { SinkContext } from '@weir/formats/kinds';

/** Runs a query on the graph for each match, and for retractions if the standing query asks for them. */
export function graphSink(
  definition: QueryOfResults,
  structure: OutputStructure,
  context: SinkContext,
  next: ResultSink | undefined,
): ResultSink {
  const sink = new CypherSink(definition, structure, context, next);
  return context.queryCancellations ? sink : new PositiveMatchSink(sink);
}
