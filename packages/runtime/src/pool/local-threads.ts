/** The threads of this process in a pool: the first, and later ones that replaced lost workers. */
import { NewPeers } from '../threads/new-peers.js';
import { sendPeerChange } from '../threads/peer-links.js';
import type { OutwardPort, WorkerThreads } from '../threads/worker-threads.js';

export class LocalThreads {
  private later: readonly WorkerThreads[] = [];

  constructor(readonly first: WorkerThreads) {}

  private get all(): readonly WorkerThreads[] {
    return [this.first, ...this.later];
  }

  add(threads: WorkerThreads): void {
    this.later = [...this.later.filter(({ controls }) => controls.size > 0), threads];
  }

  remove(threads: WorkerThreads): void {
    this.later = this.later.filter(each => each !== threads);
  }

  /** Ends the threads of these workers, whatever they are doing. See `WorkerThreads.abandon`. */
  async end(workers: readonly number[]): Promise<void> {
    const threadsOf = (worker: number) => this.all.find(threads => threads.has(worker))!;
    await Promise.all(workers.map(worker => threadsOf(worker).end(worker)));
  }

  /** See `WorkerThreads.closeTo`. */
  closeTo(workers: readonly number[]): void {
    for (const threads of this.all) threads.closeTo(workers);
  }

  /** Ports to workers that another process starts in place of others. */
  newPeers(workers: readonly number[], replacements: number): readonly NewPeers[] {
    return this.all.map(threads => new NewPeers(threads, workers, replacements));
  }

  /**
   * Notifies all others of the threads added last, and connects them.
   * @returns the ports from these threads to other processes.
   */
  introduceLast(replacements: number): readonly OutwardPort[] {
    const fresh = this.later.at(-1)!;
    for (const threads of this.all) {
      if (threads === fresh) continue;
      for (const [worker, control] of threads.controls) {
        sendPeerChange(control, { replacements, peers: fresh.handOver(worker) });
      }
    }
    return fresh.outward;
  }

  /** Resolves when all threads have completed their work. */
  async stop(): Promise<void> {
    await Promise.all(this.all.map(threads => threads.stop()));
  }

  /** See `WorkerThreads.abandon`. */
  async abandon(): Promise<void> {
    await Promise.all(this.all.map(threads => threads.abandon()));
  }
}
