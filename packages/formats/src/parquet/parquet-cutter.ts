/** The rows of one Parquet file as records. */
import type { CutRecords } from '@weir/plugins';
import { isRandomAccess, needsRandomAccess, type RandomAccess } from '../cutting/random-access.js';
import type { ByteReader } from '../cutting/byte-reader.js';
import type { RecordCutter } from '../cutting/record-cutter.js';
import { type ParquetOptions, ParquetReader } from './parquet-reader.js';

const ADVICE = 'Increase maximumLineSize of the stream, or write the file with smaller row groups.';

export class ParquetCutter implements RecordCutter {
  private readonly file: RandomAccess;
  private readonly reader: ParquetReader;
  private isOpen = false;
  private size = 0;
  private rows = 0;
  private position = 0;

  /** @throws WeirError `ingest.invalid` for a reader without random access. */
  constructor(reader: ByteReader, options: ParquetOptions) {
    if (!isRandomAccess(reader)) throw needsRandomAccess();
    this.file = reader;
    this.reader = new ParquetReader({ advice: ADVICE, ...options });
  }

  async next(maximum: number): Promise<CutRecords | undefined> {
    await this.open();
    if (this.position >= this.rows) return undefined;
    const rows = await this.reader.rows(this.position, Math.min(maximum, this.rows));
    if (rows === undefined) return undefined;
    this.position += rows.bounds.length >>> 1;
    this.file.seek(Math.floor((this.size * this.position) / this.rows));
    return rows;
  }

  async skip(count: number): Promise<boolean> {
    if (count === 0) return true;
    await this.open();
    this.position += count;
    return this.position <= this.rows;
  }

  close(): void {
    this.reader.close();
  }

  private async open(): Promise<void> {
    if (this.isOpen) return;
    this.isOpen = true;
    this.size = await this.file.size();
    this.rows = await this.reader.open(this.file);
  }
}
