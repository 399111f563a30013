/** What the owner of a graph and a process that lends it workers say to each other about what that one reads. */
import type { ResumePoint, SourceBatch, SourceStatus } from '@weir/contract';

/** Calls of one reader come in order. Those with an id are answered. */
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
  /** `null`: of `next` that there is no more; otherwise that it is done. */
  | readonly ['done', id: number, batch: SourceBatch | null]
  /** As `done`: a batch whose records stay where they are. */
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
