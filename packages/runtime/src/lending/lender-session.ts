/** Workers of this process that another one has: their threads, and the wires to all that they speak to. */
import { type Environment, WeirError } from '@weir/model';
import type { Wire } from '../contract/wire.js';
import { drain } from '../threads/message-channel.js';
import { type OutwardPort, WorkerThreads } from '../threads/worker-threads.js';
import type { WorkerSetup } from '../threads/worker-main.js';
import type { LenderNote, PeerNote, StartNote } from './lending-notes.js';
import { COORDINATOR, tellOnce, WireSwitch } from './wire-switch.js';

/** What the lender's own configuration says. */
export type LenderSetup = Pick<WorkerSetup, 'store' | 'extensions' | 'textOpener' | 'queryLimits'>;

export interface SessionOptions {
  readonly start: StartNote;
  /** To the owner. */
  readonly wire: Wire;
  readonly setup: LenderSetup;
  readonly heapBytes: number | undefined;
  readonly environment: Environment;
  reach(address: string, signal: AbortSignal): Promise<Wire>;
  /** Everything of it has ended. */
  over(): void;
}

/** So often the owner hears of this process. */
const SIGN_MILLIS = 250;

export class LenderSession {
  readonly id: string;
  readonly order: number;
  readonly ended: Promise<void>;
  private readonly threads: WorkerThreads;
  private readonly owner: WireSwitch;
  private readonly peers = new Map<number, WireSwitch>();
  private readonly here: readonly number[];
  private running: number;
  private cancelSign = (): void => undefined;
  private end!: () => void;
  private isOver = false;
  private readonly gone = new AbortController();

  constructor(private readonly options: SessionOptions) {
    const { start, wire, setup, heapBytes, environment } = options;
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
        recovers: start.recovers,
        ids: start.ids ?? undefined,
        standingStateWarning: start.standingStateWarning,
        programOf: start.program,
      },
      here: this.here,
      total: start.processes.reduce((sum, { workers }) => sum + workers.length, 0),
      heapBytes,
      environment,
      ended: (worker, failure) => this.workerEnded(worker, failure),
    });
    this.owner = new WireSwitch(wire, {
      note: () => undefined,
      heard: () => undefined,
      over: () => void this.abandon(),
    });
    for (const [worker, port] of this.threads.controls) this.owner.connect(worker, COORDINATOR, port);
    this.join(this.owner, 0);
    this.sign();
    for (let process = 1; process < start.process; process++) void this.reachPeer(process);
  }

  /** Another lender of this session, with a greater number, has reached this one. */
  peer(process: number, wire: Wire): void {
    if (this.isOver) return wire.close();
    const peer = new WireSwitch(wire, {
      note: () => undefined,
      heard: () => undefined,
      over: reason => this.fail(`the connection between two processes that lend is over: ${reason}`),
    });
    this.peers.set(process, peer);
    this.join(peer, process);
    peer.listen();
  }

  /** To be called when the owner's first word was read. */
  listen(): void {
    this.owner.listen();
  }

  /** Ends the threads as they are. */
  async abandon(): Promise<void> {
    if (this.isOver) return this.ended;
    this.isOver = true;
    this.cancelSign();
    this.gone.abort();
    this.owner.close();
    for (const peer of this.peers.values()) peer.close();
    await this.threads.abandon().catch((error: unknown) => {
      const { message } = WeirError.from(error);
      this.options.environment.logger.log('error', 'a lent worker does not end', { error: message });
    });
    this.end();
    this.options.over();
  }

  private async reachPeer(process: number): Promise<void> {
    const { start, reach } = this.options;
    try {
      const wire = await reach(start.processes[process]!.address, this.gone.signal);
      const note: PeerNote = { kind: 'peer', session: start.session, process: start.process };
      tellOnce(wire, note);
      this.peer(process, wire);
    } catch (error) {
      this.fail(`a process that lends can't reach another one: ${WeirError.from(error).message}`);
    }
  }

  private join(to: WireSwitch, process: number): void {
    const { workers } = this.options.start.processes[process]!;
    const ports = this.threads.outward.filter(({ there }: OutwardPort) => workers.includes(there));
    for (const { here, there, port } of ports) to.connect(here, there, port);
  }

  private fail(reason: string): void {
    if (this.isOver) return;
    this.options.environment.logger.log('warn', 'lent workers end', { reason });
    this.tell({ kind: 'refused', reason });
    void this.abandon();
  }

  private workerEnded(worker: number, failure: string | undefined): void {
    if (this.isOver) return;
    const port = this.threads.controls.get(worker)!;
    drain(port, message => this.owner.send(worker, COORDINATOR, message));
    this.tell({ kind: 'ended', worker, failure: failure ?? null });
    if (failure !== undefined || --this.running > 0) return;
    // Nothing is left to be abandoned; the owner closes the wire when it has heard of it.
    this.options.environment.logger.log('info', 'lent workers were given back');
  }

  private sign(): void {
    this.cancelSign = this.options.environment.scheduler.after(SIGN_MILLIS, () => this.sign());
    const { turns } = this.threads;
    this.tell({
      kind: 'turns',
      turns: this.here.map(worker => [worker, Atomics.load(turns, worker)] as const),
    });
  }

  private tell(note: LenderNote): void {
    this.owner.tell(note);
  }
}
