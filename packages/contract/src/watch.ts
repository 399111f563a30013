/** The results of a standing query as an async iterator. */
import type { ValueMap } from '@weir/model';
import type { StandingHandle, StandingMode, StandingOutput } from './standing-handle.js';

export interface WatchOptions {
  /**
   * Watches the standing query of this name if it exists with the same query and mode, or else registers it. Default: a
   * generated name.
   */
  readonly name?: string | undefined;
  /** Default: see `StandingDefinition.mode`. */
  readonly mode?: StandingMode | undefined;
  /** Also yields retractions: results with `isPositiveMatch: false` that end an earlier match. Default false. */
  readonly retractions?: boolean | undefined;
  /** Default: see `StandingDefinition.inputBufferSize`. */
  readonly inputBufferSize?: number | undefined;
  /** Ends the watch; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields results from the registration on, in order, to one loop. At most 256 results are in its memory; it reads more
 * when these are consumed. While `inputBufferSize` results wait on a worker, ingest and writers wait, so a program that
 * stops reading should end the watch.
 *
 * The watch ends when the loop is left, when the signal is aborted, when the standing query is removed, or when the
 * graph closes; unread results are dropped then. If the watch registered the standing query, it removes it.
 */
export interface Watch<R = ValueMap> extends AsyncIterableIterator<StandingOutput<R>>, AsyncDisposable {
  /**
   * Resolves when the standing query is registered: changes from then on are matched. Rejects with `standing.exists`,
   * `standing.invalid-pattern` or `cypher.*`, as the iteration does.
   */
  readonly ready: Promise<StandingHandle>;
  [Symbol.asyncIterator](): Watch<R>;
  /** Ends the watch. A pending `next` resolves as done. */
  return(): Promise<IteratorResult<StandingOutput<R>, undefined>>;
}
