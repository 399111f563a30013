/** One record per line of the process's standard input, from its current position. */
import type { Readable } from 'node:stream';
import { BaseSource, type CutRecords, type SourceSupports } from '@weir/plugins';
import {
  type ByteReader,
  checkEncoding,
  isUtf8Name,
  LineCutter,
  type RecordCutter,
  type RecordScanner,
  StreamReader,
  TranscodingReader,
} from '@weir/formats/cutting';

export interface StandardInputSourceOptions {
  readonly stream: Readable;
  readonly encoding: string;
  /** Bytes. */
  readonly maximumLineSize: number;
  /** Finds the ends of records in text. */
  readonly scanner: RecordScanner;
  /** Replaces the scanner for input that is not text. */
  readonly cutter?: ((reader: ByteReader) => RecordCutter) | undefined;
}

const BLOCK_BYTES = 64 * 1024;

export class StandardInputSource extends BaseSource {
  readonly supports: SourceSupports = { finite: true, resume: 'onward', acknowledge: false };
  private reader: ByteReader | undefined;
  private cutter: RecordCutter | undefined;

  /** @throws WeirError `ingest.invalid` for an unknown encoding. */
  constructor(private readonly options: StandardInputSourceOptions) {
    super();
    checkEncoding(options.encoding);
  }

  protected openSource(): Promise<void> {
    const { stream, encoding, maximumLineSize, scanner, cutter } = this.options;
    const raw = new StreamReader(stream);
    const isPlain = cutter !== undefined || isUtf8Name(encoding);
    this.reader = isPlain ? raw : new TranscodingReader(raw, encoding);
    this.cutter =
      cutter?.(this.reader) ??
      new LineCutter(this.reader, { maximumLineSize, blockSize: BLOCK_BYTES, scanner });
    return Promise.resolve();
  }

  protected cutRecords(maximum: number): Promise<CutRecords | undefined> {
    return this.cutter!.next(maximum);
  }

  protected cursor(): string | null {
    return null;
  }

  protected async closeSource(): Promise<void> {
    await this.reader?.close();
  }
}
