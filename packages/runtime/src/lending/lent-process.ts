/** A lending process from the owner's view: one wire that carries channels and frames, and signs of life. */
import type { MessagePort } from 'node:worker_threads';
import { type Environment, WeirError } from '@weir/platform';
import type { ChannelPort } from '../threads/message-channel.js';
import type { FrameCarrier } from '../threads/new-peers.js';
import type { LenderConnection } from './borrowed-workers.js';
import type { CpuReading } from '../threads/thread-cpu.js';
import type { LenderNote, OwnerNote } from './lending-notes.js';
import { LenderSigns } from './lender-signs.js';
import { LentReaders } from './lent-readers.js';
import { READERS, WireSwitch } from './wire-switch.js';

export interface LentOptions {
  readonly connection: LenderConnection;
  /** Numbers of the workers it lends. */
  readonly workers: readonly number[];
  readonly environment: Environment;
  /** Silence after which it is lost. */
  readonly silenceMillis: number;
  /** It is lost if it cannot reach the store for this long while the owner can. */
  readonly storePatienceMillis: number;
  /** Whether the owner reaches the store. */
  reachesStore(): boolean;
}

/** Nothing is reported after the process is lost. */
export interface LentListener {
  turned(worker: number, count: number, cpu: CpuReading): void;
  /** A worker has finished or, with the reason, has ended unexpectedly. */
  ended(worker: number, failure: string | undefined): void;
  /** The process cannot reach another lender, given by its index in `StartNote.processes`. */
  cut(process: number): void;
  /** All of its workers are lost. */
  over(reason: string): void;
  readsNoMore(readers: LentReaders): void;
}

export class LentProcess implements FrameCarrier {
  /** Sources that it reads for the owner. */
  readonly readers: LentReaders;
  /** Workers whose shards it has; none after others have replaced them. */
  workers: readonly number[];
  private readonly wires: WireSwitch;
  private readonly signs: LenderSigns;
  private hasLeft = false;

  constructor(
    private readonly options: LentOptions,
    private readonly listener: LentListener,
  ) {
    const { connection, workers, environment, silenceMillis } = options;
    this.workers = workers;
    this.wires = new WireSwitch(connection.wire, {
      received: () => this.signs.received(),
      over: reason => this.lost(reason),
      note: note => this.take(note as LenderNote),
    });
    this.readers = new LentReaders(connection.process, workers, this.wires.portTo(READERS));
    this.signs = new LenderSigns(environment);
    this.signs.watch(silenceMillis, () => this.lost(`it was silent for ${silenceMillis} ms`));
  }

  get name(): string {
    return this.options.connection.process;
  }

  get address(): string {
    return this.options.connection.address;
  }

  /** Whether it is lost, or wants its workers back. */
  get isGone(): boolean {
    return this.hasLeft;
  }

  get silentMillis(): number {
    return this.signs.silentMillis;
  }

  /** Whether it may be lost, so that requests should prefer others. */
  get isStill(): boolean {
    return this.signs.isStill;
  }

  get waitingBytes(): number {
    return this.options.connection.wire.waitingBytes;
  }

  /** Sends the first note, and begins to listen. */
  start(note: OwnerNote): void {
    this.notify(note);
    this.wires.listen();
  }

  /** Must precede frames of the workers that the note names. */
  notify(note: OwnerNote): void {
    this.wires.notify(note);
  }

  /** Control port of a worker in that process. */
  portTo(worker: number): ChannelPort {
    return this.wires.portTo(worker);
  }

  /** Connects frames between a worker of this process and one of that process. */
  connect(here: number, there: number, port: MessagePort, options: { readonly replacements: number }): void {
    this.wires.connect(here, there, port, options);
  }

  /** Nothing more is reported about it. */
  leave(): void {
    this.hasLeft = true;
    this.signs.stop();
  }

  /** Ends its workers, if they are still running, and its readers. */
  close(): void {
    this.signs.stop();
    this.readers.end(new WeirError('graph.worker-lost', `${this.name} no longer reads sources.`));
    this.listener.readsNoMore(this.readers);
    this.wires.close();
  }

  private lost(reason: string): void {
    if (this.hasLeft) return;
    this.leave();
    this.listener.over(reason);
  }

  private take(note: LenderNote): void {
    if (this.hasLeft) return;
    const { listener } = this;
    if (note.kind === 'refused') this.lost(note.reason);
    else if (note.kind === 'cut') listener.cut(note.process);
    else if (note.kind === 'store') this.sawStore(note.trouble ?? undefined);
    else if (note.kind === 'ended') listener.ended(note.worker, note.failure ?? undefined);
    else {
      for (const [worker, count, millis, isWaiting] of note.turns)
        listener.turned(worker, count, { millis, isWaiting: isWaiting ?? undefined });
    }
  }

  /** If the store was unreachable for all, a lender may notice its return later than this process. */
  private sawStore(trouble: string | undefined): void {
    const { reachesStore, storePatienceMillis } = this.options;
    const millis = this.signs.lacksStoreFor(trouble !== undefined && reachesStore());
    if (trouble !== undefined && millis >= storePatienceMillis)
      this.lost(`it cannot reach the store: ${trouble}`);
  }
}
