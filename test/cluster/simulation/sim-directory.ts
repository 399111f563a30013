/**
 * A model of a directory: a single order of changes, keys that expire when they are not renewed, requests that get
 * lost.
 */
import {
  type Directory,
  type DirectoryChange,
  type DirectoryKeys,
  type DirectoryWatcher,
  LeaseHolder,
} from '@weir/cluster';
import type { SimProcess, SimWorld } from './sim-world.js';

interface Kept {
  readonly value: string;
  readonly revision: number;
}

const LATENCY_MILLIS = 20;
const POLL_MILLIS = 200;

export class SimDirectory {
  /** Fraction of requests that get lost, on the way there or back. */
  failureRate = 0;
  /** Multiple of a lease for which a member believes that it holds it. */
  leases = 1;
  private readonly kept = new Map<string, Kept>();
  private readonly watchers = new Set<(change: DirectoryChange) => void>();
  private revision = 0;

  constructor(private readonly world: SimWorld) {}

  /** The directory as a process sees it. @param isCutOff blocks all traffic from and to it. */
  seenBy(process: SimProcess, isCutOff: () => boolean): Directory {
    const keys: DirectoryKeys = {
      put: (key, value, expected, ttlMillis) =>
        this.request(process, isCutOff, () => this.put(key, value, expected, ttlMillis)),
      watch: watcher => this.watch(process, isCutOff, watcher),
    };
    const holder = new LeaseHolder(
      keys,
      process.environment(() => false),
    );
    return {
      put: keys.put,
      watch: watcher => holder.watch(watcher),
      holdKey: (key, value, terms) =>
        holder.holdKey(key, value, { ...terms, leaseMillis: terms.leaseMillis * this.leases }),
    };
  }

  private request<T>(process: SimProcess, isCutOff: () => boolean, run: () => T): Promise<T> {
    const { world } = this;
    const { random } = world;
    const isLost = (): boolean => isCutOff() || random.chance(this.failureRate);
    return new Promise((resolve, reject) => {
      const fail = (): void => void process.after(500, () => reject(new Error('no answer')));
      world.after(random.next() * LATENCY_MILLIS, () => {
        if (isLost()) return fail();
        const answer = run();
        if (isLost()) return fail();
        process.after(random.next() * LATENCY_MILLIS, () => resolve(answer));
      });
    });
  }

  private put(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis?: number,
  ): number | undefined {
    if ((this.kept.get(key)?.revision ?? 0) !== expected) return undefined;
    const revision = ++this.revision;
    if (value === undefined) this.kept.delete(key);
    else this.kept.set(key, { value, revision });
    this.notify({ key, value, revision });
    if (value !== undefined && ttlMillis !== undefined) {
      this.world.after(ttlMillis, () => {
        if (this.kept.get(key)?.revision !== revision) return;
        this.kept.delete(key);
        this.notify({ key, value: undefined, revision: ++this.revision });
      });
    }
    return revision;
  }

  private notify(change: DirectoryChange): void {
    for (const watcher of this.watchers) watcher(change);
  }

  private watch(process: SimProcess, isCutOff: () => boolean, watcher: DirectoryWatcher): () => void {
    const { world } = this;
    let isEnded = false;
    let last = 0;
    const arrived: { readonly key: string | undefined; readonly run: () => void }[] = [];
    // Blocked changes are delivered later, in order, except those overwritten meanwhile.
    const handOver = (): void => {
      while (!isEnded && !isCutOff() && arrived.length > 0) arrived.shift()!.run();
    };
    const arrive = (key: string | undefined, run: () => void): void => {
      const older = key === undefined ? -1 : arrived.findIndex(each => each.key === key);
      if (older >= 0 && isCutOff()) arrived.splice(older, 1);
      arrived.push({ key, run });
    };
    const later = (key: string | undefined, run: () => void): void => {
      last = Math.max(last, world.now + world.random.next() * LATENCY_MILLIS);
      process.after(last - world.now, () => {
        arrive(key, run);
        handOver();
      });
    };
    const poll = (): void => {
      handOver();
      if (!isEnded) process.after(POLL_MILLIS, poll);
    };
    poll();
    const change = (each: DirectoryChange): void => later(each.key, () => watcher.changed(each));
    const known = [...this.kept].map(([key, kept]) => ({ key, ...kept }));
    for (const each of known.sort((a, b) => a.revision - b.revision)) change(each);
    later(undefined, () => watcher.upToDate());
    this.watchers.add(change);
    return () => {
      isEnded = true;
      this.watchers.delete(change);
    };
  }
}
