/**
 * A kind of source in one object: its schema, what is secret in its definitions, how they are shown, who may read, and how
 * it is opened. Built-in kinds and those of extensions are declared alike.
 */
import type { Value } from '@weir/model';
import type { z } from 'zod';
import type { Running } from '../forms/record-format.js';
import type { SourceForms } from '../forms/source-forms.js';
import type { PreparedSource, SourceContext } from './prepared-source.js';

export interface SourceDeclaration<M extends z.ZodType = z.ZodType> {
  readonly type: string;
  member(forms: SourceForms): M;
  /** Without secrets. Default: as it is. */
  masked?(definition: z.output<M>): object;
  /** As a client sends it: durations are texts. Default: as it is. */
  shown?(definition: z.output<M>): object;
  /**
   * Several processes may read it at once, because its sender gives each record to one of them. A source that ends would
   * have to know of the others when it does. Default: never.
   */
  canBeShared?(definition: z.output<M>): boolean;
  /** Each reader reports the lag of its own part. Default: each reports the lag of everything. */
  readonly lagsAddUp?: boolean;
  /** What can't be tried, as the subject of a sentence, because reading takes records away. */
  readonly untriable?: string;
  /** Its records are rows that it has decoded itself: its definitions have no format. */
  readonly givesRows?: boolean;
  /** A record as the sender wrote it, for dead letters. Default: its bytes, or its row. */
  frame?(record: Uint8Array): Value;
  /** Why this release can't run a valid definition. Default: it can. */
  unavailable?(definition: z.output<M>): string | undefined;
  /**
   * Checks what only the running process knows: may this file be read, this address be reached? Loads the code of the
   * source when it is called, and no earlier.
   * @param stream its name.
   * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
   */
  prepare(definition: Running<z.output<M>>, context: SourceContext, stream: string): Promise<PreparedSource>;
}

export function declareSource<M extends z.ZodType>(declaration: SourceDeclaration<M>): SourceDeclaration<M> {
  return declaration;
}
