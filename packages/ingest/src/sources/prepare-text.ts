/** From a definition to a source whose records are cut out of text or of files: what they are, and by what they are cut. */
import { csvFields, messageOf, type Scheduler, WeirError } from '@weir/model';
import type { IngestSource } from '@weir/plugins';
import {
  LONGEST_LINE,
  type CsvFormatDefinition,
  type FileFormatDefinition,
  type FileSourceDefinition,
  type FileUploadDefinition,
  type NumberSourceDefinition,
  type S3SourceDefinition,
  type StandardInputDefinition,
  type WebhookSourceDefinition,
} from '@weir/definitions';
import { csvDialect } from '../formats/csv-dialect.js';
import { CsvScanner } from '../formats/csv-scanner.js';
import { JsonScanner } from '../formats/json-scanner.js';
import { prepareS3 } from './aws/prepare-aws.js';
import type { ByteReader } from './byte-reader.js';
import { bodyCutter } from './cut-body.js';
import { FileSource, isNamedPipe, type FileSourceOptions } from './file-source.js';
import { LineCutter } from './line-cutter.js';
import { NumberSource } from './number-source.js';
import { plainSource, type PreparedSource, type SourceContext, untriable } from './prepared-source.js';
import { PushInbox } from './push-inbox.js';
import { PushSource } from './push-source.js';
import { notAtAnyPlace } from './random-access.js';
import type { RecordCutter } from './record-cutter.js';
import { LineScanner, type RecordScanner } from './record-scanner.js';
import { StandardInputSource } from './standard-input-source.js';
import { checkEncoding } from './text-encoding.js';

const UPLOAD_BLOCK_BYTES = 256 * 1024;

export async function prepareFile(
  source: FileSourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  const path = await context.files.check(source.path);
  checkEncoding(encoding);
  const options: FileSourceOptions = {
    path,
    encoding,
    maximumLineSize,
    startAtOffset: Number(source.startOffset),
    limit: asNumber(source.limit),
    isNamedPipe: await isNamedPipe(path, source.fileIngestMode),
    decoders: source.recordDecoders,
    scanner: scannerOf(format),
    cutter: await cutterOf(format, maximumLineSize, context.environment.scheduler),
    scheduler: context.environment.scheduler,
  };
  if (context.isTrial === true && options.isNamedPipe) throw untriable('A named pipe');
  if (format.type === 'Parquet' && (options.isNamedPipe || source.recordDecoders.length > 0))
    throw notAtAnyPlace();
  if (options.isNamedPipe) refuseHeaderRow(format, 'a named pipe');
  return withHeaderRow(options, format, fields => new FileSource({ ...options, ...fields }));
}

export async function prepareStandardInput(
  source: StandardInputDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  refuseHeaderRow(format, 'standard input');
  if (format.type === 'Parquet') throw notAtAnyPlace();
  const scanner = scannerOf(format);
  const stream = context.standardInput();
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const options = { stream, encoding, maximumLineSize, cutter };
  return plainSource(() => new StandardInputSource({ ...options, scanner: scanner() }));
}

export async function prepareNumbers(source: NumberSourceDefinition): Promise<PreparedSource> {
  if (source.format !== undefined) {
    refuseHeaderRow(source.format, 'a row of numbers');
    const { type } = source.format;
    if (type === 'AvroContainer' || type === 'Parquet')
      throw new WeirError('ingest.invalid', `Numbers can't be read as ${type}.`);
  }
  const start = BigInt(source.startOffset);
  const limit = asNumber(source.limit);
  return plainSource(() => new NumberSource(start, limit));
}

export async function prepareWebhook(
  { format }: WebhookSourceDefinition,
  { environment: { scheduler } }: SourceContext,
): Promise<PreparedSource> {
  let scanner = (): RecordScanner => new LineScanner();
  if (format.type === 'CSV' || format.type === 'Json') {
    refuseHeaderRow(format, 'what is pushed');
    scanner = scannerOf(format);
  }
  const inbox = new PushInbox(scheduler);
  const intake = { takes: 'bodies', inbox, cutBody: bodyCutter(format, scanner) } as const;
  return { ...plainSource(() => new PushSource(inbox)), intake };
}

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

export async function prepareS3Object(
  source: S3SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  if (format.type === 'Parquet' && source.recordDecoders.length > 0) throw notAtAnyPlace();
  const open = await prepareS3(source, context);
  const range = { startAtOffset: Number(source.startOffset), limit: asNumber(source.limit) };
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const common = { encoding, maximumLineSize, scanner: scannerOf(format), cutter };
  return withHeaderRow(range, format, fields => open({ ...common, ...fields }));
}

interface RecordRange {
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
}

/** Reads the names of the columns ahead, where the first row has them. */
async function withHeaderRow(
  { startAtOffset: first, limit: count }: RecordRange,
  format: FileFormatDefinition,
  open: (range: RecordRange) => IngestSource,
): Promise<PreparedSource> {
  if (format.type !== 'CSV' || format.headers !== true)
    return plainSource(() => open({ startAtOffset: first, limit: count }));
  const headers = await readHeaderRow(open({ startAtOffset: first, limit: 1 }), format);
  // The header row is passed over, and is one of the records that the limit allows.
  const startAtOffset = first + 1;
  const limit = count === undefined ? undefined : Math.max(0, count - 1);
  return { openSource: () => open({ startAtOffset, limit }), decoders: [], headers };
}

function asNumber(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Cuts binary files; `undefined` for text. */
async function cutterOf(
  { type }: FileFormatDefinition,
  maximumBlockSize: number,
  scheduler: Scheduler,
): Promise<((reader: ByteReader) => RecordCutter) | undefined> {
  if (type === 'Parquet') {
    const { ParquetCutter } = await import('../parquet/parquet-cutter.js');
    return reader => new ParquetCutter(reader, { maximumGroupBytes: maximumBlockSize, scheduler });
  }
  if (type !== 'AvroContainer') return undefined;
  const { AvroContainerCutter } = await import('../sources/avro-container.js');
  return reader => new AvroContainerCutter(reader, { maximumBlockSize });
}

function scannerOf(format: FileFormatDefinition): () => RecordScanner {
  if (format.type === 'Json') return () => new JsonScanner();
  if (format.type !== 'CSV') return () => new LineScanner();
  const dialect = csvDialect(format);
  return () => new CsvScanner(dialect);
}

function refuseHeaderRow(format: FileFormatDefinition, where: string): void {
  if (format.type !== 'CSV' || format.headers !== true) return;
  throw new WeirError(
    'ingest.invalid',
    `Column names can't be read ahead from ${where}: give them as a list in 'headers'.`,
  );
}

async function readHeaderRow(source: IngestSource, format: CsvFormatDefinition): Promise<string[]> {
  try {
    await source.open();
    const batch = await source.next(1);
    if (batch === undefined) return [];
    const { bytes, bounds } = batch.chunk;
    const row = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(bounds[0], bounds[1]));
    return csvFields(row, csvDialect(format));
  } catch (error) {
    if (error instanceof WeirError) throw error;
    const reason = messageOf(error);
    throw new WeirError('ingest.invalid', `The row of column names can't be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await source.close();
  }
}
