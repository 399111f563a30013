/** Replacement of one plan by another, on one worker: see exchange.ts. */
import type { NodeId, Value } from '@weir/model';
import type { ResultName } from '@weir/standing';
import type { CutExchange } from './exchange.js';

export interface ReplacementService {
  /** Stops writers to this worker's graph, except standing queries. @returns when no writer is active. */
  pauseWriters(): Promise<void>;
  resumeWriters(): Promise<void>;
  /**
   * Runs one step. Every worker completes a step before any starts the next one. @param log the standing query's
   * number.
   */
  run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void>;
  /** Called at rest. Returns, for each shard of this worker, the last batch that the new plan has reported. */
  cut(after: number): Promise<CutExchange['cut']>;
  /**
   * Returns the results of a shard of this worker that were true at the cut, ordered by row and id, page by page; an
   * empty page at the end.
   */
  compared(after: number, shard: number, side: 'before' | 'after'): Promise<readonly ComparedResult[]>;
  /** Changes the ids of results that are true on nodes of this worker. @returns when that is durable. */
  rename(after: number, names: readonly (readonly [node: NodeId, name: ResultName])[]): Promise<void>;
  /** Reports results of two plans that no node reports now. @returns when that is durable. */
  addDifference(log: number, before: number, plan: number, difference: StandingDifference): Promise<void>;
}

/** Steps in this order. After a crash past the cut: `resume`, then from `sort` on. */
export type ReplacementStep =
  'begin' | 'inherit' | 'collect' | 'hold' | 'resume' | 'sort' | 'release' | 'undo' | 'forget';

export interface ComparedResult {
  readonly resultId: string;
  readonly row: readonly Value[];
  /** For the new plan: the node of the result. */
  readonly node: NodeId | null;
  /** For the old plan: the result was true and has ended. */
  readonly isOver: boolean;
}

/** A part of the difference, sent to consumers together. */
export interface StandingDifference {
  readonly cancellations: readonly PlainResult[];
  readonly matches: readonly PlainResult[];
}

export type PlainResult = readonly [resultId: string, row: readonly Value[]];
