/**
 * Shows standing queries to the nodes that were there before them: one walk at a time, and all who ask while one is under
 * way share the next. So a hundred queries that come while nodes are walked are shown in one more walk.
 */
import type { MetadataStore } from '@weir/contract';
import type { Workers } from '../contract/workers.js';

export interface Propagation {
  readonly includeSleeping?: boolean;
  /** Sleeping nodes that are woken at a time. */
  readonly parallelism?: number;
}

/** While sleeping nodes are shown something: with what options. */
const PROPAGATION_KEY = 'propagation';
const DEFAULT_PARALLELISM = 4;

interface Walk {
  includeSleeping: boolean;
  parallelism: number;
  readonly done: Promise<void>;
}

export class Propagations {
  private asked = 0;
  private running: Promise<void> | undefined = undefined;
  /** Begins when the running one ends; more may join until then. */
  private next: Walk | undefined = undefined;

  constructor(
    private readonly workers: Workers,
    private readonly metadata: MetadataStore,
  ) {}

  get areOver(): boolean {
    return this.asked === 0;
  }

  /** Does again what a crash interrupted. */
  async goOn(): Promise<void> {
    const unfinished = (await this.metadata.get(PROPAGATION_KEY)) as Propagation | undefined;
    if (unfinished !== undefined) await this.run(unfinished);
  }

  /** Resolves when every query that had started before was shown. A crash that interrupts it lets `goOn` do it again. */
  async run({ includeSleeping = false, parallelism = DEFAULT_PARALLELISM }: Propagation): Promise<void> {
    this.asked++;
    try {
      if (includeSleeping) await this.metadata.put(PROPAGATION_KEY, { includeSleeping, parallelism });
      await this.join(includeSleeping, parallelism);
    } finally {
      this.asked--;
    }
    if (this.asked === 0) await this.metadata.delete(PROPAGATION_KEY);
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
    // Those of the same turn join, too.
    await Promise.resolve();
    await before?.catch(() => undefined);
    const { includeSleeping, parallelism, done } = this.next!;
    this.running = done;
    this.next = undefined;
    await this.workers.each(worker => worker.standing.propagate(includeSleeping, parallelism));
  }
}
