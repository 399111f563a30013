/**
 * Declaration of a kind of destination: its schemas, secrets, and opening for results and for unreadable records.
 * Built-in kinds and kinds from extensions use the same declaration.
 */
import type { AnyDestinationKind, ResultSink } from '@weir/plugins';
import type { z } from 'zod';
import type { DestinationForms } from '../forms/destination-forms.js';
import type { OutputStructure } from '../forms/output-format.js';
import type { DeadLetterContext } from './dead-letter-context.js';
import type { Taker } from './dead-letter-taker.js';
import type { DestinationVersion1 } from './destination-version1.js';
import type { RecipeFields } from './recipe-fields.js';
import type { SinkContext } from './sink-context.js';

export interface DestinationDeclaration<
  R extends z.ZodType = z.ZodType,
  D extends z.ZodType = z.ZodType,
  V extends z.ZodObject = z.ZodObject,
> extends Pick<AnyDestinationKind, 'secrets'> {
  readonly type: string;
  results(forms: DestinationForms): R;
  /** The schema for unreadable records. If absent, it does not accept them. */
  deadLetters?(forms: DestinationForms): D;
  /** Masks secrets that are only a part of a field, such as a password in a URL, in addition to `secrets`. */
  masked?(destination: z.output<R> | z.output<D>): object;
  readonly recipe?: RecipeFields;
  /** If absent, version 1 does not have such outputs. */
  readonly version1?: DestinationVersion1<V, z.output<R>>;
  /** Loads the code of the destination. @returns a sink that is not open yet. */
  makeSink(destination: z.output<R>, structure: OutputStructure, context: SinkContext): Promise<ResultSink>;
  /** @throws WeirError `output.invalid`, `output.file-not-allowed`, `cypher.*`. */
  openDeadLetters?(destination: z.output<D>, context: DeadLetterContext): Promise<Taker>;
}

export function declareDestination<
  R extends z.ZodType,
  D extends z.ZodType = never,
  V extends z.ZodObject = never,
>(declaration: DestinationDeclaration<R, D, V>): DestinationDeclaration<R, D, V> {
  return declaration;
}
