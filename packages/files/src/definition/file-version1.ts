/** Version 1 definitions of files and standard input as sources. Fields are in output order. */
import { z } from 'zod';
import { LONGEST_LINE } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  DEFAULT_JSON_FORMAT,
  encoding,
  fileFormat,
  fileFormatOfVersion1,
  ingestLimit,
  maximumLineSize,
  maximumPerSecond,
  parallelism,
  pascal,
  startAtOffset,
  upper,
  version1FileFormat,
} from '@weir/formats/version1';
import type { FileSourceDefinition, StandardInputDefinition } from './file-source.js';

const fileIngest = z
  .object({
    type: z.literal('FileIngest'),
    format: fileFormat.default(DEFAULT_JSON_FORMAT),
    path: z.string().meta({ description: 'File on the host of the server, one record per line' }),
    encoding,
    parallelism,
    maximumLineSize,
    startAtOffset,
    ingestLimit,
    maximumPerSecond,
    fileIngestMode: z
      .enum(['Regular', 'NamedPipe'])
      .optional()
      .meta({ description: 'Default: detected from the path' }),
  })
  .meta({ id: 'FileIngest', description: 'Lines of a file or of a named pipe' });

export const fileVersion1: SourceVersion1<typeof fileIngest, FileSourceDefinition> = {
  type: 'FileIngest',
  schema: fileIngest,
  variables: ['path'],
  toVersion2: ({ format, path, fileIngestMode, ...cut }) => ({
    type: 'File',
    format: fileFormatOfVersion1(format),
    path,
    ...(fileIngestMode === undefined
      ? {}
      : { fileIngestMode: upper(fileIngestMode) as 'REGULAR' | 'NAMED_PIPE' }),
    maximumLineSize: cut.maximumLineSize,
    startOffset: cut.startAtOffset,
    ...(cut.ingestLimit === undefined ? {} : { limit: cut.ingestLimit }),
    characterEncoding: cut.encoding,
    recordDecoders: [],
  }),
  fromVersion2: (source, stream) => ({
    type: 'FileIngest',
    format: version1FileFormat(source.format, stream),
    path: source.path,
    encoding: source.characterEncoding,
    parallelism: stream.parallelism,
    maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
    startAtOffset: source.startOffset,
    ingestLimit: source.limit,
    maximumPerSecond: stream.maximumPerSecond,
    fileIngestMode: source.fileIngestMode && (pascal(source.fileIngestMode) as 'Regular' | 'NamedPipe'),
  }),
};

const standardInputIngest = z
  .object({
    type: z.literal('StandardInputIngest'),
    format: fileFormat.default(DEFAULT_JSON_FORMAT),
    encoding,
    parallelism,
    maximumLineSize,
    maximumPerSecond,
  })
  .meta({ id: 'StandardInputIngest', description: 'Lines of the standard input of the server' });

export const standardInputVersion1: SourceVersion1<typeof standardInputIngest, StandardInputDefinition> = {
  type: 'StandardInputIngest',
  schema: standardInputIngest,
  toVersion2: ({ format, maximumLineSize: longest, encoding: characterEncoding }) => ({
    type: 'StdInput',
    format: fileFormatOfVersion1(format),
    maximumLineSize: longest,
    characterEncoding,
  }),
  fromVersion2: (source, stream) => ({
    type: 'StandardInputIngest',
    format: version1FileFormat(source.format, stream),
    encoding: source.characterEncoding,
    parallelism: stream.parallelism,
    maximumLineSize: source.maximumLineSize ?? LONGEST_LINE,
    maximumPerSecond: stream.maximumPerSecond,
  }),
};
