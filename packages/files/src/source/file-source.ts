/** One record per line of a file, read once, or of a named pipe, read forever. */
import { stat } from 'node:fs/promises';
import { WeirError, type Scheduler } from '@weir/platform';
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import {
  type ByteReader,
  checkEncoding,
  DecodingReader,
  furtherOf,
  isUtf8Name,
  LineCutter,
  LineScanner,
  type RecordCutter,
  type RecordScanner,
  TranscodingReader,
} from '@weir/formats/cutting';
import { fileChanged, FileMarker, findMark } from './file-mark.js';
import { FileReader, NamedPipeReader } from './file-reader.js';
import type { RecordDecoder } from '@weir/formats/forms';

export interface FileSourceOptions {
  readonly path: string;
  readonly encoding: string;
  /** Bytes. */
  readonly maximumLineSize: number;
  /** Number of lines to skip first. */
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
  readonly isNamedPipe: boolean;
  /** Applied to the whole file in this order. */
  readonly decoders?: readonly RecordDecoder[];
  /** Finds the ends of records in text; default at every line feed. */
  readonly scanner?: () => RecordScanner;
  /** Replaces the scanner for files that are not text. */
  readonly cutter?: ((reader: ByteReader) => RecordCutter) | undefined;
  readonly scheduler: Scheduler;
  /** Bytes to read at a time; approximately the size of a chunk. */
  readonly blockSize?: number;
}

const DEFAULT_BLOCK_BYTES = 256 * 1024;

export class FileSource extends BaseSource {
  readonly supports: SourceSupports;
  /** No decoding: offsets in the text are offsets in the file. */
  private readonly isPlain: boolean;
  private reader: ByteReader | undefined;
  private cutter: RecordCutter | undefined;
  /** Set if the file is text. */
  private lines: LineCutter | undefined;
  /** Set for a regular file. */
  private marker: FileMarker | undefined;
  private file: FileReader | undefined;
  private lastCut: CutRecords | undefined;

  /** @throws WeirError `ingest.invalid` for an unknown encoding. */
  constructor(private readonly options: FileSourceOptions) {
    super({ firstPosition: options.startAtOffset, limit: options.limit });
    checkEncoding(options.encoding);
    const isText = options.cutter === undefined;
    this.isPlain = isText && isUtf8Name(options.encoding) && (options.decoders ?? []).length === 0;
    const isPipe = options.isNamedPipe;
    this.supports = { finite: !isPipe, resume: isPipe ? 'onward' : 'exact', acknowledge: false };
  }

  status(): SourceStatus {
    const { file, lines, isPlain } = this;
    const bytes = file && {
      unit: 'bytes' as const,
      done: isPlain && lines !== undefined ? lines.offset : file.bytesRead,
      total: file.knownSize,
    };
    const progress = furtherOf(bytes, this.recordProgress());
    return progress === undefined ? {} : { progress };
  }

  protected async openSource(from: ResumePoint | undefined): Promise<void> {
    const startOffset = await this.openReader(from);
    // Closed meanwhile: there is nothing to read, and no other code closes the file.
    if (this.isClosed()) await this.reader!.close();
    const { maximumLineSize, blockSize = DEFAULT_BLOCK_BYTES, isNamedPipe, startAtOffset } = this.options;
    if (this.options.cutter === undefined) {
      const scanner = this.options.scanner?.() ?? new LineScanner();
      this.lines = new LineCutter(this.reader!, { maximumLineSize, blockSize, startOffset, scanner });
    }
    this.cutter = this.lines ?? this.options.cutter!(this.reader!);
    if (from === undefined) {
      await this.cutter.skip(startAtOffset);
    } else if (startOffset === 0 && !isNamedPipe) {
      // Without an offset to resume from, lines are skipped.
      if (!(await this.cutter.skip(from.position)) && !this.isClosed()) {
        throw fileChanged(this.options.path, `it has fewer than ${from.position} records`);
      }
    }
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    this.lastCut = await this.cutter!.next(maximum);
    return this.lastCut;
  }

  protected cursor(): string | null {
    if (this.marker === undefined) return null;
    if (!this.isPlain) return this.marker.somewhere();
    return this.marker.at(this.lines!.offset, this.lastCut!.bytes);
  }

  protected async closeSource(): Promise<void> {
    this.cutter?.close?.();
    await this.reader?.close();
  }

  /** @returns the offset of the first byte that it returns. */
  private async openReader(from: ResumePoint | undefined): Promise<number> {
    const { path, isNamedPipe, scheduler } = this.options;
    if (isNamedPipe) {
      const pipe = await NamedPipeReader.open(path, scheduler);
      this.reader = this.rewritten(pipe);
      return 0;
    }
    const file = await FileReader.open(path);
    this.file = file;
    this.reader = this.rewritten(file);
    this.marker = await FileMarker.of(file);
    const cursor = from?.cursor ?? null;
    const offset = cursor === null ? 0 : ((await findMark(cursor, file, path)) ?? 0);
    file.seek(offset);
    return offset;
  }

  private rewritten(raw: ByteReader): ByteReader {
    const { encoding, decoders = [] } = this.options;
    const decoded = decoders.length === 0 ? raw : new DecodingReader(raw, decoders);
    const isText = this.options.cutter === undefined;
    return isText && !isUtf8Name(encoding) ? new TranscodingReader(decoded, encoding) : decoded;
  }
}

/**
 * Returns whether to read a path as a named pipe: without an end, as it grows.
 * @throws WeirError `ingest.invalid` when the path cannot be read as `mode` says.
 */
export async function isNamedPipe(
  path: string,
  mode: 'REGULAR' | 'NAMED_PIPE' | undefined,
): Promise<boolean> {
  const stats = await stat(path);
  if (stats.isDirectory())
    throw new WeirError('ingest.invalid', `Invalid file path: ${path} - it is a directory.`);
  if (mode === 'REGULAR' && stats.isFIFO()) {
    const advice = 'it is a named pipe; remove fileIngestMode';
    throw new WeirError('ingest.invalid', `Invalid file path: ${path} - ${advice}.`);
  }
  return mode === undefined ? stats.isFIFO() : mode === 'NAMED_PIPE';
}
