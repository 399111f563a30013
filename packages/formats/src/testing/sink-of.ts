import { LENIENT } from '@weir/plugins/form';
import type { ResultSink } from '@weir/plugins';
import type { z } from 'zod';
import { destinationFormsOf } from '../forms/destination-forms.js';
import type { OutputStructure } from '../forms/output-format.js';
import type { Taker } from '../kinds/dead-letter-taker.js';
import type { DestinationDeclaration } from '../kinds/destination-declaration.js';
import type { SinkContext } from '../kinds/sink-context.js';

/** @param fields of the destination as a client writes them, without its type. */
export async function sinkOf<R extends z.ZodType>(
  kind: Pick<DestinationDeclaration<R, never>, 'type' | 'results' | 'makeSink'>,
  fields: object,
  context: SinkContext,
  structure: OutputStructure = { type: 'WithMetadata' },
): Promise<ResultSink> {
  const schema = kind.results(destinationFormsOf(LENIENT));
  return kind.makeSink(schema.parse({ type: kind.type, ...fields }), structure, context);
}

/** The same for unreadable records. */
export async function takerOf<D extends z.ZodType>(
  kind: Pick<DestinationDeclaration<never, D>, 'type' | 'deadLetters' | 'openDeadLetters'>,
  fields: object,
  context: SinkContext,
): Promise<Taker> {
  const schema = kind.deadLetters!(destinationFormsOf(LENIENT));
  return kind.openDeadLetters!(schema.parse({ type: kind.type, ...fields }), {
    stream: 'events',
    ...context,
  });
}
