/**
 * Ports to workers that another process has in place of others. Frames from there are received as soon as the ports are
 * connected, and wait until the workers here are notified.
 */
import type { MessagePort } from 'node:worker_threads';
import { sendPeerChange } from './peer-links.js';
import type { OutwardPort, WorkerThreads } from './worker-threads.js';

export interface FrameCarrier {
  connect(here: number, there: number, port: MessagePort, options: { readonly replacements: number }): void;
}

export class NewPeers {
  private readonly outside: readonly OutwardPort[];
  private readonly inside = new Map<number, { readonly worker: number; readonly port: MessagePort }[]>();

  /**
   * Closes the ports to the earlier workers.
   * @param replacements see `PeerChange`.
   */
  constructor(
    private readonly threads: WorkerThreads,
    workers: readonly number[],
    private readonly replacements: number,
  ) {
    threads.closeTo(workers);
    this.outside = workers.flatMap(worker =>
      threads.connectTo(worker).map(({ inside, ...outward }) => {
        const { here, there } = outward;
        this.inside.set(here, [...(this.inside.get(here) ?? []), { worker: there, port: inside }]);
        return outward;
      }),
    );
  }

  connect(carrier: FrameCarrier): void {
    const { outside, replacements } = this;
    for (const { here, there, port } of outside) carrier.connect(here, there, port, { replacements });
  }

  /** Notifies all workers of these threads. */
  introduce(): void {
    const { replacements } = this;
    for (const [here, control] of this.threads.controls) {
      sendPeerChange(control, { replacements, peers: this.inside.get(here) ?? [] });
    }
  }
}
