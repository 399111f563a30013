import type { CypherQueryOutput } from '@weir/definitions';
import type { ResultSink } from '@weir/plugins';
import { CypherSink } from './cypher-sink.js';
import { PositiveMatchSink } from './positive-match-sink.js';
import type { SinkContext } from './sink-context.js';

/** Runs a query on the graph: for matches alone, unless the standing query asks for cancellations. */
export function graphSink(
  definition: CypherQueryOutput,
  context: SinkContext,
  next: ResultSink | undefined,
): ResultSink {
  const sink = new CypherSink(definition, context, next);
  return context.queryCancellations ? sink : new PositiveMatchSink(sink);
}
