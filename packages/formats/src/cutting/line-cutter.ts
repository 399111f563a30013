/**
 * Cuts lines out of a stream of bytes.
 *
 * Algorithm: read a large block, find the line feeds in it, hand over the block itself if all its lines are requested,
 * and carry only the unfinished last line into the next block. So bytes are copied once, except for a few per block,
 * and memory is one block plus the longest line. A `RecordScanner` decides which line feeds end a record. A carriage
 * return before the line feed is not part of the record, an empty line is a record, and the last line needs no line
 * feed.
 */
import { WeirError } from '@weir/platform';
import type { CutRecords } from '@weir/plugins';
import type { ByteReader } from './byte-reader.js';
import type { RecordCutter } from './record-cutter.js';
import { LineScanner, type RecordScanner } from './record-scanner.js';

const LF = 10;
const CR = 13;
const UTF8_BOM = [0xef, 0xbb, 0xbf];

export interface LineCutterOptions {
  /** Maximum line size in bytes; a longer line fails with `ingest.record-too-long`. */
  readonly maximumLineSize: number;
  /** Number of bytes per read. */
  readonly blockSize: number;
  /** Offset of the reader's first byte in the whole; a byte-order mark is dropped only at 0. */
  readonly startOffset?: number;
  /** By default, every line feed ends a record. */
  readonly scanner?: RecordScanner;
}

export class LineCutter implements RecordCutter {
  private block: Buffer = Buffer.alloc(0);
  /** Position of the first byte not handed over. */
  private start = 0;
  /** How far the scanner has read; it continues from here. */
  private scanned = 0;
  private end = 0;
  private atEnd = false;
  private atVeryStart: boolean;
  private bounds = new Uint32Array(1024);
  private offsetOfStart: number;
  private readonly scanner: RecordScanner;
  /** 1 if the byte that ends a record belongs to it. */
  private readonly kept: 0 | 1;
  private meetsLongLine = false;

  constructor(
    private readonly reader: ByteReader,
    private readonly options: LineCutterOptions,
  ) {
    this.scanner = options.scanner ?? new LineScanner();
    this.kept = this.scanner.keepsEnd ? 1 : 0;
    this.offsetOfStart = options.startOffset ?? 0;
    this.atVeryStart = this.offsetOfStart === 0;
  }

  /** Offset in the whole of the first byte not handed over. */
  get offset(): number {
    return this.offsetOfStart;
  }

  async next(maximum: number): Promise<CutRecords | undefined> {
    for (;;) {
      const count = this.scan(maximum);
      if (count > 0) return this.take(count);
      if (this.atEnd) {
        if (!this.scanner.finish() || this.start === this.end) return undefined;
        this.bound(0, this.start, this.end);
        this.scanned = this.end;
        return this.take(1);
      }
      await this.fill();
    }
  }

  async skip(count: number): Promise<boolean> {
    let left = count;
    while (left > 0) {
      const passed = await this.next(left);
      if (passed === undefined) return false;
      left -= passed.bounds.length >>> 1;
    }
    return true;
  }

  /** Finds whole records from `start` on; their bounds are absolute in the block. @returns their number. */
  private scan(maximum: number): number {
    const { maximumLineSize } = this.options;
    let count = 0;
    let from = this.start;
    while (count < maximum && !this.meetsLongLine) {
      const lineFeed = this.scanner.find(this.block, this.scanned, this.end);
      if (lineFeed < 0) {
        this.scanned = this.end;
        this.meetsLongLine = this.end - from > maximumLineSize;
        break;
      }
      if (lineFeed - from > maximumLineSize) {
        this.meetsLongLine = true;
        break;
      }
      this.bound(count, from, lineFeed + this.kept);
      count++;
      from = this.scanned = lineFeed + 1;
    }
    // Records before the overlong line are valid and are returned first.
    if (count === 0 && this.meetsLongLine) throw this.tooLong();
    return count;
  }

  private bound(index: number, start: number, end: number): void {
    const at = index * 2;
    if (at >= this.bounds.length) {
      const larger = new Uint32Array(this.bounds.length * 2);
      larger.set(this.bounds);
      this.bounds = larger;
    }
    const begin = this.scanner.begin(this.block, start, end);
    this.bounds[at] = begin;
    this.bounds[at + 1] = this.kept === 0 && end > begin && this.block[end - 1] === CR ? end - 1 : end;
  }

  /** Hands over the first `count` lines that `scan` found. */
  private take(count: number): CutRecords {
    const until = this.endOf(count);
    const start = this.start;
    const taken = until - start;
    const bounds = this.bounds.slice(0, count * 2);
    for (let i = 0; i < bounds.length; i++) bounds[i]! -= start;
    const rest = this.end - until;
    let bytes: Uint8Array;
    if (taken >= this.options.blockSize / 2 && taken >= rest) {
      // Most of the block is handed over: give it away and copy the rest.
      bytes = this.block.subarray(start, until);
      this.moveTo(this.allocate(rest), until);
    } else {
      bytes = new Uint8Array(taken);
      bytes.set(this.block.subarray(start, until));
      this.start = until;
    }
    this.offsetOfStart += taken;
    return { bytes, bounds };
  }

  /** End of the last of `count` found records, including its line feed. */
  private endOf(count: number): number {
    let end = this.bounds[count * 2 - 1]!;
    if (this.kept === 1) return end;
    if (end < this.end && this.block[end] === CR) end++;
    if (end < this.end && this.block[end] === LF) end++;
    return end;
  }

  private async fill(): Promise<void> {
    if (this.block.length - this.end < this.options.blockSize / 4) {
      this.moveTo(this.allocate(this.end - this.start), this.start);
    }
    const read = await this.reader.read(this.block, this.end);
    if (read === 0) this.atEnd = true;
    this.end += read;
    if (this.atVeryStart && (this.end >= UTF8_BOM.length || this.atEnd)) {
      this.atVeryStart = false;
      if (UTF8_BOM.every((byte, i) => i < this.end && this.block[i] === byte)) {
        this.start = this.scanned = UTF8_BOM.length;
        this.offsetOfStart = UTF8_BOM.length;
      } else if (this.end >= 2) checkByteOrder(this.block[0]!, this.block[1]!);
    }
  }

  /** Continues in `block` with the bytes from `from` on. */
  private moveTo(block: Buffer, from: number): void {
    this.block.copy(block, 0, from, this.end);
    this.block = block;
    this.end -= from;
    this.scanned -= from;
    this.start = 0;
  }

  /** Allocates a block with room for twice the carried bytes, at least the usual block size. */
  private allocate(carried: number): Buffer {
    return Buffer.allocUnsafeSlow(Math.max(this.options.blockSize, carried * 2));
  }

  private tooLong(): WeirError {
    const { maximumLineSize } = this.options;
    return new WeirError(
      'ingest.record-too-long',
      `The line that begins at byte ${this.offsetOfStart} is longer than maximumLineSize, ${maximumLineSize} bytes. ` +
        'Increase maximumLineSize of the stream, or check that the file has one record per line.',
    );
  }
}

/** Rejects text that is not UTF-8 by its byte-order mark: every line would be a wrong record. */
function checkByteOrder(first: number, second: number): void {
  if (first + second !== 0xff + 0xfe || (first !== 0xff && second !== 0xff)) return;
  throw new WeirError(
    'ingest.invalid',
    'The data begins with the byte-order mark of UTF-16 or UTF-32, but is read as UTF-8. Set its encoding: ' +
      'UTF-16 is supported, UTF-32 is not.',
  );
}
