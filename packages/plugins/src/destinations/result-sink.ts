/**
 * Destination of a standing query's results. A sink receives batches, one at a time, in order; its promise is the
 * back-pressure: until it resolves, results wait, and eventually so does ingest.
 *
 * Order of calls: `open` once, then `deliver` one at a time, `close` at any time; a pending `deliver` then ends soon.
 * To write another sink, extend `BaseSink` and pass the exported suite.
 */
import type { StandingOutput } from '@weir/contract';

export interface SinkSupports {
  /** Whether results arrive at the destination in the order in which they were delivered. */
  readonly order: boolean;
  /** Whether transient failures are retried for a while. */
  readonly retry: boolean;
  /** Preferred number of results to deliver together: those in flight when something fails. */
  readonly batch: number;
}

export interface DeliveryFailure {
  readonly result: StandingOutput;
  readonly reason: string;
  /** Whether the failure is transient, so that a retry may succeed. */
  readonly mayPass: boolean;
}

/** Outcome of one batch; the three numbers add up to its length. */
export interface DeliveryReport {
  readonly delivered: number;
  /** Number of results not delivered despite an attempt. */
  readonly failed: number;
  /** Each of them; absent if there are none. */
  readonly failures?: readonly DeliveryFailure[];
  /** Number of results omitted as the definition requires. */
  readonly dropped: number;
  /**
   * Set if the sink has accepted delivered results and sends them later. Resolves when they have arrived, or with the
   * outcome; never, if the sink is closed before. Batches that are sent together have the same promise.
   */
  readonly arrived?: Arrived | undefined;
}

export type Arrived = Promise<LateFailure | undefined>;

export interface LateFailure {
  /** Number of results that did not arrive. */
  readonly count: number;
  /** The known ones among them. */
  readonly failures: readonly DeliveryFailure[];
}

export interface ResultSink {
  readonly supports: SinkSupports;
  /** @throws WeirError `output.*`, `cypher.*` if results could never be delivered. */
  open(): Promise<void>;
  /**
   * @returns when the batch was accepted, or was given up after retries. Does not reject for a destination that fails:
   * the report says so.
   */
  deliver(results: readonly StandingOutput[]): Promise<DeliveryReport>;
  /** Releases all resources. Further calls do nothing. */
  close(): Promise<void>;
}

export function reportOf(count: number, failures: readonly DeliveryFailure[], dropped = 0): DeliveryReport {
  const failed = failures.length;
  const report = { delivered: count - failed - dropped, failed, dropped };
  return failed === 0 ? report : { ...report, failures };
}

/** Returns the same failure for each of some results. */
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
