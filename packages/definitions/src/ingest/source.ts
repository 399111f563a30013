/** Sources of records, as in version 2. Fields are in output order. */
import { z } from 'zod';
import type { ExtensionType } from '@weir/plugins';
import type { Form } from '@weir/plugins/form';
import type { DeltaSharingDefinition } from '@weir/delta-sharing';
import {
  type RecordDecoder,
  type Running,
  sourceFormsOf,
  type StreamingFormatDefinition,
} from '@weir/formats/forms';
import type { NumberSourceDefinition, SampleSourceDefinition } from '@weir/local';
import { type BUILT_IN_SOURCES, sourceDeclarations } from './source-declarations.js';

export function sourcesOf(form: Form): z.ZodType<AnySourceDefinition> {
  const forms = sourceFormsOf(form);
  const members = [...sourceDeclarations().values()].map(({ member }) => member(forms));
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  return form.named('IngestSource', union) as unknown as z.ZodType<AnySourceDefinition>;
}

type BuiltIn = z.output<ReturnType<(typeof BUILT_IN_SOURCES)[number]['member']>>;

/** A source provided by an extension, whose kind defines the other fields. */
export interface ExtensionSourceDefinition {
  readonly type: ExtensionType;
  readonly format: StreamingFormatDefinition;
  readonly recordDecoders: readonly RecordDecoder[];
}

export type AnySourceDefinition = BuiltIn | ExtensionSourceDefinition;
/** Accept more in requests than can run, other than formats. */
type Narrowed = DeltaSharingDefinition | NumberSourceDefinition | SampleSourceDefinition;
export type BuiltInSourceDefinition = Running<Exclude<BuiltIn, { type: Narrowed['type'] }>> | Narrowed;
export type SourceDefinition = BuiltInSourceDefinition | ExtensionSourceDefinition;
