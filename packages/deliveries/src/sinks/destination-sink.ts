import { destinationDeclarations, type WorkflowDestination } from '@weir/definitions';
import type { OutputStructure } from '@weir/formats/forms';
import type { SinkContext } from '@weir/formats/kinds';
import { WeirError } from '@weir/platform';
import type { ResultSink } from '@weir/plugins';

/** Creates the sink of a destination by its kind. Not open yet. @throws WeirError `output.invalid`. */
export async function destinationSink(
  destination: WorkflowDestination,
  structure: OutputStructure,
  context: SinkContext,
): Promise<ResultSink> {
  const kind = destinationDeclarations().get(destination.type);
  if (kind !== undefined) return kind.makeSink(destination, structure, context);
  throw new WeirError('output.invalid', `No extension provides the destination ${destination.type}.`);
}
