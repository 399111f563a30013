export * from '@weir/plugins/form';
export * from './decoding-failures.js';
export * from './fields/absent-fields.js';
export * from './fields/keyed.js';
export * from './fields/numbers.js';
export * from './fields/ignored-fields.js';
export * from './fields/resource-name.js';
export type { AwsTarget, KafkaSecurity } from './ingest/broker-source.js';
export type { DeltaSharingAuth, DeltaSharingDefinition } from './ingest/delta-sharing-source.js';
export * from './ingest/failure-policies.js';
export * from './ingest/ingest-definition.js';
export * from './ingest/parse-ingest.js';
export type { RecordDecoder } from './ingest/record-decoders.js';
export type { PostgresSlot, PostgresSourceDefinition, PostgresTarget } from './ingest/postgres-source.js';
export * from './ingest/record-format.js';
export { RECONNECT_DEFAULTS } from './ingest/simple-sources.js';
export * from './ingest/source.js';
export { shownSource, sourceDeclarations } from './ingest/source-declarations.js';
export { type IngestDefinitionV1, ingestDefinitionV1, LONGEST_LINE } from './ingest/v1/ingest-definition.js';
export { onlyInVersion2 } from './ingest/v1/only-in-version-2.js';
export { awsOfVersion1 } from './ingest/v1/aws-ingest.js';
export * from './ingest/v1/version-1-form.js';
export * from './nats-target.js';
export type { WebSocketTarget } from './web-socket-target.js';
export type {
  DeadLetterFormat,
  ExtensionDeadLetterDestination,
  ExtensionResultDestination,
} from './outputs/destination-kinds.js';
export * from './outputs/output-definition.js';
export type { FileRotation } from './outputs/file-rotation.js';
export type { PostBatch } from './outputs/post-batch.js';
export * from './outputs/output-forms.js';
export * from './outputs/standing-output-definition.js';
export * from './outputs/workflow.js';
export * from './recipe/recipe-v1.js';
export * from './recipe/recipe-v2.js';
export * from './recipe/ui-settings.js';
export * from './standing/new-standing.js';
export * from './standing/standing-definition.js';
export * from './standing/standing-definition-v2.js';
export { maskedRegistry, type SchemaRegistryDefinition } from './schema-registry.js';
export * from './yaml-document.js';
