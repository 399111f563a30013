/** Version 2 definitions of files and standard input as sources. */
import { z } from 'zod';
import {
  encoding,
  first,
  limit,
  maximumLineSize,
  required,
  type Running,
  type SourceForms,
} from '@weir/formats/forms';

export function fileSourceOf({ form, fileFormat, recordDecoders }: SourceForms) {
  return form
    .member({
      type: z.literal('File'),
      format: fileFormat,
      path: z.string().meta({
        'x-label': 'Path on the server',
        description:
          'File on the host of the server, directly in a directory of `file-ingest.allowed-directories` (default: its working directory)',
      }),
      fileIngestMode: form
        .word(['REGULAR', 'NAMED_PIPE'])
        .optional()
        .meta({ 'x-label': 'Kind of file', description: 'Default: detected from the path' }),
      maximumLineSize,
      startOffset: first,
      limit,
      characterEncoding: encoding.default('UTF-8'),
      recordDecoders: recordDecoders.meta({
        'x-label': 'Compression and encoding',
        description: 'Decodings to apply to the whole file, in this order, before it is split into records',
      }),
    })
    .meta({ 'x-label': 'File', 'x-common': 1, description: 'Records of a file or of a named pipe' });
}

export function standardInputSourceOf({ form, fileFormat }: SourceForms) {
  const characterEncoding = required(form, encoding, 'UTF-8');
  return form
    .member({ type: z.literal('StdInput'), format: fileFormat, maximumLineSize, characterEncoding })
    .meta({ 'x-label': 'Standard input', description: 'Records of the standard input of the server' });
}

export type FileSourceDefinition = Running<z.output<ReturnType<typeof fileSourceOf>>>;
export type StandardInputDefinition = Running<z.output<ReturnType<typeof standardInputSourceOf>>>;
