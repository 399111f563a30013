/** A plan takes another one's place, on one worker: see exchange.ts. */
import type { NodeId, Value } from '@weir/model';
import type { ResultName } from '@weir/standing';
import type { CutExchange } from './exchange.js';

export interface ReplacementService {
  /** Nobody writes to this worker's graph any more, but for what standing queries do. @returns when nobody does. */
  pauseWriters(): Promise<void>;
  resumeWriters(): Promise<void>;
  /** One step, on all workers before the next one on any. @param log the standing query's number. */
  run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void>;
  /** At rest: by shard of this worker, the last batch that the plan that comes has reported. */
  cut(after: number): Promise<CutExchange['cut']>;
  /** What was true at the cut on a shard of this worker, by row and id, page by page; none at the end. */
  compared(after: number, shard: number, side: 'before' | 'after'): Promise<readonly ComparedResult[]>;
  /** Results that are true on nodes of this worker get other ids. @returns when that is durable. */
  rename(after: number, names: readonly (readonly [node: NodeId, name: ResultName])[]): Promise<void>;
  /** Reports results of two plans that no node reports now. @returns when that is durable. */
  addDifference(log: number, before: number, plan: number, difference: StandingDifference): Promise<void>;
}

/** In this order; after a crash past the cut `resume`, and on from `sort`. */
export type ReplacementStep =
  'begin' | 'inherit' | 'collect' | 'hold' | 'resume' | 'sort' | 'release' | 'undo' | 'forget';

export interface ComparedResult {
  readonly resultId: string;
  readonly row: readonly Value[];
  /** Of the plan that comes: where it stands. */
  readonly node: NodeId | null;
  /** Of the old plan: it was true, and is not any more. */
  readonly isOver: boolean;
}

/** What consumers are told: a part of it, to be sent as one. */
export interface StandingDifference {
  readonly cancellations: readonly PlainResult[];
  readonly matches: readonly PlainResult[];
}

export type PlainResult = readonly [resultId: string, row: readonly Value[]];
