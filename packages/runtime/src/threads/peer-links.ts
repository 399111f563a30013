/** The links of one worker to all others, which may be replaced. */
import type { MessagePort } from 'node:worker_threads';
import type { WriteGate } from '../flow/write-gate.js';
import { PeerLink } from './peer-link.js';

export type PeerPorts = readonly { readonly worker: number; readonly port: MessagePort }[];

/** Replacement of lost workers, with the ports to the new ones. */
export interface PeerChange {
  /** Number of replacements in this pool of workers so far, including this one. */
  readonly replacements: number;
  readonly peers: PeerPorts;
}

export class PeerLinks {
  private readonly links = new Map<number, PeerLink>();

  /** @param replacements in this pool of workers before this one started. */
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

  /** @param learn handles the replacement in this worker, before it reads any message sent from now on. */
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

/** Sends the change to a worker through its control port. */
export function sendPeerChange(control: MessagePort, change: PeerChange): void {
  const message: PeerMessage = ['peers', change.replacements, change.peers];
  control.postMessage(
    message,
    change.peers.map(({ port }) => port),
  );
}

/** The form in which a change arrives at the worker, among calls. */
export type PeerMessage = ['peers', replacements: number, peers: PeerPorts];
