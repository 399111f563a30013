/** Version 1 definition of a source of consecutive whole numbers. Fields are in output order. */
import { z } from 'zod';
import { long } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  DEFAULT_NUMBER_FORMAT,
  fileFormat,
  fileFormatOfVersion1,
  maximumPerSecond,
  parallelism,
  version1FileFormat,
} from '@weir/formats/version1';
import type { NumberSourceDefinition } from './number-source.js';

const numberIteratorIngest = z
  .object({
    type: z.literal('NumberIteratorIngest'),
    format: fileFormat.default(DEFAULT_NUMBER_FORMAT),
    startAtOffset: long().default(0).meta({ default: 0, description: 'First number' }),
    ingestLimit: long(0n).optional().meta({ description: 'Number of integers; default: no limit' }),
    maximumPerSecond,
    parallelism,
  })
  .meta({ id: 'NumberIteratorIngest', description: 'Consecutive integers, each as a string' });

export const numberVersion1: SourceVersion1<typeof numberIteratorIngest, NumberSourceDefinition> = {
  type: 'NumberIteratorIngest',
  schema: numberIteratorIngest,
  toVersion2: ({ format, startAtOffset, ingestLimit }) => ({
    type: 'NumberIterator',
    startOffset: startAtOffset,
    ...(ingestLimit === undefined ? {} : { limit: ingestLimit }),
    // Without a format, each number is a record.
    ...(format.type === 'CypherJson' ? {} : { format: fileFormatOfVersion1(format) }),
  }),
  fromVersion2: (source, stream) => ({
    type: 'NumberIteratorIngest',
    format: version1FileFormat(source.format ?? { type: 'JsonL' }, stream),
    startAtOffset: source.startOffset,
    ingestLimit: source.limit,
    maximumPerSecond: stream.maximumPerSecond,
    parallelism: stream.parallelism,
  }),
};
