/**
 * When a source that failed in a way that may pass is opened again: at most three times in a row, each after
 * ten to thirty seconds; a source that then worked for a while has all its tries again. While the store fails, on a full
 * disk for instance, or workers are replaced, the source is not to blame, and its tries do not end.
 */
import { isTransient, WeirError, type Clock, type ErrorCode, type Randomness } from '@weir/model';
import { TransientSourceError } from '../sources/ingest-source.js';

const MAXIMUM_RESTARTS = 3;
const WORKED_AGAIN_MILLIS = 31_000;
const SHORTEST_DELAY_MILLIS = 10_000;
const RANDOM_DELAY_MILLIS = 20_000;

const NOT_OF_THE_SOURCE: ReadonlySet<ErrorCode> = new Set(['store.failed', 'graph.worker-lost']);

export class RestartPolicy {
  private restarts = 0;
  private openedAt: number;

  constructor(
    private readonly clock: Clock,
    private readonly random: Randomness,
  ) {
    this.openedAt = clock.now();
  }

  /** Milliseconds to wait before the source is opened again; `undefined`: no more tries. */
  delayAfter(error: unknown): number | undefined {
    if (!mayPass(error)) return undefined;
    if (this.clock.now() - this.openedAt > WORKED_AGAIN_MILLIS) this.restarts = 0;
    const isInnocent = error instanceof WeirError && NOT_OF_THE_SOURCE.has(error.code);
    if (!isInnocent && this.restarts === MAXIMUM_RESTARTS) return undefined;
    if (!isInnocent) this.restarts++;
    return SHORTEST_DELAY_MILLIS + Math.floor(this.random.next() * RANDOM_DELAY_MILLIS);
  }

  reopened(): void {
    this.openedAt = this.clock.now();
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof TransientSourceError || (error instanceof WeirError && isTransient(error.code));
}
