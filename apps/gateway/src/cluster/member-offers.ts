/** Members that share the graph, and the workers that they lend to its owner, as listed in the directory. */
import type { Layout } from '@weir/cluster';
import { LENDING_VERSION, type Wire, type WorkerOffer, type WorkerOffers } from '@weir/runtime';
import { isReady, type Membership } from '../system/cluster-view.js';
import { type Reached, reachProcess } from './web-wire.js';

/** The directory treats the graph as a single shard. */
export const WHOLE = 0;

export class MemberOffers implements WorkerOffers, Membership {
  takeoverMillis: number | undefined = undefined;
  private readonly watchers = new Set<() => void>();

  constructor(
    /** Id and layout of this process in its current membership. */
    private readonly own: () => { readonly id: string; readonly layout: Layout },
    readonly silenceMillis: number,
    readonly storePatienceMillis: number,
    private readonly trusted: Buffer | undefined,
  ) {}

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
      return [{ process: member, workers: lends.workers, address: targetOf(address, lends.key) }];
    });
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  /** Call when the directory has changed. */
  changed(): void {
    for (const watcher of this.watchers) watcher();
  }

  reach(target: string, signal: AbortSignal): Promise<Wire> {
    return reachMember(target, { epoch: this.epoch, trusted: this.trusted }, signal);
  }
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
