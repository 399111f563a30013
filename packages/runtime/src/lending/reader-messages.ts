/** Messages between the owner of a graph and a process that lends it workers, about the sources that process reads. */
import type { ResumePoint, SourceBatch, SourceStatus } from '@weir/contract';

/** Calls of one reader arrive in order. Calls with an id are answered. */
export type ReaderCall =
  | readonly [
      'open',
      id: number,
      reader: number,
      stream: string,
      definition: unknown,
      from: ResumePoint | null,
      keeps: boolean,
    ]
  | readonly ['next', id: number, reader: number, maximum: number]
  | readonly ['close', id: number, reader: number]
  | readonly ['acknowledge', reader: number, point: ResumePoint]
  | readonly ['pause' | 'resume', reader: number];

export type ReaderAnswer =
  /** `null`: for `next`, the source has ended; otherwise, the call is done. */
  | readonly ['done', id: number, batch: SourceBatch | null]
  /** Like `done`, for a batch whose records stay in that process. */
  | readonly [
      'kept',
      id: number,
      ticket: number,
      bounds: Uint32Array,
      firstPosition: number,
      after: ResumePoint,
    ]
  | readonly ['failed', id: number, code: string, message: string]
  | readonly ['status', reader: number, status: SourceStatus];
