import { wordsOf } from './words.js';

test.each([
  ['name', 'Name'],
  ['maxPerSecond', 'Max per second'],
  ['bootstrapServers', 'Bootstrap servers'],
  ['schemaUrl', 'Schema URL'],
  ['awsRegion', 'AWS region'],
  ['NAMED_PIPE', 'Named pipe'],
  ['ServerSentEvent', 'Server sent event'],
  ['KinesisKCL', 'Kinesis KCL'],
  ['HTTPEndpoint', 'HTTP endpoint'],
  ['S3', 'S3'],
  ['fraud-ring', 'Fraud ring'],
  ['example.Folder', 'Folder'],
])('says %s as %s', (name, words) => expect(wordsOf(name)).toBe(words));
