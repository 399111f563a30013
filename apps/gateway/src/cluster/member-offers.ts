/** Who shares the graph, and the workers that others lend to its owner, as the directory tells of them. */
import type { Layout } from '@weir/cluster';
import { LENDING_VERSION, type Wire, type WorkerOffer, type WorkerOffers } from '@weir/runtime';
import type { Membership } from '../system/cluster-view.js';
import { type Reached, reachProcess } from './web-wire.js';

/** The graph is one piece in the directory. */
export const WHOLE = 0;

export class MemberOffers implements WorkerOffers, Membership {
  private readonly watchers = new Set<() => void>();

  constructor(
    /** Of this process' present life. */
    private readonly own: () => { readonly id: string; readonly layout: Layout },
    readonly silenceMillis: number,
    readonly storePatienceMillis: number,
    private readonly trusted: Buffer | undefined,
  ) {}

  get id(): string {
    return this.own().id;
  }

  get epoch(): number {
    return this.own().layout.place(WHOLE).epoch;
  }

  get members(): Layout['members'] {
    return this.own().layout.members;
  }

  current(): readonly WorkerOffer[] {
    const { id, layout } = this.own();
    return [...layout.members].flatMap(([member, { address, capacity, lends }]) => {
      const isFit = lends !== undefined && lends.workers > 0 && lends.version === LENDING_VERSION;
      if (member === id || capacity === 0 || !isFit) return [];
      return [{ process: member, workers: lends.workers, address: placeOf(address, lends.key) }];
    });
  }

  watch(changed: () => void): () => void {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  /** The directory has changed. */
  changed(): void {
    for (const watcher of this.watchers) watcher();
  }

  reach(place: string, signal: AbortSignal): Promise<Wire> {
    return reachPlace(place, { epoch: this.epoch, trusted: this.trusted }, signal);
  }
}

/** Of one member that lends, for another one. */
export function reachPlace(
  place: string,
  asking: Pick<Reached, 'epoch' | 'trusted'>,
  signal: AbortSignal,
): Promise<Wire> {
  const { address, key } = JSON.parse(place) as { address: string; key: string };
  return reachProcess({ address, key, ...asking }, signal);
}

function placeOf(address: string, key: string): string {
  return JSON.stringify({ address, key });
}
