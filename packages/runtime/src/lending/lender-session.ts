/**
 * Workers of this process that are lent to another one: their threads, and the wires to all other processes of the
 * session.
 */
import type { SourceLender } from '@weir/contract';
import { type Environment, every, WeirError } from '@weir/platform';
import type { Wire } from '../contract/wire.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { drain, postKept } from '../threads/message-channel.js';
import { NewPeers } from '../threads/new-peers.js';
import type { PreparedWorkers } from '../threads/prepared-workers.js';
import { type OutwardPort, WorkerThreads } from '../threads/worker-threads.js';
import type { WorkerThreadOptions } from '../threads/run-worker.js';
import type {
  JoiningNote,
  LenderNote,
  OwnerNote,
  PeerNote,
  ReplacedNote,
  StartNote,
} from './lending-notes.js';
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
  /** Threads to use first. */
  readonly prepared: PreparedWorkers | undefined;
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
  /** Other lenders that are connected, by their index in `StartNote.processes`, as all processes below. */
  private readonly peers = new Map<number, WireSwitch>();
  private readonly lostProcesses = new Set<number>();
  /** Processes that joined the session later. */
  private readonly joined = new Map<number, { readonly name: string; readonly peers: NewPeers }>();
  /** Wires of processes that have connected before the owner announced them. */
  private readonly early = new Map<number, Wire>();
  private readonly here: readonly number[];
  private running: number;
  private endSigns = (): void => undefined;
  private end!: () => void;
  private isOver = false;
  private readonly over = new AbortController();

  constructor(private readonly options: SessionOptions) {
    const { start, wire, setup, heapBytes, prepared, copies, environment, sources } = options;
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
        life: start.replacements,
        recovers: start.recovers,
        ids: start.ids ?? undefined,
        standingStateWarning: start.standingStateWarning,
        programOf: start.program,
      },
      here: this.here,
      total: start.processes.reduce((sum, { workers }) => sum + workers.length, 0),
      heapBytes,
      prepared,
      copies,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    this.owner = new WireSwitch(wire, {
      note: note => this.changed(note as OwnerNote),
      received: () => undefined,
      over: () => void this.abandon(),
    });
    this.readers = new ReaderHost(this.owner.portTo(COORDINATOR, READERS), sources, environment);
    for (const [worker, port] of this.threads.controls)
      this.owner.connect(worker, COORDINATOR, port, {
        takes: message =>
          postKept(
            port,
            message,
            ticket => this.readers.chunk(ticket),
            answer => this.owner.send(worker, COORDINATOR, answer),
          ),
      });
    this.join(this.owner, 0);
    this.sign();
    this.endSigns = every(this.options.environment.scheduler, SIGN_MILLIS, () => this.sign());
    for (const [process, { workers }] of start.processes.entries()) {
      if (process > 0 && process < start.process && workers.length > 0) void this.reachPeer(process);
    }
  }

  /** Another lender of this session, with a greater number, has connected. */
  peer(process: number, wire: Wire): void {
    if (this.isOver || this.lostProcesses.has(process)) return wire.close();
    const joined = this.joined.get(process);
    const isKnown = joined !== undefined || process < this.options.start.processes.length;
    if (!isKnown) return void this.early.set(process, wire);
    const peer = new WireSwitch(wire, {
      note: () => undefined,
      received: () => undefined,
      over: reason => this.cut(process, reason),
    });
    this.peers.set(process, peer);
    if (joined === undefined) this.join(peer, process);
    else joined.peers.connect(peer);
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
    for (const wire of this.early.values()) wire.close();
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
    const { processes, replacements } = this.options.start;
    const { workers } = processes[process]!;
    const ports = this.threads.outward.filter(({ there }: OutwardPort) => workers.includes(there));
    for (const { here, there, port } of ports) to.connect(here, there, port, { replacements });
  }

  /**
   * Called when another lender is unreachable. The owner is notified, gives up one of the two and reports that.
   * Alternatively, all workers are being restarted and the other lender learned of it earlier.
   */
  private cut(process: number, reason: string): void {
    if (this.isOver || this.lostProcesses.has(process)) return;
    const { name } = this.options.start.processes[process] ?? this.joined.get(process) ?? {};
    const fields = { process: name, reason };
    this.options.environment.logger.log(
      'info',
      'another process that lends workers cannot be reached',
      fields,
    );
    this.notify({ kind: 'cut', process });
  }

  private changed(note: OwnerNote): void {
    if (this.isOver) return;
    if (note.kind === 'joining') this.announced(note);
    else if (note.kind === 'replaced') this.replaced(note);
  }

  /** Frames of the new workers are received from now on, and wait in their ports. */
  private announced({ process, name, workers, replacements }: JoiningNote): void {
    this.joined.set(process, { name, peers: new NewPeers(this.threads, workers, replacements) });
    const wire = this.early.get(process);
    this.early.delete(process);
    if (wire !== undefined) this.peer(process, wire);
  }

  /** Frames for workers that the owner has are sent over its wire. */
  private replaced({ workers, from, to, replacements }: ReplacedNote): void {
    if (from > 0) this.lose(from);
    const joined = this.joined.get(to);
    if (joined !== undefined) return joined.peers.introduce();
    const peers = new NewPeers(this.threads, workers, replacements);
    peers.connect(this.owner);
    peers.introduce();
  }

  private lose(process: number): void {
    this.lostProcesses.add(process);
    this.joined.delete(process);
    this.peers.get(process)?.close();
    this.peers.delete(process);
    this.early.get(process)?.close();
    this.early.delete(process);
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
