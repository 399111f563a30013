/** Lanes: queries that run over many batches of values, opened under one number on every worker. */
import type { Value } from '@weir/model';
import type { ChunkOutcome, LaneDefinition, QueryFacts, RecordChunk, ValueOutcome } from '@weir/contract';

export interface LaneService {
  open(lane: number, definition: LaneDefinition): Promise<QueryFacts>;
  /**
   * The chunk's memory moves to the worker.
   * @param hasTurn others wait until it is done: a hold that comes now is for the next chunk.
   */
  runChunk(lane: number, chunk: RecordChunk, hasTurn?: boolean): Promise<ChunkOutcome>;
  runValues(lane: number, values: readonly Value[]): Promise<readonly ValueOutcome[]>;
  /** Results that pile up no longer hold it. */
  release(lane: number): Promise<void>;
  /** See `Lane`. */
  hold(lane: number, on: boolean): Promise<void>;
  abort(lane: number): Promise<void>;
  close(lane: number): Promise<void>;
}
