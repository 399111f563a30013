/** Records cut out of text or files, by their format; and the row with the column names. */
import { csvFields, messageOf, type Scheduler, WeirError } from '@weir/platform';
import type { IngestSource } from '@weir/plugins';
import type { CsvFormatDefinition, FileFormatDefinition } from '../forms/record-format.js';
import { csvDialect } from '../records/csv-dialect.js';
import { CsvScanner } from '../cutting/csv-scanner.js';
import { JsonScanner } from '../cutting/json-scanner.js';
import type { ByteReader } from '../cutting/byte-reader.js';
import { plainSource, type PreparedSource } from '../kinds/prepared-source.js';
import type { RecordCutter } from '../cutting/record-cutter.js';
import { LineScanner, type RecordScanner } from '../cutting/record-scanner.js';

export interface RecordRange {
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
}

/** Reads the column names first, if they are in the first row. */
export async function withHeaderRow(
  { startAtOffset: first, limit: count }: RecordRange,
  format: FileFormatDefinition,
  open: (range: RecordRange) => IngestSource,
): Promise<PreparedSource> {
  if (format.type !== 'CSV' || format.headers !== true)
    return plainSource(() => open({ startAtOffset: first, limit: count }));
  const headers = await readHeaderRow(open({ startAtOffset: first, limit: 1 }), format);
  // The header row is skipped, and counts towards the limit of records.
  const startAtOffset = first + 1;
  const limit = count === undefined ? undefined : Math.max(0, count - 1);
  return { openSource: () => open({ startAtOffset, limit }), decoders: [], headers };
}

export function asNumber(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Returns the cutter for binary files; `undefined` for text. */
export async function cutterOf(
  { type }: FileFormatDefinition,
  maximumBlockSize: number,
  scheduler: Scheduler,
): Promise<((reader: ByteReader) => RecordCutter) | undefined> {
  if (type === 'Parquet') {
    const { ParquetCutter } = await import('../parquet/parquet-cutter.js');
    return reader => new ParquetCutter(reader, { maximumGroupBytes: maximumBlockSize, scheduler });
  }
  if (type !== 'AvroContainer') return undefined;
  const { AvroContainerCutter } = await import('../cutting/avro-container.js');
  return reader => new AvroContainerCutter(reader, { maximumBlockSize });
}

export function scannerOf(format: FileFormatDefinition): () => RecordScanner {
  if (format.type === 'Json') return () => new JsonScanner();
  if (format.type !== 'CSV') return () => new LineScanner();
  const dialect = csvDialect(format);
  return () => new CsvScanner(dialect);
}

export function refuseHeaderRow(format: FileFormatDefinition, where: string): void {
  if (format.type !== 'CSV' || format.headers !== true) return;
  throw new WeirError(
    'ingest.invalid',
    `Column names cannot be read in advance from ${where}: give them as a list in 'headers'.`,
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
    throw new WeirError('ingest.invalid', `The row of column names cannot be read: ${reason}`, {
      cause: error,
    });
  } finally {
    await source.close();
  }
}
