/** Messages that a worker sends to the coordinator without a request. */
import type { ResultBatch } from '@weir/graph';
import type { LogLevel, WeirError } from '@weir/platform';

export interface WorkerReports {
  results(batches: readonly ResultBatch[]): void;
  /** A query of a worker subscribes to a standing query (`wiretap`), or (`undefined`) unsubscribes. */
  tap(worker: number, tap: number, query: number | undefined): void;
  expressionsFailed(summary: FailureSummary): void;
  /** A store has less than it acknowledged, so the state of the workers and their coordinator is ahead of it. */
  storeWentBack(reason: WeirError): void;
  log(level: LogLevel, message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** Failures since the last summary. */
export interface FailureSummary {
  readonly plan: number;
  readonly count: number;
  /** Expression of the last failure. */
  readonly expression: string;
  readonly reason: string;
}
