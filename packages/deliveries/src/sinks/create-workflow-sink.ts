/** Creates the chain of sinks of a workflow. */
import { structuresOf, type Workflow } from '@weir/definitions';
import type { SinkContext } from '@weir/formats/kinds';
import { PositiveMatchSink } from '@weir/formats/sinks';
import type { ResultSink } from '@weir/plugins';
import { destinationSink } from './destination-sink.js';
import { FanOutSink } from './fan-out-sink.js';
import type { OutputTaps } from './output-taps.js';
import { TapSink } from './tap-sink.js';

/**
 * @returns a sink that is not open yet. @param taps receive results after the filter, and the data sent to the
 * destinations.
 */
export async function createWorkflowSink(
  workflow: Workflow,
  context: SinkContext,
  taps: OutputTaps,
): Promise<ResultSink> {
  const { filter, resultEnrichment, destinations } = workflow;
  const { first, last } = structuresOf(workflow);
  const sinks = await Promise.all(
    destinations.map(destination => destinationSink(destination, last, context)),
  );
  let sink: ResultSink = sinks.length === 1 ? sinks[0]! : new FanOutSink(sinks);
  sink = new TapSink(sink, taps, ['postEnrichment'], last);
  if (resultEnrichment !== undefined) {
    const { graphSink } = await import('@weir/local/destination');
    sink = graphSink(resultEnrichment, first, context, sink);
  }
  sink = new TapSink(sink, taps, ['preEnrichment'], first);
  return filter === undefined ? sink : new PositiveMatchSink(sink);
}
