/**
 * Keeps one key of a directory from being removed: writes it every third of the lease, each time at the revision of the
 * last write. It runs in the thread that it is created in. Counting starts when a renewal is sent, so the lease ends here
 * before others may remove the key. If the directory then confirms a renewal, the key was not removed, and the lease
 * continues.
 */
import type { Environment } from '@weir/platform';
import type { DirectoryChange, DirectoryKeys, HeldKey, HoldLoss, HoldTerms } from './directory.js';

/** Number of renewals within the time of a lease. */
export const RENEWALS_PER_LEASE = 3;

export interface LeaseTerms extends HoldTerms {
  /** Whether the work that the key stands for still makes progress. Default: always. */
  isAlive?(): boolean;
  /** A renewal that was sent at this time is confirmed. */
  renewed?(sentAt: number): void;
}

interface LeaseOptions {
  readonly key: string;
  readonly value: string;
  readonly terms: LeaseTerms;
  readonly directory: Pick<DirectoryKeys, 'put'>;
  readonly environment: Environment;
}

export class Lease implements HeldKey {
  loss: HoldLoss | undefined = undefined;
  private revision = 0;
  private value: string;
  private lastRenewal: number;
  private isReleased = false;
  /** Settles when the directory has answered, or will not. */
  private renewal: Promise<void> = Promise.resolve();
  private cancelRenewal: () => void = () => undefined;

  constructor(private readonly options: LeaseOptions) {
    this.value = options.value;
    this.lastRenewal = this.now();
  }

  get isHeld(): boolean {
    return !this.isOver && this.now() - this.lastRenewal <= this.options.terms.leaseMillis;
  }

  /** Whether it is lost or released. */
  get isOver(): boolean {
    return this.isReleased || this.loss !== undefined;
  }

  set(value: string): void {
    this.value = value;
    this.cancelRenewal();
    this.renew();
  }

  async release(): Promise<number> {
    this.isReleased = true;
    this.cancelRenewal();
    await this.renewal;
    return this.revision;
  }

  renew(): void {
    const { key, terms, directory, environment } = this.options;
    const { leaseMillis, patienceMillis } = terms;
    if (this.isOver) return;
    const sentAt = this.now();
    if (sentAt - this.lastRenewal > patienceMillis) return this.lose('silence');
    if (terms.isAlive?.() === false) return this.lose('stall');
    this.cancelRenewal = environment.scheduler.after(leaseMillis / RENEWALS_PER_LEASE, () => this.renew());
    this.renewal = directory.put(key, this.value, this.revision, patienceMillis).then(
      revision => {
        if (revision === undefined) return;
        this.revision = Math.max(revision, this.revision);
        if (sentAt <= this.lastRenewal) return;
        this.lastRenewal = sentAt;
        terms.renewed?.(sentAt);
      },
      () => undefined,
    );
  }

  /** A watch has reported a change of any key. */
  observed({ key, value, revision }: DirectoryChange): void {
    if (key !== this.options.key || this.isOver) return;
    // If the answer to a renewal was lost, the watch reports its revision.
    if (value !== undefined) this.revision = Math.max(revision, this.revision);
    else this.lose('gone');
  }

  private lose(cause: HoldLoss): void {
    this.loss = cause;
    this.cancelRenewal();
    this.options.terms.lost(cause);
  }

  /** A monotonic clock. */
  private now(): number {
    const { clock } = this.options.environment;
    return clock.precise?.() ?? clock.now();
  }
}
