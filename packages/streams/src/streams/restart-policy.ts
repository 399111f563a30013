/**
 * When a source that failed in a way that may pass is opened again: so many times in a row as its stream's definition
 * says, after pauses that get longer; a source that then worked for a while has all its tries again. While the store fails, on a full
 * disk for instance, or workers are replaced, the source is not to blame, and its tries do not end.
 */
import { isTransient, WeirError, type Clock, type ErrorCode, type Randomness } from '@weir/model';
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
/** A pause is up to so many times as long again, by chance. */
const RANDOM_FACTOR = 2;

const NOT_OF_THE_SOURCE: ReadonlySet<ErrorCode> = new Set(['store.failed', 'graph.worker-lost']);

export class RestartPolicy {
  private restarts = 0;
  /** Failures in a row, whoever is to blame. */
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

  /** Milliseconds to wait before the source is opened again; `undefined`: no more tries. */
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
