/** Members that share the graph, and the workers that they lend to its owner, as listed in the directory. */
import type { Layout } from '@weir/cluster';
import type { Clock } from '@weir/platform';
import { LENDING_VERSION, type Wire, type WorkerOffer, type WorkerOffers } from '@weir/runtime';
import { isReady, type Membership } from '../system/cluster-view.js';
import { type Reached, reachProcess } from './web-wire.js';

/** The directory treats the graph as a single shard. */
export const WHOLE = 0;

/** Time after which a process that left is not expected back. */
const ABSENCE_MILLIS = 60_000;

export interface MemberOffersOptions {
  readonly leaseMillis: number;
  /** Time without an answer after which the store counts as unreachable; another process may reach it. */
  readonly storePatienceMillis: number;
  /** Workers that all other processes will offer together. 0 if their number is not known. */
  readonly expectedWorkers: number;
  /**
   * PEM certificates of the authorities that must have issued the other members' certificates. Default: Node's trusted
   * authorities.
   */
  readonly trusted?: Buffer | undefined;
}

interface Departure {
  readonly offer: WorkerOffer;
  readonly at: number;
}

export class MemberOffers implements WorkerOffers, Membership {
  takeoverMillis: number | undefined = undefined;
  private readonly watchers = new Set<() => void>();
  /** Offers as of the last change of the directory. */
  private before: readonly WorkerOffer[] = [];
  /** The latest is the last. */
  private gone: readonly Departure[] = [];

  constructor(
    /** Id and layout of this process in its current membership. */
    private readonly own: () => { readonly id: string; readonly layout: Layout },
    private readonly options: MemberOffersOptions,
    private readonly clock: Clock,
  ) {}

  get silenceMillis(): number {
    return this.options.leaseMillis;
  }

  get storePatienceMillis(): number {
    return this.options.storePatienceMillis;
  }

  get expectedWorkers(): number {
    return this.options.expectedWorkers;
  }

  get id(): string {
    return this.own().id;
  }

  get epoch(): number {
    return this.own().layout.assignment(WHOLE).epoch;
  }

  get members(): Layout['members'] {
    return this.own().layout.members;
  }

  get standbys(): number {
    return [...this.members].filter(([id, member]) => id !== this.id && isReady(member)).length;
  }

  current(): readonly WorkerOffer[] {
    const { id, layout } = this.own();
    return [...layout.members].flatMap(([member, { address, capacity, lends }]) => {
      const isFit = lends !== undefined && lends.workers > 0 && lends.version === LENDING_VERSION;
      if (member === id || capacity === 0 || !isFit) return [];
      const { workers, key, copies } = lends;
      return [{ process: member, workers, address: targetOf(address, key), copies }];
    });
  }

  departed(): readonly WorkerOffer[] {
    return this.awaited().map(({ offer }) => offer);
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  /** Call when the directory has changed. */
  changed(): void {
    this.compare();
    for (const watcher of this.watchers) watcher();
  }

  private compare(): void {
    const [before, now, at] = [this.before, this.current(), this.clock.now()];
    this.before = now;
    const [left, come] = [without(before, now), without(now, before)];
    // A process that joins takes the place of one that left.
    this.gone = [...this.awaited(), ...left.map(offer => ({ offer, at }))].slice(come.length);
  }

  private awaited(): readonly Departure[] {
    const now = this.clock.now();
    return this.gone.filter(({ at }) => now - at < ABSENCE_MILLIS);
  }

  reach(target: string, signal: AbortSignal): Promise<Wire> {
    return reachMember(target, { epoch: this.epoch, trusted: this.options.trusted }, signal);
  }
}

function without(some: readonly WorkerOffer[], others: readonly WorkerOffer[]): readonly WorkerOffer[] {
  return some.filter(({ process }) => !others.some(other => other.process === process));
}

/** Describes how a member reaches a lender. */
export function reachMember(
  target: string,
  asking: Pick<Reached, 'epoch' | 'trusted'>,
  signal: AbortSignal,
): Promise<Wire> {
  const { address, key } = JSON.parse(target) as { address: string; key: string };
  return reachProcess({ address, key, ...asking }, signal);
}

function targetOf(address: string, key: string): string {
  return JSON.stringify({ address, key });
}
