/**
 * Where results of a standing query go. A sink is handed batches, one at a time, in order; its promise is the
 * back-pressure: while it is not answered, results wait, and in the end ingest does.
 *
 * Order of calls: `open` once, then `deliver` one at a time, `close` at any moment; a `deliver` under way then
 * ends soon. Write another sink by extending `BaseSink` and passing the exported suite.
 */
import type { StandingOutput } from '@weir/contract';

export interface SinkSupports {
  /** Results arrive at the destination in the order in which they were delivered. */
  readonly order: boolean;
  /** Failures that may pass are tried again for a while. */
  readonly retry: boolean;
  /** Results that are best delivered together: what is under way when something fails. */
  readonly batch: number;
}

export interface DeliveryFailure {
  readonly result: StandingOutput;
  readonly reason: string;
  /** It is the moment that is wrong, not the result: later it may work. */
  readonly mayPass: boolean;
}

/** What became of the results of one batch; the three numbers add up to its length. */
export interface DeliveryReport {
  readonly delivered: number;
  /** Not delivered, though the sink tried. */
  readonly failed: number;
  /** Each of them; absent when there are none. */
  readonly failures?: readonly DeliveryFailure[];
  /** Left out on purpose, as the definition asks. */
  readonly dropped: number;
  /**
   * Delivered results are in the sink's hands, and on their way later. Resolves when they have arrived, or with what
   * became of them; never, if the sink is closed before. Batches that go together have the same promise.
   */
  readonly arrived?: Arrived | undefined;
}

export type Arrived = Promise<LateFailure | undefined>;

export interface LateFailure {
  /** Results that did not arrive. */
  readonly count: number;
  /** Those of them that are known. */
  readonly failures: readonly DeliveryFailure[];
}

export interface ResultSink {
  readonly supports: SinkSupports;
  /** @throws WeirError `output.*`, `cypher.*` when results could never be delivered. */
  open(): Promise<void>;
  /**
   * @returns when the batch has been taken, tried or given up. Does not reject for a destination that fails:
   *   that is in the report.
   */
  deliver(results: readonly StandingOutput[]): Promise<DeliveryReport>;
  /** Lets go of everything. Calling it again does nothing. */
  close(): Promise<void>;
}

export function reportOf(count: number, failures: readonly DeliveryFailure[], dropped = 0): DeliveryReport {
  const failed = failures.length;
  const report = { delivered: count - failed - dropped, failed, dropped };
  return failed === 0 ? report : { ...report, failures };
}

/** The same failure for each of some results. */
export function failuresOf(
  results: readonly StandingOutput[],
  reason: string,
  mayPass: boolean,
): DeliveryFailure[] {
  return results.map(result => ({ result, reason, mayPass }));
}

export function bothArrived(one: Arrived | undefined, other: Arrived | undefined): Arrived | undefined {
  if (one === undefined || one === other) return other;
  if (other === undefined) return one;
  return Promise.all([one, other]).then(([first, second]) =>
    first === undefined || second === undefined
      ? (first ?? second)
      : { count: first.count + second.count, failures: [...first.failures, ...second.failures] },
  );
}
