/** Sinks for definitions of version 1, built from the equivalent destinations of version 2. */
import { destinationOfVersion1, type OutputDefinition, structuresOf, version2Form } from '@weir/definitions';
import type { SinkContext } from '@weir/formats/kinds';
import { PositiveMatchSink } from '@weir/formats/sinks';
import type { ResultSink } from '@weir/plugins';
import { destinationSink } from './destination-sink.js';

/** Creates a sink that is not open yet. For formats other than JSON, only the data of matches is written. */
export async function createSink(definition: OutputDefinition, context: SinkContext): Promise<ResultSink> {
  if (!('format' in definition) || definition.format.type === 'JSON') return exactSink(definition, context);
  const bare = { ...definition, structure: { type: 'Bare' } } as const;
  return new PositiveMatchSink(await exactSink(bare, context));
}

/** As above, with the structure of the definition for every format. */
async function exactSink(definition: OutputDefinition, context: SinkContext): Promise<ResultSink> {
  if (definition.type === 'CypherQuery') {
    const { andThen, structure } = definition;
    const next = andThen === undefined ? undefined : await createSink(andThen, context);
    const { graphSink } = await import('@weir/local/destination');
    return graphSink(definition, structure, context, next);
  }
  const { version1 } = destinationOfVersion1(definition);
  if (version1.makeSink !== undefined) return version1.makeSink(definition, context);
  const workflow = version2Form(definition)!;
  const sink = await destinationSink(workflow.destinations[0]!, structuresOf(workflow).last, context);
  return workflow.filter === undefined ? sink : new PositiveMatchSink(sink);
}
