/** Records of a chunk as rows of the ingest query, and rejected records. */
import type {
  AcceptRecord,
  RecordChunk,
  RecordFormat,
  RejectedRecord,
  RejectRecord,
  SlowRecordFormat,
} from '@weir/contract';
import type { Row } from '@weir/cypher';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import { REASONS_PER_CHUNK } from '../flow/chunk-parts.js';

export class ParsedRecords {
  readonly rows: Row[] = [];
  rejected = 0;
  /** The first few rejections, or all. */
  readonly rejections: RejectedRecord[] = [];
  /** For each row, the index of its record in the chunk. */
  private readonly indexes: number[] = [];
  private readonly most: number;

  constructor(
    private readonly chunk: RecordChunk,
    allRejections = false,
  ) {
    this.most = allRejections ? Infinity : REASONS_PER_CHUNK;
  }

  addAll(format: RecordFormat): void {
    const [accept, reject] = this.from(0);
    format.parse(this.chunk, accept, reject);
  }

  /** @param part of the chunk, starting at record `first`. @returns how many of its records were added or rejected. */
  addSome(format: SlowRecordFormat, part: RecordChunk, first: number): MaybePromise<number> {
    return format.parseSome(part, ...this.from(first));
  }

  private from(first: number): [AcceptRecord, RejectRecord] {
    return [
      (value, index) => {
        this.rows.push([value]);
        this.indexes.push(first + index);
      },
      (index, reason, decoded) => this.reject(first + index, reason, decoded),
    ];
  }

  rejectRow(row: number, reason: string): void {
    this.reject(this.indexes[row]!, reason, this.rows[row]![0]);
  }

  /** @returns the position in the stream of a row's record. */
  positionOf(row: number): number {
    return this.chunk.firstPosition + (this.indexes[row] ?? 0);
  }

  private reject(index: number, reason: string, decoded: Value | undefined): void {
    this.rejected++;
    if (this.rejections.length >= this.most) return;
    const position = this.chunk.firstPosition + index;
    this.rejections.push(decoded === undefined ? { position, reason } : { position, reason, decoded });
  }
}
