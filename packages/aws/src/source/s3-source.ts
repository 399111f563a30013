/**
 * The records of one S3 object. The position is an offset and the object's tag, so that a rewritten object is not
 * mistaken for the earlier one. A compressed object, or one in another encoding, is read from its beginning after a
 * restart, and records already read are skipped.
 */
import { awsErrorIs, awsReason, isAwsRefusal } from '../connection/aws-problem.js';
import type { S3Object } from '../connection/s3-object.js';
import type { Logger, Scheduler } from '@weir/platform';
import type { RecordDecoder } from '@weir/formats/forms';
import type { CutRecords, ResumePoint, SourceStatus, SourceSupports } from '@weir/plugins';
import {
  type ByteReader,
  checkEncoding,
  DecodingReader,
  furtherOf,
  isUtf8Name,
  LineCutter,
  type RecordCutter,
  type RecordScanner,
  TranscodingReader,
} from '@weir/formats/cutting';
import { RemoteSource } from '@weir/plugins/reconnecting';
import { objectChanged, S3Reader } from './s3-reader.js';

export interface S3SourceOptions {
  readonly object: S3Object;
  /** Description for messages. */
  readonly name: string;
  readonly encoding: string;
  /** Bytes. */
  readonly maximumLineSize: number;
  /** Number of records to skip first. */
  readonly startAtOffset: number;
  readonly limit?: number | undefined;
  /** Applied to the whole object in this order; empty: its `Content-Encoding` decides. */
  readonly decoders: readonly RecordDecoder[];
  readonly scanner: () => RecordScanner;
  /** Replaces the scanner for objects that are not text. */
  readonly cutter?: ((reader: ByteReader) => RecordCutter) | undefined;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}

interface ObjectPosition {
  readonly etag: string;
  /** `null` if offsets in the text are not offsets in the object. */
  readonly offset: number | null;
}

/** Errors of S3 for an object that is not readable or does not exist; S3 uses each for the other. */
const NOT_THERE = ['NotFound', 'NoSuchKey', 'NoSuchBucket', 'Forbidden'];
const BLOCK_BYTES = 256 * 1024;

export class S3Source extends RemoteSource {
  readonly supports: SourceSupports = { finite: true, resume: 'exact', acknowledge: false };
  private from: ResumePoint | undefined;
  private etag = '';
  private raw: S3Reader | undefined;
  private size = 0;
  private reader: ByteReader | undefined;
  private cutter: RecordCutter | undefined;
  /** Set if offsets in the text are offsets in the object. */
  private lines: LineCutter | undefined;

  /** @throws WeirError `ingest.invalid` for an unknown encoding. */
  constructor(private readonly options: S3SourceOptions) {
    const { name: sender, startAtOffset: firstPosition, limit, scheduler, logger } = options;
    super({
      sender,
      reasonOf: awsReason,
      isRefusal: error => isAwsRefusal(error) || awsErrorIs(error, ...NOT_THERE),
      limits: { firstPosition, limit },
      scheduler,
      logger,
    });
    checkEncoding(options.encoding);
  }

  protected override measured(): SourceStatus {
    const { raw, lines, size } = this;
    const bytes = raw && { unit: 'bytes' as const, done: lines?.offset ?? raw.bytesRead, total: size };
    const progress = furtherOf(bytes, this.recordProgress());
    return progress === undefined ? {} : { progress };
  }

  protected begin(from: ResumePoint | undefined): void {
    this.from = from;
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    this.cutter ??= await this.openCutter();
    return this.cutter?.next(maximum);
  }

  protected cursor(): string | null {
    const position: ObjectPosition = { etag: this.etag, offset: this.lines?.offset ?? null };
    return JSON.stringify(position);
  }

  protected override async closeSource(): Promise<void> {
    await super.closeSource();
    this.cutter?.close?.();
    await this.reader?.close();
    this.options.object.close();
  }

  private async openCutter(): Promise<RecordCutter | undefined> {
    const { object, startAtOffset, maximumLineSize, scanner, encoding, cutter: other } = this.options;
    const signal = this.closingSignal;
    const state = await this.attempts.until(() => object.state(signal));
    if (state === undefined) return undefined;
    const { etag, contentEncoding } = state;
    const cursor = this.from?.cursor ?? null;
    const position = cursor === null ? undefined : (JSON.parse(cursor) as ObjectPosition);
    if (position !== undefined && position.etag !== etag) throw objectChanged();
    const decoders = this.decoders(contentEncoding);
    this.etag = etag;
    const startOffset = position?.offset ?? 0;
    const raw = new S3Reader(object, state, startOffset, this.attempts, signal);
    this.raw = raw;
    this.size = state.size;
    const unpacked = decoders.length === 0 ? raw : new DecodingReader(raw, decoders);
    const isOtherText = other === undefined && !isUtf8Name(encoding);
    this.reader = isOtherText ? new TranscodingReader(unpacked, encoding) : unpacked;
    const options = { maximumLineSize, blockSize: BLOCK_BYTES, startOffset, scanner: scanner() };
    const isPlain = other === undefined && decoders.length === 0 && isUtf8Name(encoding);
    const lines = new LineCutter(this.reader, options);
    if (isPlain) this.lines = lines;
    const cutter = other?.(this.reader) ?? lines;
    const passedOver = this.from === undefined ? startAtOffset : startOffset === 0 ? this.from.position : 0;
    if (!(await cutter.skip(passedOver)) && this.from !== undefined && !this.isClosed())
      throw objectChanged();
    return cutter;
  }

  private decoders(contentEncoding: string | undefined): readonly RecordDecoder[] {
    if (this.options.decoders.length > 0) return this.options.decoders;
    switch (contentEncoding?.toLowerCase()) {
      case 'gzip':
        return ['GZIP'];
      case 'deflate':
        return ['ZLIB'];
      default:
        return [];
    }
  }
}
