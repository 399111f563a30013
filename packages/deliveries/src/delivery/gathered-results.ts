/**
 * Collects results to deliver them together: until there is a certain number, or the first has waited for a certain
 * time. Callers continue meanwhile, and keep their results until these are settled.
 */
import type { ResultsInHand, StandingOutput } from '@weir/contract';
import type { Scheduler } from '@weir/platform';

export interface GatherLimits {
  readonly count: number;
  readonly millis: number;
}

interface Group {
  readonly results: StandingOutput[];
  readonly done: Promise<void>;
  readonly resolve: (done: Promise<void>) => void;
}

export class GatheredResults {
  private group: Group | undefined;
  private cancel: () => void = () => undefined;
  private waitsNoMore = false;

  /** @param deliver returns when they were delivered or given up. */
  constructor(
    private readonly limits: GatherLimits,
    private readonly scheduler: Scheduler,
    private readonly deliver: (results: readonly StandingOutput[]) => Promise<void | ResultsInHand>,
  ) {}

  /**
   * @returns immediately while there are few; with the last of `count` results, when they are delivered or given up.
   */
  async take(results: readonly StandingOutput[]): Promise<void | ResultsInHand> {
    if (this.group === undefined) {
      this.group = newGroup();
      this.cancel = this.scheduler.after(this.limits.millis, () => this.send());
    }
    const { group } = this;
    group.results.push(...results);
    if (group.results.length < this.limits.count && !this.waitsNoMore) return { done: group.done };
    this.send();
    await group.done;
  }

  /** From now on results do not wait for others. */
  hurry(): void {
    this.waitsNoMore = true;
    this.send();
  }

  /** Collected results are not delivered: the caller supplies them again. */
  close(): void {
    this.cancel();
    this.group = undefined;
  }

  private send(): void {
    const { group } = this;
    if (group === undefined) return;
    this.group = undefined;
    this.cancel();
    group.resolve(this.deliver(group.results).then(inHand => inHand?.done));
  }
}

function newGroup(): Group {
  let resolve!: Group['resolve'];
  const done = new Promise<void>(settle => (resolve = settle));
  // The promise reports a failure; it may have no listener.
  done.catch(() => undefined);
  return { results: [], done, resolve };
}
