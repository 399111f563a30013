/** A lending process from the owner's view: one wire that carries channels and frames. */
import type { MessagePort } from 'node:worker_threads';
import { WeirError } from '@weir/platform';
import type { Wire } from '../contract/wire.js';
import type { ChannelPort } from '../threads/message-channel.js';
import type { CpuReading } from '../threads/thread-cpu.js';
import type { LenderNote, ReplacedNote, StartNote } from './lending-notes.js';
import { LentReaders } from './lent-readers.js';
import { READERS, WireSwitch } from './wire-switch.js';

export interface LentListener {
  /** The process has sent something. */
  received(): void;
  turned(worker: number, count: number, cpu: CpuReading): void;
  /** A worker has finished or, with the reason, has ended unexpectedly. */
  ended(worker: number, failure: string | undefined): void;
  /** The process cannot reach another lender, given by its index in `StartNote.processes`. */
  cut(process: number): void;
  /** Why the process cannot reach the store, reported repeatedly; `undefined`: it can. */
  sawStore(trouble: string | undefined): void;
  /** All of its workers are lost. */
  over(reason: string): void;
  readsNoMore(readers: LentReaders): void;
}

export class LentProcess {
  private readonly wires: WireSwitch;
  /** Sources that it reads for the owner. */
  readonly readers: LentReaders;

  /** @param name of the process. @param workers numbers of the workers it lends. */
  constructor(
    private readonly name: string,
    workers: readonly number[],
    wire: Wire,
    private readonly listener: LentListener,
  ) {
    this.wires = new WireSwitch(wire, {
      received: () => listener.received(),
      over: reason => listener.over(reason),
      note: given => {
        const note = given as LenderNote;
        if (note.kind === 'refused') listener.over(note.reason);
        else if (note.kind === 'cut') listener.cut(note.process);
        else if (note.kind === 'store') listener.sawStore(note.trouble ?? undefined);
        else if (note.kind === 'ended') listener.ended(note.worker, note.failure ?? undefined);
        else {
          for (const [worker, count, millis, isWaiting] of note.turns)
            listener.turned(worker, count, { millis, isWaiting: isWaiting ?? undefined });
        }
      },
    });
    this.readers = new LentReaders(name, workers, this.wires.portTo(READERS));
  }

  start(note: StartNote): void {
    this.wires.notify(note);
    this.wires.listen();
  }

  /** Must precede frames of the workers that the note names. */
  notify(note: ReplacedNote): void {
    this.wires.notify(note);
  }

  /** Control port of a worker in that process. */
  portTo(worker: number): ChannelPort {
    return this.wires.portTo(worker);
  }

  /** Connects frames between a worker of this process and one of that process. */
  connect(here: number, there: number, port: MessagePort): void {
    this.wires.connect(here, there, port);
  }

  /** Ends its workers, if they are still running, and its readers. */
  close(): void {
    this.readers.end(new WeirError('graph.worker-lost', `${this.name} no longer reads sources.`));
    this.listener.readsNoMore(this.readers);
    this.wires.close();
  }
}
