/**
 * Decides when a source with a transient failure is reopened: up to as many times in a row as its stream's definition
 * says, after growing delays. A source that then works for a while gets all its retries back. While the store fails,
 * for example on a full disk, or workers are replaced, the source is not to blame and its retries are unlimited.
 */
import { isTransient, WeirError, type Clock, type ErrorCode, type Randomness } from '@weir/platform';
import type { StreamErrorPolicy } from '@weir/definitions';
import { TransientSourceError } from '@weir/plugins';

type Retries = Extract<StreamErrorPolicy, { type: 'RetryStreamError' }>;

const NO_RETRIES: Retries = {
  type: 'RetryStreamError',
  retryCount: 0,
  within: 31_000,
  minBackoff: 10_000,
  maxBackoff: 10_000,
};
/** A random delay of up to this many times the base delay is added. */
const RANDOM_FACTOR = 2;

const NOT_OF_THE_SOURCE: ReadonlySet<ErrorCode> = new Set(['store.failed', 'graph.worker-lost']);

export class RestartPolicy {
  private restarts = 0;
  /** Consecutive failures, of any cause. */
  private failures = 0;
  private openedAt: number;
  private readonly retries: Retries;

  constructor(
    policy: StreamErrorPolicy,
    private readonly clock: Clock,
    private readonly random: Randomness,
  ) {
    this.openedAt = clock.now();
    this.retries = policy.type === 'RetryStreamError' ? policy : NO_RETRIES;
  }

  /** Returns the milliseconds to wait before the source is reopened; `undefined`: no retries are left. */
  delayAfter(error: unknown): number | undefined {
    if (!mayPass(error)) return undefined;
    const { retryCount, within, minBackoff, maxBackoff } = this.retries;
    if (this.clock.now() - this.openedAt > within) this.restarts = this.failures = 0;
    const isInnocent = error instanceof WeirError && NOT_OF_THE_SOURCE.has(error.code);
    if (!isInnocent && this.restarts >= retryCount) return undefined;
    if (!isInnocent) this.restarts++;
    const delay = Math.min(maxBackoff, minBackoff * 2 ** this.failures++);
    return delay + Math.floor(this.random.next() * RANDOM_FACTOR * delay);
  }

  reopened(): void {
    this.openedAt = this.clock.now();
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof TransientSourceError || (error instanceof WeirError && isTransient(error.code));
}
