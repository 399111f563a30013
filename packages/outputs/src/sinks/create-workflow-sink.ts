/** The sinks of a workflow, one behind the other. Its destinations are those of version 1. */
import type { OutputStructure } from '../definition/output-definition.js';
import { asVersion1Output, structuresOf } from '../definition/output-forms.js';
import type { Workflow, WorkflowDestination } from '../definition/workflow.js';
import { createSink } from './create-sink.js';
import { CypherSink } from './cypher-sink.js';
import { DropSink } from './drop-sink.js';
import { FanOutSink } from './fan-out-sink.js';
import { PositiveMatchSink } from './positive-match-sink.js';
import { PrintSink } from './print-sink.js';
import type { ResultSink } from './result-sink.js';
import type { SinkContext } from './sink-context.js';

/** Not opened yet. */
export function createWorkflowSink(workflow: Workflow, context: SinkContext): ResultSink {
  const { filter, resultEnrichment, destinations } = workflow;
  const { first, last } = structuresOf(workflow);
  const sinks = destinations.map(destination => destinationSink(destination, last, context));
  let sink = sinks.length === 1 ? sinks[0]! : new FanOutSink(sinks);
  if (resultEnrichment !== undefined) {
    const enrichment = { type: 'CypherQuery', ...resultEnrichment, structure: first } as const;
    sink = new CypherSink(enrichment, context, sink);
  }
  return filter === undefined ? sink : new PositiveMatchSink(sink);
}

function destinationSink(
  destination: WorkflowDestination,
  structure: OutputStructure,
  context: SinkContext,
): ResultSink {
  if (destination.type === 'CypherQuery') {
    // That its rows are discarded is known.
    return new CypherSink({ ...destination, structure }, context, new DropSink());
  }
  const definition = asVersion1Output(destination, structure);
  if (definition !== undefined) return createSink(definition, context);
  const print = { type: 'PrintToStandardOut', logLevel: 'Info', logMode: 'Complete', structure } as const;
  return new PrintSink(print, context, 'json-line');
}
