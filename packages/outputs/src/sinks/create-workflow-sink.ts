/** The sinks of a workflow, one behind the other. Its destinations are those of version 1. */
import {
  asVersion1Output,
  type ExtensionResultDestination,
  type OutputStructure,
  structuresOf,
  type Workflow,
  type WorkflowDestination,
} from '@weir/definitions';
import { WeirError } from '@weir/model';
import { destinationKinds } from '@weir/plugins/registry';
import { ExtensionSink } from '../extensions/extension-sink.js';
import { FramedSink } from '../framed/framed-sink.js';
import { exactSink } from './create-sink.js';
import { graphSink } from './graph-sink.js';
import { DropSink } from './drop-sink.js';
import { FanOutSink } from './fan-out-sink.js';
import { NatsSink } from './nats-sink.js';
import type { OutputTaps } from './output-taps.js';
import { PositiveMatchSink } from './positive-match-sink.js';
import { PrintSink } from './print-sink.js';
import type { ResultSink } from '@weir/plugins';
import type { SinkContext } from './sink-context.js';
import { TapSink } from './tap-sink.js';
import { WebSocketSink } from './web-socket-sink.js';

/** Not opened yet. @param taps see results behind the filter, and what goes to the destinations. */
export function createWorkflowSink(workflow: Workflow, context: SinkContext, taps: OutputTaps): ResultSink {
  const { filter, resultEnrichment, destinations } = workflow;
  const { first, last } = structuresOf(workflow);
  const sinks = destinations.map(destination => destinationSink(destination, last, context));
  let sink: ResultSink = sinks.length === 1 ? sinks[0]! : new FanOutSink(sinks);
  sink = new TapSink(sink, taps, ['postEnrichment'], last);
  if (resultEnrichment !== undefined) {
    const enrichment = { type: 'CypherQuery', ...resultEnrichment, structure: first } as const;
    sink = graphSink(enrichment, context, sink);
  }
  sink = new TapSink(sink, taps, ['preEnrichment'], first);
  return filter === undefined ? sink : new PositiveMatchSink(sink);
}

function destinationSink(
  destination: WorkflowDestination,
  structure: OutputStructure,
  context: SinkContext,
): ResultSink {
  if (destination.type === 'CypherQuery') {
    // That its rows are discarded is known.
    return graphSink({ ...destination, structure }, context, new DropSink());
  }
  if (destination.type === 'NatsJetStream') return new NatsSink(destination, structure, context);
  if (destination.type === 'ReactiveStream') return new FramedSink(destination, structure, context);
  if (destination.type === 'WebSocket') return new WebSocketSink(destination, structure, context);
  if (destination.type === 'StandardOut') {
    const print = { type: 'PrintToStandardOut', logLevel: 'Info', logMode: 'Complete', structure } as const;
    return new PrintSink(print, context, 'json-line');
  }
  const definition = asVersion1Output(destination, structure);
  if (definition !== undefined) return exactSink(definition, context);
  const kind = destinationKinds.get(destination.type);
  if (kind !== undefined)
    return new ExtensionSink(kind, destination as ExtensionResultDestination, structure, context);
  throw new WeirError('output.invalid', `No extension brings the destination ${destination.type}.`);
}
