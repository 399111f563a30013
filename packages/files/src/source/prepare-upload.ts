import type { FileUploadDefinition } from '../definition/upload-source.js';
import { LONGEST_LINE } from '@weir/formats/forms';
import { type ByteReader, LineCutter, needsRandomAccess, type RecordCutter } from '@weir/formats/cutting';
import { cutterOf, refuseHeaderRow, scannerOf } from '@weir/formats/sources';
import { plainSource, type PreparedSource, type SourceContext } from '@weir/formats/kinds';
import { PushInbox, PushSource } from '@weir/formats/pushing';

const UPLOAD_BLOCK_BYTES = 256 * 1024;

export async function prepareFileUpload(
  { format }: FileUploadDefinition,
  { environment: { scheduler } }: SourceContext,
): Promise<PreparedSource> {
  refuseHeaderRow(format, 'uploaded files');
  if (format.type === 'Parquet') throw needsRandomAccess();
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
