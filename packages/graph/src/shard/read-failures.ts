/**
 * Logs nodes that cannot be read, but not every attempt. Thousands may wait for an unavailable store, and a damaged one
 * may be retried for days while others are read successfully.
 */
import { type Environment, TroubleLog } from '@weir/platform';

const WORDS = {
  level: 'error',
  trouble: 'nodes could not be read from the store; retrying',
  over: 'reading nodes from the store works again',
} as const;

export class ReadFailures {
  /** Nodes whose last read failed. */
  private readonly failing = new Set<object>();
  private readonly log: TroubleLog;

  constructor(shard: number, environment: Pick<Environment, 'clock' | 'logger'>) {
    this.log = new TroubleLog(WORDS, environment, { shard });
  }

  failed(node: object, error: unknown): void {
    this.failing.add(node);
    this.log.happened({ nodes: this.failing.size, error: String(error) });
  }

  succeeded(node: object): void {
    if (this.failing.size === 0 || !this.failing.delete(node) || this.failing.size > 0) return;
    this.log.passed();
  }
}
