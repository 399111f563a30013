/** Destinations with secrets masked; secrets are never returned. */
import { maskedFormat, type OutputFormat } from '@weir/formats/forms';
import type { DestinationDeclaration } from '@weir/formats/kinds';
import { maskedFields } from '@weir/plugins/registry';
import type { DeadLetterDestination } from './dead-letter-destination.js';
import { destinationDeclarations } from './destination-declarations.js';
import type { WorkflowDestination } from './workflow-destination.js';

export function maskedDestination<D extends WorkflowDestination | DeadLetterDestination>(destination: D): D {
  return maskedBy(destinationDeclarations().get(destination.type), destination);
}

/** @param destination in either version of the API. */
export function maskedBy<D extends object>(kind: DestinationDeclaration | undefined, destination: D): D {
  const shown = withMaskedFormat(destination);
  return maskedFields({ ...shown, ...kind?.masked?.(shown) }, kind?.secrets);
}

function withMaskedFormat<D extends { readonly format?: unknown }>(destination: D): D {
  if (destination.format === undefined) return destination;
  return { ...destination, format: maskedFormat(destination.format as OutputFormat) };
}
