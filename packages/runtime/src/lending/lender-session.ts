/**
 * Workers of this process that are lent to another one: their threads, and the wires to all other processes of the
 * session.
 */
import type { MessagePort } from 'node:worker_threads';
import type { SourceLender } from '@weir/contract';
import { type Environment, every, WeirError } from '@weir/platform';
import type { Wire } from '../contract/wire.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { drain, postKept } from '../threads/message-channel.js';
import { sendPeerChange } from '../threads/peer-links.js';
import { type OutwardPort, WorkerThreads } from '../threads/worker-threads.js';
import type { WorkerThreadOptions } from '../threads/worker-main.js';
import type { LenderNote, PeerNote, ReplacedNote, StartNote } from './lending-notes.js';
import { ReaderHost } from './reader-host.js';
import { COORDINATOR, READERS, sendNote, WireSwitch } from './wire-switch.js';

/** Settings from the lender's own configuration. */
export type LenderThreadOptions = Pick<
  WorkerThreadOptions,
  'store' | 'extensions' | 'textOpener' | 'queryLimits'
>;

export interface SessionOptions {
  readonly start: StartNote;
  readonly wire: Wire;
  readonly setup: LenderThreadOptions;
  readonly heapBytes: number | undefined;
  /** See `OpenOptions`. */
  readonly copies: PartitionCopies | undefined;
  readonly environment: Environment;
  /** Sources that this process can read for the owner; `undefined`: none. */
  readonly sources: SourceLender | undefined;
  reach(address: string, signal: AbortSignal): Promise<Wire>;
  /** Called when the session starts to end and its workers are not lent any longer. */
  ends(): void;
  /** Called when the whole session has ended. */
  over(): void;
}

/** Interval between signs of life to the owner. */
const SIGN_MILLIS = 250;

export class LenderSession {
  readonly id: string;
  readonly order: number;
  readonly ended: Promise<void>;
  private readonly threads: WorkerThreads;
  private readonly owner: WireSwitch;
  private readonly readers: ReaderHost;
  private readonly peers = new Map<number, WireSwitch>();
  /** Lost processes, by their index in `StartNote.processes`. */
  private readonly lostProcesses = new Set<number>();
  private readonly here: readonly number[];
  private running: number;
  private endSigns = (): void => undefined;
  private end!: () => void;
  private isOver = false;
  private readonly over = new AbortController();

  constructor(private readonly options: SessionOptions) {
    const { start, wire, setup, heapBytes, copies, environment, sources } = options;
    this.id = start.session;
    this.order = start.order;
    this.ended = new Promise(resolve => (this.end = resolve));
    this.here = start.processes[start.process]!.workers;
    this.running = this.here.length;
    this.threads = new WorkerThreads({
      setup: {
        ...setup,
        workerOfShard: start.workerOfShard,
        directory: start.directory,
        persistence: start.persistence,
        life: 0,
        recovers: start.recovers,
        ids: start.ids ?? undefined,
        standingStateWarning: start.standingStateWarning,
        programOf: start.program,
      },
      here: this.here,
      total: start.processes.reduce((sum, { workers }) => sum + workers.length, 0),
      heapBytes,
      copies,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    this.owner = new WireSwitch(wire, {
      note: note => this.replaced(note as ReplacedNote),
      received: () => undefined,
      over: () => void this.abandon(),
    });
    this.readers = new ReaderHost(this.owner.portTo(COORDINATOR, READERS), sources, environment);
    for (const [worker, port] of this.threads.controls)
      this.owner.connect(worker, COORDINATOR, port, message =>
        postKept(
          port,
          message,
          ticket => this.readers.chunk(ticket),
          answer => this.owner.send(worker, COORDINATOR, answer),
        ),
      );
    this.join(this.owner, 0);
    this.sign();
    this.endSigns = every(this.options.environment.scheduler, SIGN_MILLIS, () => this.sign());
    for (let process = 1; process < start.process; process++) void this.reachPeer(process);
  }

  /** Another lender of this session, with a greater number, has connected. */
  peer(process: number, wire: Wire): void {
    if (this.isOver || this.lostProcesses.has(process)) return wire.close();
    const peer = new WireSwitch(wire, {
      note: () => undefined,
      received: () => undefined,
      over: reason => this.cut(process, reason),
    });
    this.peers.set(process, peer);
    this.join(peer, process);
    peer.listen();
  }

  /** To be called after the owner's first message was read. */
  listen(): void {
    this.owner.listen();
  }

  get isLent(): boolean {
    return !this.isOver;
  }

  /** @param trouble why the store is unreachable. */
  sendStoreTrouble(trouble: string | undefined): void {
    if (!this.isOver) this.notify({ kind: 'store', trouble: trouble ?? null });
  }

  /** Ends the threads without cleanup, and the readers. */
  async abandon(): Promise<void> {
    if (this.isOver) return this.ended;
    this.isOver = true;
    this.options.ends();
    this.endSigns();
    this.over.abort();
    this.owner.close();
    for (const peer of this.peers.values()) peer.close();
    const abandoned = this.threads.abandon().catch((error: unknown) => {
      const { message } = WeirError.from(error);
      this.options.environment.logger.log('error', 'a lent worker does not exit', { error: message });
    });
    await Promise.all([abandoned, this.readers.end()]);
    this.end();
    this.options.over();
  }

  private async reachPeer(process: number): Promise<void> {
    const { start, reach } = this.options;
    try {
      const wire = await reach(start.processes[process]!.address, this.over.signal);
      const note: PeerNote = { kind: 'peer', session: start.session, process: start.process };
      sendNote(wire, note);
      this.peer(process, wire);
    } catch (error) {
      this.cut(process, WeirError.from(error).message);
    }
  }

  private join(to: WireSwitch, process: number): void {
    const { workers } = this.options.start.processes[process]!;
    const ports = this.threads.outward.filter(({ there }: OutwardPort) => workers.includes(there));
    for (const { here, there, port } of ports) to.connect(here, there, port);
  }

  /**
   * Called when another lender is unreachable. The owner is notified, gives up one of the two and reports that.
   * Alternatively, all workers are being restarted and the other lender learned of it earlier.
   */
  private cut(process: number, reason: string): void {
    if (this.isOver || this.lostProcesses.has(process)) return;
    const fields = { process: this.options.start.processes[process]?.name, reason };
    this.options.environment.logger.log(
      'info',
      'another process that lends workers cannot be reached',
      fields,
    );
    this.notify({ kind: 'cut', process });
  }

  /** Threads of the owner replaced some workers: frames for them are sent over the owner's wire. */
  private replaced({ process, workers, replacements }: ReplacedNote): void {
    if (this.isOver) return;
    this.lostProcesses.add(process);
    this.peers.get(process)?.close();
    this.peers.delete(process);
    this.threads.closeTo(workers);
    const ports = new Map<number, { readonly worker: number; readonly port: MessagePort }[]>();
    for (const worker of workers) {
      const inside = this.threads.connectTo(worker, (here, port) => this.owner.connect(here, worker, port));
      for (const [here, port] of inside) ports.set(here, [...(ports.get(here) ?? []), { worker, port }]);
    }
    for (const [here, control] of this.threads.controls) {
      sendPeerChange(control, { replacements, peers: ports.get(here) ?? [] });
    }
  }

  private workerEnded(worker: number, failure: string | undefined): void {
    if (this.isOver) return;
    const port = this.threads.controls.get(worker)!;
    drain(port, message => this.owner.send(worker, COORDINATOR, message));
    this.notify({ kind: 'ended', worker, failure: failure ?? null });
    if (failure !== undefined || --this.running > 0) return;
    // Nothing is left to abandon; the owner closes the wire when it is notified.
    this.options.environment.logger.log('info', 'lent workers were returned');
  }

  private sign(): void {
    const { turns } = this.threads;
    const signOf = (worker: number) => {
      const { millis, isWaiting } = this.threads.cpuOf(worker);
      return [worker, Atomics.load(turns, worker), millis, isWaiting ?? null] as const;
    };
    this.notify({
      kind: 'turns',
      turns: this.here.map(signOf),
    });
  }

  private notify(note: LenderNote): void {
    this.owner.notify(note);
  }
}
