/** A key that the directory's thread holds, as the main thread sees it: through shared memory, whatever was reported. */
import { type HeldKey, type HoldLoss, type HoldTerms, RENEWALS_PER_LEASE } from '@weir/cluster';
import { every, type Scheduler } from '@weir/platform';
import { monotonicMillis, SharedLease } from './shared-lease.js';

interface RemoteHeldKeyOptions {
  readonly terms: HoldTerms;
  readonly scheduler: Scheduler;
  set(value: string): void;
  release(): void;
}

export class RemoteHeldKey implements HeldKey {
  readonly shared = SharedLease.create();
  /** Gives signs of life to the thread. */
  private readonly endSigns: () => void;
  private isReleased = false;
  private settle!: (revision: number) => void;
  private readonly revision = new Promise<number>(resolve => (this.settle = resolve));

  constructor(private readonly options: RemoteHeldKeyOptions) {
    const { terms, scheduler } = options;
    this.endSigns = every(scheduler, terms.leaseMillis / RENEWALS_PER_LEASE, () => {
      this.shared.signAt = monotonicMillis();
    });
  }

  get isHeld(): boolean {
    if (this.isReleased || this.loss !== undefined) return false;
    return this.silence <= this.options.terms.leaseMillis;
  }

  get loss(): HoldLoss | undefined {
    if (this.shared.loss !== undefined) return this.shared.loss;
    return this.silence > this.options.terms.patienceMillis ? 'silence' : undefined;
  }

  private get silence(): number {
    return monotonicMillis() - this.shared.renewedAt;
  }

  set(value: string): void {
    this.options.set(value);
  }

  release(): Promise<number> {
    if (!this.isReleased) {
      this.isReleased = true;
      this.endSigns();
      this.options.release();
    }
    return this.revision;
  }

  /** The thread has released it, with this revision. */
  released(revision: number): void {
    this.settle(revision);
  }

  lost(cause: HoldLoss): void {
    this.shared.lose(cause);
    this.endSigns();
    if (!this.isReleased) this.options.terms.lost(this.loss ?? cause);
  }
}
