export type { KinesisSourceDefinition } from './definition/kinesis-source.js';
export { kinesisDestination, snsDestination, sqsDestination } from './destination-kinds.js';
export { kinesisGroupSource, kinesisSource, s3Source, sqsSource } from './source-kinds.js';
