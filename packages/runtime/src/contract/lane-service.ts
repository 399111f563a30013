/** Lanes: queries that run over many batches of values, opened under the same number on every worker. */
import type { Value } from '@weir/model';
import type { ChunkOutcome, LaneDefinition, QueryFacts, RecordChunk, ValueOutcome } from '@weir/contract';

export interface LaneService {
  open(lane: number, definition: LaneDefinition): Promise<QueryFacts>;
  /**
   * Transfers the chunk's memory to the worker.
   * @param hasTurn other work waits until the chunk is done, so a hold that starts now only affects the next chunk.
   */
  runChunk(lane: number, chunk: RecordChunk, hasTurn?: boolean): Promise<ChunkOutcome>;
  runValues(lane: number, values: readonly Value[]): Promise<readonly ValueOutcome[]>;
  /** Results that pile up stop holding the lane. */
  release(lane: number): Promise<void>;
  /** See `Lane`. */
  hold(lane: number, on: boolean): Promise<void>;
  abort(lane: number): Promise<void>;
  close(lane: number): Promise<void>;
}
