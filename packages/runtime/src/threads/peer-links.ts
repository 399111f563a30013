/** The links of one worker to all others, some of which may take the places of lost ones. */
import type { MessagePort } from 'node:worker_threads';
import type { WriteGate } from '../flow/write-gate.js';
import { PeerLink } from './peer-link.js';

export type PeerPorts = readonly { readonly worker: number; readonly port: MessagePort }[];

/** Others took the places of lost workers, and are reached by these ports. */
export interface PeerChange {
  /** In this pool of workers until now, with this one. */
  readonly replacements: number;
  readonly peers: PeerPorts;
}

export class PeerLinks {
  private readonly links = new Map<number, PeerLink>();

  /** @param replacements in this pool of workers before this one began. */
  constructor(
    private replacements: number,
    private readonly gate: WriteGate,
    private readonly receive: (from: number, frame: Uint8Array) => void,
  ) {}

  connect(peers: PeerPorts): void {
    const { gate, receive, replacements } = this;
    for (const { worker, port } of peers) {
      this.links.set(worker, new PeerLink(worker, port, gate, receive, replacements));
    }
  }

  send(to: number, frame: Uint8Array<ArrayBuffer>): void {
    this.links.get(to)!.send(frame);
  }

  /** @param learn what this worker does about it, before it reads anything that is sent from now on. */
  change({ replacements, peers }: PeerChange, learn: (workers: readonly number[]) => void): void {
    const workers = peers.map(({ worker }) => worker);
    for (const worker of workers) {
      this.links.get(worker)?.close();
      this.links.delete(worker);
    }
    this.replacements = replacements;
    for (const link of this.links.values()) link.know(replacements);
    this.connect(peers);
    learn(workers);
    for (const link of this.links.values()) link.takeEarly();
  }

  close(): void {
    for (const link of this.links.values()) link.close();
  }
}

/** Tells a worker, by the port where it is asked. */
export function tellOfChange(control: MessagePort, change: PeerChange): void {
  const message: PeerMessage = ['peers', change.replacements, change.peers];
  control.postMessage(
    message,
    change.peers.map(({ port }) => port),
  );
}

/** As it comes to the worker, beside calls. */
export type PeerMessage = ['peers', replacements: number, peers: PeerPorts];
