/** Version 2 definition of an S3 object as a source. */
import { z } from 'zod';
import { int, long, type Running, type SourceForms } from '@weir/formats/forms';
import { awsOf } from './aws-target.js';

const text = z.string().min(1);

export function s3SourceOf({ form, fileFormat, recordDecoders }: SourceForms) {
  const { credentials, region, endpoint } = awsOf(form);
  return form
    .member({
      type: z.literal('S3'),
      format: fileFormat,
      bucket: text,
      key: text,
      credentials,
      region,
      endpoint,
      maximumLineSize: int(1).optional(),
      startOffset: long(0n),
      limit: long(0n).optional(),
      characterEncoding: z.string(),
      recordDecoders,
    })
    .meta({ 'x-label': 'Amazon S3', description: 'Records of an S3 object' });
}

export type S3SourceDefinition = Running<z.output<ReturnType<typeof s3SourceOf>>>;
