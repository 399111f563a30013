export * from '@weir/plugins/form';
export * from './decoding-failures.js';
export type { DeadLetterDestination } from './destinations/dead-letter-destination.js';
export { destinationDeclarations } from './destinations/destination-declarations.js';
export type { WorkflowDestination } from './destinations/workflow-destination.js';
export * from './fields/ignored-fields.js';
export { closestField } from './fields/known-fields.js';
export * from './fields/resource-name.js';
export * from './ingest/failure-policies.js';
export * from './ingest/ingest-definition.js';
export * from './ingest/parse-ingest.js';
export * from './ingest/source.js';
export { shownSource, sourceDeclarations } from './ingest/source-declarations.js';
export { type IngestDefinitionV1, ingestDefinitionV1 } from './ingest/v1/ingest-definition.js';
export { onlyInVersion2 } from './ingest/v1/only-in-version-2.js';
export * from './ingest/v1/version-1-form.js';
export { targetField, variableFields } from './recipe/recipe-fields.js';
export {
  destinationOfVersion1,
  type OutputDefinition,
  outputDefinition,
  parseOutputDefinition,
  withoutSecrets,
} from './outputs/output-definition.js';
export * from './outputs/output-forms.js';
export * from './outputs/standing-output-definition.js';
export * from './outputs/workflow.js';
export { recipeJsonSchema } from './recipe/recipe-json-schema.js';
export * from './recipe/recipe-v1.js';
export * from './recipe/recipe-v2.js';
export * from './recipe/ui-settings.js';
export * from './standing/new-standing.js';
export * from './standing/standing-definition.js';
export * from './standing/standing-definition-v2.js';
export * from './yaml-document.js';
export type { KinesisSourceDefinition } from '@weir/aws';
export {
  CSV_CHARACTERS,
  defaulted,
  keyed,
  lenientDouble,
  lenientInt,
  optional,
  withoutNulls,
} from '@weir/formats/forms';
export { pascal } from '@weir/formats/version1';
export type { KafkaSourceDefinition } from '@weir/kafka';
export { version1KeepAlive } from '@weir/web';
