/** Where records come from, as version 2 says it. Fields are in the order in which they are written out. */
import { z } from 'zod';
import type { ExtensionType } from '@weir/plugins';
import type { Form } from '@weir/plugins/form';
import type { DeltaSharingDefinition } from './delta-sharing-source.js';
import type { RecordDecoder } from './record-decoders.js';
import type { FileFormatDefinition, StreamingFormatDefinition } from './record-format.js';
import { type BUILT_IN_SOURCES, sourceDeclarations } from './source-declarations.js';
import { sourceFormsOf } from './source-forms.js';

export function sourcesOf(form: Form): z.ZodType<AnySourceDefinition> {
  const forms = sourceFormsOf(form);
  const members = [...sourceDeclarations().values()].map(({ member }) => member(forms));
  const union = z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);
  return form.named('IngestSource', union) as unknown as z.ZodType<AnySourceDefinition>;
}

/** Without the formats that can't be run yet. */
type Running<S> = S extends { format: infer F }
  ? Omit<S, 'format'> & { format: Extract<F, FileFormatDefinition | StreamingFormatDefinition> }
  : S;

type BuiltIn = z.output<ReturnType<(typeof BUILT_IN_SOURCES)[number]['member']>>;

/** A source whose kind an extension brings: its own fields are the kind's business. */
export interface ExtensionSourceDefinition {
  readonly type: ExtensionType;
  readonly format: StreamingFormatDefinition;
  readonly recordDecoders: readonly RecordDecoder[];
}

export type AnySourceDefinition = BuiltIn | ExtensionSourceDefinition;
export type BuiltInSourceDefinition =
  | Running<Exclude<BuiltIn, { type: 'DeltaSharingCdf' | 'NumberIterator' }>>
  | DeltaSharingDefinition
  | NumberSourceDefinition;
export type SourceDefinition = BuiltInSourceDefinition | ExtensionSourceDefinition;
export type WebSocketSourceDefinition = Extract<SourceDefinition, { type: 'WebsocketClient' }>;
export type KafkaSourceDefinition = Extract<SourceDefinition, { type: 'Kafka' }>;
export type S3SourceDefinition = Extract<SourceDefinition, { type: 'S3' }>;
export type SqsSourceDefinition = Extract<SourceDefinition, { type: 'SQS' }>;
export type KinesisSourceDefinition = Extract<SourceDefinition, { type: 'Kinesis' }>;
export type KinesisGroupDefinition = Extract<SourceDefinition, { type: 'KinesisKCL' }>;
export type ReactiveStreamDefinition = Extract<SourceDefinition, { type: 'ReactiveStream' }>;
export type WebhookSourceDefinition = Extract<SourceDefinition, { type: 'Webhook' }>;
export type NatsSourceDefinition = Extract<SourceDefinition, { type: 'NatsJetStream' }>;
export type KeepAlive = WebSocketSourceDefinition['keepAlive'];
export type FileSourceDefinition = Extract<SourceDefinition, { type: 'File' }>;
export interface NumberSourceDefinition {
  type: 'NumberIterator';
  startOffset: number | bigint;
  limit?: number | bigint | undefined;
  /** Default: each number is one. */
  format?: FileFormatDefinition | undefined;
}
export type FileUploadDefinition = Extract<SourceDefinition, { type: 'WebSocketFileUpload' }>;
export type StandardInputDefinition = Extract<SourceDefinition, { type: 'StdInput' }>;
export type EventSourceDefinition = Extract<SourceDefinition, { type: 'ServerSentEvent' }>;
