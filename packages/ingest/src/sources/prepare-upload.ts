import { type FileUploadDefinition, LONGEST_LINE } from '@weir/definitions';
import type { ByteReader } from './byte-reader.js';
import { cutterOf, refuseHeaderRow, scannerOf } from './file-records.js';
import { LineCutter } from './line-cutter.js';
import { plainSource, type PreparedSource, type SourceContext } from './prepared-source.js';
import { PushInbox } from './push-inbox.js';
import { PushSource } from './push-source.js';
import { notAtAnyPlace } from './random-access.js';
import type { RecordCutter } from './record-cutter.js';

const UPLOAD_BLOCK_BYTES = 256 * 1024;

export async function prepareFileUpload(
  { format }: FileUploadDefinition,
  { environment: { scheduler } }: SourceContext,
): Promise<PreparedSource> {
  refuseHeaderRow(format, 'what is uploaded');
  if (format.type === 'Parquet') throw notAtAnyPlace();
  const scanner = scannerOf(format);
  const lines = (reader: ByteReader): RecordCutter =>
    new LineCutter(reader, {
      maximumLineSize: LONGEST_LINE,
      blockSize: UPLOAD_BLOCK_BYTES,
      scanner: scanner(),
    });
  const cutFile = (await cutterOf(format, LONGEST_LINE, scheduler)) ?? lines;
  const inbox = new PushInbox(scheduler);
  const intake = { takes: 'files', inbox, cutFile } as const;
  return { ...plainSource(() => new PushSource(inbox)), intake };
}
