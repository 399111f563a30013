export { prepareKinesis, prepareKinesisGroup, prepareSqs } from './source/prepare-aws.js';
export { prepareS3Object } from './source/prepare-s3.js';
