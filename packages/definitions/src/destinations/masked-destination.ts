/** Destinations with secrets masked; secrets are never returned. */
import { maskedFormat } from '@weir/formats/forms';
import { maskedFields } from '@weir/plugins/registry';
import type { DeadLetterDestination } from './dead-letter-destination.js';
import { destinationDeclarations } from './destination-declarations.js';
import type { WorkflowDestination } from './workflow-destination.js';

type Destination = WorkflowDestination | DeadLetterDestination;

export function maskedDestination<D extends Destination>(destination: D): D {
  const shown = withMaskedFormat(destination);
  const kind = destinationDeclarations().get(destination.type);
  return maskedFields({ ...shown, ...kind?.masked?.(shown) }, kind?.secrets);
}

function withMaskedFormat<D extends Destination>(destination: D): D {
  if (!('format' in destination)) return destination;
  return { ...destination, format: maskedFormat(destination.format) };
}
