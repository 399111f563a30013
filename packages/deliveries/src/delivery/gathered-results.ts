/**
 * Results that wait for others, to go together: until there are so many, or the first of them has waited so long. Whoever
 * gave them goes on meanwhile, and keeps them until they are done.
 */
import type { ResultsInHand, StandingOutput } from '@weir/contract';
import type { Scheduler } from '@weir/model';

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

  /** @returns at once while there are few; with `count` of them, when they are delivered or given up. */
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

  /** From now on nothing waits. */
  hurry(): void {
    this.waitsNoMore = true;
    this.send();
  }

  /** What waits is not delivered: whoever gave it gives it again. */
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
  // Whoever wants to know of a failure has the promise; there may be nobody.
  done.catch(() => undefined);
  return { results: [], done, resolve };
}
