/**
 * The owner's view of readers in a process that lends workers. Each call is sent over the wire, and at most the one
 * requested batch is in flight. So an owner that requests none holds the remote sender back.
 */
import type { ReaderProcess, RecordReader, ResumePoint, SourceBatch, SourceStatus } from '@weir/contract';
import { type ErrorCode, WeirError } from '@weir/platform';
import type { ChannelPort } from '../threads/message-channel.js';
import { chunksFor } from '../flow/chunks-ahead.js';
import type { ReaderAnswer, ReaderCall } from './reader-messages.js';

type KeptAnswer = Extract<ReaderAnswer, readonly ['kept', ...unknown[]]>;

const NO_BYTES = new Uint8Array(0);

interface Waiting {
  resolve(batch: SourceBatch | undefined): void;
  reject(error: WeirError): void;
}

export class LentReaders implements ReaderProcess {
  private readonly waiting = new Map<number, Waiting>();
  private readonly statuses = new Map<number, SourceStatus>();
  private nextCall = 1;
  private nextReader = 1;
  private failure: WeirError | undefined = undefined;

  /** @param workers numbers of the workers that the process lends. */
  constructor(
    readonly process: string,
    private workers: readonly number[],
    private readonly port: ChannelPort,
  ) {
    port.on('message', message => this.take(message as ReaderAnswer));
  }

  get preferredInFlight(): number {
    return chunksFor(this.workers.length);
  }

  reader(stream: string, definition: unknown, keeps: boolean): RecordReader {
    const reader = this.nextReader++;
    const notify = (call: ReaderCall): Promise<void> => {
      if (this.failure === undefined) this.port.postMessage(call);
      return Promise.resolve();
    };
    const open = async (from?: ResumePoint): Promise<void> =>
      void (await this.request(id => ['open', id, reader, stream, definition, from ?? null, keeps]));
    const close = async (): Promise<void> => {
      // A lost process does not read any longer.
      await this.request(id => ['close', id, reader]).catch(() => undefined);
      this.statuses.delete(reader);
    };
    return {
      open,
      next: maximum => this.request(id => ['next', id, reader, maximum]),
      acknowledge: point => notify(['acknowledge', reader, point]),
      pause: () => notify(['pause', reader]),
      resume: () => notify(['resume', reader]),
      status: () => this.statuses.get(reader) ?? {},
      close,
    };
  }

  /** All remote readers have ended. */
  end(reason: WeirError): void {
    this.failure ??= reason;
    this.workers = [];
    this.port.close();
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
  }

  private request(call: (id: number) => ReaderCall): Promise<SourceBatch | undefined> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const id = this.nextCall++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage(call(id));
    });
  }

  private take(answer: ReaderAnswer): void {
    if (answer[0] === 'status') return void this.statuses.set(answer[1], answer[2]);
    const waiting = this.waiting.get(answer[1]);
    this.waiting.delete(answer[1]);
    if (answer[0] === 'done') waiting?.resolve(answer[2] ?? undefined);
    else if (answer[0] === 'kept') waiting?.resolve(this.keptBatch(answer));
    else waiting?.reject(new WeirError(answer[2] as ErrorCode, answer[3]));
  }
  private keptBatch([, , ticket, bounds, firstPosition, after]: KeptAnswer): SourceBatch {
    const workersNow = (): readonly number[] => this.workers;
    const kept = {
      ticket,
      get workers() {
        return workersNow();
      },
    };
    return { chunk: { bytes: NO_BYTES, bounds, firstPosition, kept }, after };
  }
}
