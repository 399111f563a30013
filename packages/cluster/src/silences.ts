/**
 * Which members have been silent for a lease, as one member observes it in the directory. Only time in which the
 * directory works counts: this member's own renewals show that it does. So no member is silent because the directory
 * elects a leader, and a member that is busy itself waits longer for the others.
 */
import type { Clock } from '@weir/platform';
import { RENEWALS_PER_LEASE } from './lease.js';

interface Sign {
  readonly member: string;
  /** Revision of its key. */
  readonly revision: number;
  /** By a monotonic clock. */
  readonly at: number;
  /** Own renewals that were reported since then. */
  renewals: number;
}

export class Silences {
  /** The last sign of each other member. */
  private readonly signs = new Map<string, Sign>();
  private lastRenewal = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly leaseMillis: number,
    private readonly clock: Clock,
  ) {}

  /** The key of another member has changed. */
  heard(member: string, revision: number): void {
    this.signs.set(member, { member, revision, at: this.now(), renewals: 0 });
  }

  gone(member: string): void {
    this.signs.delete(member);
  }

  /**
   * This member's own key has changed.
   * @returns the last signs of the members that have given none for a lease, while this one renewed its key more often
   * than a lease requires.
   */
  renewed(): readonly Pick<Sign, 'member' | 'revision'>[] {
    const now = this.now();
    // Changes that are reported together show no more than one.
    if (now - this.lastRenewal < this.leaseMillis / RENEWALS_PER_LEASE / 2) return [];
    this.lastRenewal = now;
    const signs = [...this.signs.values()];
    for (const sign of signs) sign.renewals++;
    return signs.filter(({ renewals, at }) => renewals > RENEWALS_PER_LEASE && now - at >= this.leaseMillis);
  }

  private now(): number {
    return this.clock.precise?.() ?? this.clock.now();
  }
}
