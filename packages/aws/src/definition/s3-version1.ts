/** Version 1 definition of an S3 object as a source. Fields are in output order. */
import { z } from 'zod';
import { LONGEST_LINE } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  DEFAULT_OBJECT_FORMAT,
  encoding,
  fileFormat,
  fileFormatOfVersion1,
  ingestLimit,
  maximumLineSize,
  maximumPerSecond,
  parallelism,
  startAtOffset,
  version1FileFormat,
} from '@weir/formats/version1';
import { awsFields, awsOfVersion1, version1Aws } from './aws-version1.js';
import type { S3SourceDefinition } from './s3-source.js';

const text = z.string().min(1);

const s3Ingest = z
  .object({
    type: z.literal('S3Ingest'),
    format: fileFormat.default(DEFAULT_OBJECT_FORMAT),
    bucket: text,
    key: text,
    encoding,
    parallelism,
    ...awsFields,
    maximumLineSize,
    startAtOffset,
    ingestLimit,
    maximumPerSecond,
  })
  .meta({ id: 'S3Ingest', description: 'Lines of an S3 object' });

export const s3Version1: SourceVersion1<typeof s3Ingest, S3SourceDefinition> = {
  type: 'S3Ingest',
  schema: s3Ingest,
  toVersion2: definition => ({
    type: 'S3',
    format: fileFormatOfVersion1(definition.format),
    bucket: definition.bucket,
    key: definition.key,
    ...awsOfVersion1(definition),
    maximumLineSize: definition.maximumLineSize,
    startOffset: definition.startAtOffset,
    ...(definition.ingestLimit === undefined ? {} : { limit: definition.ingestLimit }),
    characterEncoding: definition.encoding,
    recordDecoders: [],
  }),
  fromVersion2: (source, stream) => ({
    type: 'S3Ingest',
    format: version1FileFormat(source.format, stream),
    bucket: source.bucket,
    key: source.key,
    encoding: source.characterEncoding,
    parallelism: stream.parallelism,
    ...version1Aws(source),
    maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
    startAtOffset: source.startOffset,
    ingestLimit: source.limit,
    maximumPerSecond: stream.maximumPerSecond,
  }),
};
