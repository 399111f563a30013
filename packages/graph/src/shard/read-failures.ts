/**
 * Tells of nodes that can't be read, not of each try: thousands may wait for a store that is away, and one that is damaged
 * may be tried for days beside others that are read well.
 */
import { type Environment, TroubleLog } from '@weir/model';

const WORDS = {
  level: 'error',
  trouble: 'nodes could not be read from the store; retrying',
  over: 'reading nodes from the store works again',
} as const;

export class ReadFailures {
  /** Whose last read failed. */
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
