/**
 * Shows standing queries to existing nodes. One walk runs at a time, and all requests made during a walk share the next
 * one. So a hundred queries registered during a walk need only one more walk.
 */
import type { MetadataStore } from '@weir/contract';
import type { Workers } from '../contract/workers.js';

export interface Propagation {
  readonly includeSleeping?: boolean;
  /** Number of sleeping nodes to wake at a time. */
  readonly parallelism?: number;
}

/** Stored while queries are shown to sleeping nodes, with the options of the walk. */
const PROPAGATION_KEY = 'propagation';
const DEFAULT_PARALLELISM = 4;

interface Walk {
  includeSleeping: boolean;
  parallelism: number;
  readonly done: Promise<void>;
}

export class Propagations {
  private pending = 0;
  private running: Promise<void> | undefined = undefined;
  /** Starts when the running walk ends; requests can join until then. */
  private next: Walk | undefined = undefined;

  constructor(
    private readonly workers: Workers,
    private readonly metadata: MetadataStore,
  ) {}

  get areOver(): boolean {
    return this.pending === 0;
  }

  /** Repeats a walk that a crash interrupted. */
  async resume(): Promise<void> {
    const unfinished = (await this.metadata.get(PROPAGATION_KEY)) as Propagation | undefined;
    if (unfinished !== undefined) await this.run(unfinished);
  }

  /**
   * Resolves when every query started before the call was shown to the nodes. If a crash interrupts it, `resume` repeats
   * it.
   */
  async run({ includeSleeping = false, parallelism = DEFAULT_PARALLELISM }: Propagation): Promise<void> {
    this.pending++;
    try {
      if (includeSleeping) await this.metadata.put(PROPAGATION_KEY, { includeSleeping, parallelism });
      await this.join(includeSleeping, parallelism);
    } finally {
      this.pending--;
    }
    if (this.pending === 0) await this.metadata.delete(PROPAGATION_KEY);
  }

  private join(includeSleeping: boolean, parallelism: number): Promise<void> {
    const { next } = this;
    if (next === undefined) {
      this.next = { includeSleeping, parallelism, done: this.walkNext(this.running) };
      return this.next.done;
    }
    next.includeSleeping ||= includeSleeping;
    next.parallelism = Math.max(next.parallelism, parallelism);
    return next.done;
  }

  private async walkNext(before: Promise<void> | undefined): Promise<void> {
    // Requests made in the same turn join, too.
    await Promise.resolve();
    await before?.catch(() => undefined);
    const { includeSleeping, parallelism, done } = this.next!;
    this.running = done;
    this.next = undefined;
    await this.workers.each(worker => worker.standing.propagate(includeSleeping, parallelism));
  }
}
