export { kinesisTarget, snsTarget, sqsTarget } from './definition/aws-destination.js';
export {
  awsFields,
  awsOfVersion1,
  iteratorOfVersion1,
  numRetries,
  shardIterator,
  version1Aws,
  version1Iterator,
} from './definition/aws-ingest.js';
export { groupOfVersion1, initialPosition, kclFields, version1Group } from './definition/kcl-ingest.js';
export { refuseKclSettings } from './definition/kcl-settings.js';
export { hasItsShard, type KinesisSourceDefinition, NO_SHARD } from './definition/kinesis-source.js';
export { maskedAws } from './definition/masked-aws.js';
export { kinesisDestination, snsDestination, sqsDestination } from './destination-kinds.js';
export { kinesisGroupSource, kinesisSource, s3Source, sqsSource } from './source-kinds.js';
