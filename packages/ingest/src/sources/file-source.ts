/** One record per line of a file, read once, or of a named pipe, read for ever. */
import { stat } from 'node:fs/promises';
import { WeirError, type Scheduler } from '@weir/model';
import { BaseSource, type CutRecords } from './base-source.js';
import type { ByteReader } from './byte-reader.js';
import { FileReader, NamedPipeReader } from './file-reader.js';
import type { ResumePoint, SourceSupports } from './ingest-source.js';
import { LineCutter } from './line-cutter.js';
import { LineScanner, type RecordScanner } from './record-scanner.js';
import { checkEncoding, isUtf8Name, TranscodingReader } from './text-encoding.js';

export interface FileSourceOptions {
  readonly path: string;
  readonly encoding: string;
  /** Bytes. */
  readonly maximumLineSize: number;
  /** Lines to pass over first. */
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
  readonly isNamedPipe: boolean;
  /** Where records end; default at every line feed. */
  readonly scanner?: () => RecordScanner;
  readonly scheduler: Scheduler;
  /** Bytes to read at a time; about the size of a chunk. */
  readonly blockSize?: number;
}

const DEFAULT_BLOCK_BYTES = 256 * 1024;

export class FileSource extends BaseSource {
  readonly supports: SourceSupports;
  private readonly isUtf8: boolean;
  private reader: ByteReader | undefined;
  private cutter: LineCutter | undefined;

  /** @throws WeirError `ingest.invalid` for an unknown encoding. */
  constructor(private readonly options: FileSourceOptions) {
    super({ firstPosition: options.startAtOffset, limit: options.limit });
    checkEncoding(options.encoding);
    this.isUtf8 = isUtf8Name(options.encoding);
    const isPipe = options.isNamedPipe;
    this.supports = { finite: !isPipe, resume: isPipe ? 'none' : 'exact', acknowledge: false };
  }

  protected async openSource(from: ResumePoint | undefined): Promise<void> {
    // Offsets in rewritten text are no offsets in the file: there, passing over lines is the way back.
    const startOffset = this.isUtf8 && from !== undefined && from.cursor !== null ? Number(from.cursor) : 0;
    this.reader = await this.openReader(startOffset);
    // Closed meanwhile: then there is nothing to read, and nobody else to let go of the file.
    if (this.isClosed()) await this.reader.close();
    const { maximumLineSize, blockSize = DEFAULT_BLOCK_BYTES } = this.options;
    const scanner = this.options.scanner?.() ?? new LineScanner();
    this.cutter = new LineCutter(this.reader, { maximumLineSize, blockSize, startOffset, scanner });
    if (startOffset === 0) await this.cutter.skip(from?.position ?? this.options.startAtOffset);
  }

  protected cutRecords(maximum: number): Promise<CutRecords | undefined> {
    return this.cutter!.next(maximum);
  }

  protected cursor(): string | null {
    return this.isUtf8 && !this.options.isNamedPipe ? String(this.cutter!.offset) : null;
  }

  protected async closeSource(): Promise<void> {
    await this.reader?.close();
  }

  private async openReader(offset: number): Promise<ByteReader> {
    const { path, isNamedPipe, encoding, scheduler } = this.options;
    const raw = isNamedPipe
      ? await NamedPipeReader.open(path, scheduler)
      : await FileReader.open(path, offset);
    return this.isUtf8 ? raw : new TranscodingReader(raw, encoding);
  }
}

/**
 * Whether a path is to be read as a named pipe: without an end, as it grows.
 * @throws WeirError `ingest.invalid` when the path can't be read as `mode` says.
 */
export async function isNamedPipe(path: string, mode: 'Regular' | 'NamedPipe' | undefined): Promise<boolean> {
  const stats = await stat(path);
  if (stats.isDirectory())
    throw new WeirError('ingest.invalid', `Invalid file path: ${path} - it is a directory.`);
  if (mode === 'Regular' && stats.isFIFO()) {
    const advice = 'it is a named pipe; leave fileIngestMode out, or say NamedPipe';
    throw new WeirError('ingest.invalid', `Invalid file path: ${path} - ${advice}.`);
  }
  return mode === undefined ? stats.isFIFO() : mode === 'NamedPipe';
}
