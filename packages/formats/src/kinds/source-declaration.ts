/**
 * Declaration of a kind of source: its schema, secrets, display form, number of readers, and opening. Built-in kinds
 * and kinds from extensions use the same declaration.
 */
import type { Value } from '@weir/model';
import type { AnySourceKind } from '@weir/plugins';
import type { z } from 'zod';
import type { Running } from '../forms/record-format.js';
import type { SourceForms } from '../forms/source-forms.js';
import type { PreparedSource, SourceContext } from './prepared-source.js';
import type { RecipeFields } from './recipe-fields.js';
import type { SourceVersion1 } from './source-version1.js';

export interface SourceDeclaration<M extends z.ZodType = z.ZodType> extends Pick<
  AnySourceKind,
  'secrets' | 'noDryRun'
> {
  readonly type: string;
  member(forms: SourceForms): M;
  /** Masks secrets that are only a part of a field, such as a password in a URL, in addition to `secrets`. */
  masked?(definition: z.output<M>): object;
  /** Converts a definition to the form that clients send, such as durations as text. Default: unchanged. */
  shown?(definition: z.output<M>): object;
  /**
   * Whether several processes may read it concurrently, because its sender gives each record to only one of them. Not
   * for a source that ends: it would have to know when the others end. Default: never.
   */
  canBeShared?(definition: z.output<M>): boolean;
  /** Each reader reports only its share of the lag. Default: each reports the total lag. */
  readonly lagsAddUp?: boolean;
  /** Its records are rows that it has decoded itself: its definitions have no format. */
  readonly givesRows?: boolean;
  /** A record in the sender's form, for dead letters. Default: its bytes, or its row. */
  frame?(record: Uint8Array): Value;
  readonly recipe?: RecipeFields;
  /** If absent, version 1 shows such a stream as `OnlyInVersion2`. */
  readonly version1?: SourceVersion1<z.ZodType, Running<z.output<M>>>;
  /** Suffix of the names of its streams in metrics: `Kafka` for `(Kafka ingest)`. Default: none. */
  readonly metricName?: string;
  /** Why this release cannot run a valid definition. Default: it can. */
  unavailable?(definition: z.output<M>): string | undefined;
  /**
   * Checks what only the running process knows, such as whether this file may be read or this address reached. Loads
   * the code of the source only when it is called.
   * @param stream its name.
   * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
   */
  prepare(definition: Running<z.output<M>>, context: SourceContext, stream: string): Promise<PreparedSource>;
}

export function declareSource<M extends z.ZodType>(declaration: SourceDeclaration<M>): SourceDeclaration<M> {
  return declaration;
}
