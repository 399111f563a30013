/** A process that lends workers, as the owner of the graph sees it: one wire, with channels and frames on it. */
import type { MessagePort } from 'node:worker_threads';
import { WeirError } from '@weir/model';
import type { Wire } from '../contract/wire.js';
import type { ChannelPort } from '../threads/message-channel.js';
import type { CpuReading } from '../threads/thread-cpu.js';
import type { LenderNote, ReplacedNote, StartNote } from './lending-notes.js';
import { LentReaders } from './lent-readers.js';
import { READERS, WireSwitch } from './wire-switch.js';

export interface LentListener {
  /** Something was heard of the process. */
  heard(): void;
  turned(worker: number, count: number, cpu: CpuReading): void;
  /** A worker is through, or (with why) has ended by itself. */
  ended(worker: number, failure: string | undefined): void;
  /** It does not reach another lender, given by its place in `StartNote.processes`. */
  cut(process: number): void;
  /** Why it does not reach the store, again and again; `undefined`: it does. */
  sawStore(trouble: string | undefined): void;
  /** All of its workers are lost. */
  over(reason: string): void;
  /** It was closed. */
  readsNoMore(readers: LentReaders): void;
}

export class LentProcess {
  private readonly wires: WireSwitch;
  /** What it reads for the owner. */
  readonly readers: LentReaders;

  /** @param name of the process. @param workers numbers of those that it lends. */
  constructor(
    private readonly name: string,
    workers: readonly number[],
    wire: Wire,
    private readonly listener: LentListener,
  ) {
    this.wires = new WireSwitch(wire, {
      heard: () => listener.heard(),
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
    this.wires.tell(note);
    this.wires.listen();
  }

  /** Frames of the workers that it names may follow. */
  tell(note: ReplacedNote): void {
    this.wires.tell(note);
  }

  /** Where a worker of that process is asked. */
  portTo(worker: number): ChannelPort {
    return this.wires.portTo(worker);
  }

  /** Frames between a worker of this process and one of that one. */
  connect(here: number, there: number, port: MessagePort): void {
    this.wires.connect(here, there, port);
  }

  /** Its workers end, if they have not, and it reads nothing more. */
  close(): void {
    this.readers.end(new WeirError('graph.worker-lost', `${this.name} reads nothing any more.`));
    this.listener.readsNoMore(this.readers);
    this.wires.close();
  }
}
