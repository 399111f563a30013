/** The sinks of definitions of version 1: those of the destinations that version 2 has for them. */
import { type OutputDefinition, structuresOf, version2Form } from '@weir/definitions';
import type { SinkContext } from '@weir/formats/kinds';
import { PositiveMatchSink } from '@weir/formats/sinks';
import type { ResultSink } from '@weir/plugins';
import { destinationSink } from './destination-sink.js';

/** Not opened yet. Of what is not JSON only the data of matches is written. */
export async function createSink(definition: OutputDefinition, context: SinkContext): Promise<ResultSink> {
  if (!('format' in definition) || definition.format.type === 'JSON') return exactSink(definition, context);
  const bare = { ...definition, structure: { type: 'Bare' } } as const;
  return new PositiveMatchSink(await exactSink(bare, context));
}

/** The same, where the structure is that of the definition whatever its format is. */
async function exactSink(definition: OutputDefinition, context: SinkContext): Promise<ResultSink> {
  // Version 2 can't express these two in full.
  if (definition.type === 'PrintToStandardOut') {
    const { PrintSink } = await import('@weir/files/destination');
    return new PrintSink(definition, definition.structure, context);
  }
  if (definition.type === 'CypherQuery') {
    const { andThen, structure } = definition;
    const next = andThen === undefined ? undefined : await createSink(andThen, context);
    const { graphSink } = await import('@weir/local/destination');
    return graphSink(definition, structure, context, next);
  }
  const workflow = version2Form(definition)!;
  const sink = await destinationSink(workflow.destinations[0]!, structuresOf(workflow).last, context);
  return workflow.filter === undefined ? sink : new PositiveMatchSink(sink);
}
