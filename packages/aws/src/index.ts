export { kinesisTarget, snsTarget, sqsTarget } from './definition/aws-destination.js';
export { awsFields, awsOfVersion1, version1Aws } from './definition/aws-version1.js';
export type { KinesisSourceDefinition } from './definition/kinesis-source.js';
export { maskedAws } from './definition/masked-aws.js';
export { kinesisDestination, snsDestination, sqsDestination } from './destination-kinds.js';
export { kinesisGroupSource, kinesisSource, s3Source, sqsSource } from './source-kinds.js';
