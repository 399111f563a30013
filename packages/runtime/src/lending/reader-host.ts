/**
 * Reads sources of streams for the owner of the graph that borrows this process's workers, on the main thread. Ends
 * with the session of the workers; records that were read and not acknowledged are left to the next reader.
 */
import type { RecordChunk, RecordReader, ResumePoint, SourceBatch, SourceLender } from '@weir/contract';
import { type Environment, WeirError } from '@weir/platform';
import type { ChannelPort } from '../threads/message-channel.js';
import type { ReaderAnswer, ReaderCall } from './reader-messages.js';

/**
 * A chunk that was read and is passed to a worker of this process at the owner's request. Kept until it is
 * acknowledged.
 */
interface Kept {
  readonly reader: number;
  /** Position after its last record. */
  readonly end: number;
  readonly chunk: RecordChunk;
}

/** Interval at which the status of a reader without output is checked. */
const STATUS_MILLIS = 1_000;

export class ReaderHost {
  private readonly readers = new Map<number, RecordReader>();
  /** Last reported status of each reader. */
  private readonly said = new Map<number, string>();
  /** Readers that are being prepared and are not to be opened any more. */
  private readonly unwanted = new Set<number>();
  private readonly preparing = new Set<number>();
  /** Readers whose records stay here. */
  private readonly keeping = new Set<number>();
  private readonly kept = new Map<number, Kept>();
  private nextTicket = 1;
  private cancelPoll: () => void = () => undefined;
  private isOver = false;

  constructor(
    private readonly port: ChannelPort,
    private readonly sources: SourceLender | undefined,
    private readonly environment: Pick<Environment, 'scheduler' | 'logger'>,
  ) {
    port.on('message', call => this.take(call as ReaderCall));
  }

  /** `undefined`: its reader was closed meanwhile. */
  chunk(ticket: number): RecordChunk | undefined {
    return this.kept.get(ticket)?.chunk;
  }

  /** Closes all readers. @returns when none is reading. */
  async end(): Promise<void> {
    this.isOver = true;
    this.cancelPoll();
    const readers = [...this.readers.values()];
    this.readers.clear();
    this.kept.clear();
    await Promise.all(readers.map(reader => this.closeQuietly(reader)));
  }

  private take(call: ReaderCall): void {
    switch (call[0]) {
      case 'open':
        if (call[6]) this.keeping.add(call[2]);
        return this.answer(call[1], this.open(call[2], call[3], call[4], call[5] ?? undefined));
      case 'next':
        return this.answer(call[1], this.next(call[2], call[3]), call[2]);
      case 'close':
        return this.answer(call[1], this.close(call[2]));
      case 'acknowledge':
        this.forget(call[1], call[2].position);
        return this.notify(call[1], reader => reader.acknowledge(call[2]));
      case 'pause':
        return this.notify(call[1], reader => reader.pause());
      case 'resume':
        return this.notify(call[1], reader => reader.resume());
    }
  }

  private answer(id: number, work: Promise<SourceBatch | void>, reader?: number): void {
    work.then(
      batch => {
        const isKept = reader !== undefined && this.keeping.has(reader);
        this.say(batch && isKept ? this.keep(id, reader, batch) : ['done', id, batch ?? null]);
      },
      (error: unknown) => {
        const { code, message } = WeirError.from(error);
        this.say(['failed', id, code, message]);
      },
    );
  }

  private keep(id: number, reader: number, { chunk, after }: SourceBatch): ReaderAnswer {
    const ticket = this.nextTicket++;
    this.kept.set(ticket, { reader, end: after.position, chunk });
    return ['kept', id, ticket, chunk.bounds, chunk.firstPosition, after];
  }

  private forget(reader: number, position: number): void {
    for (const [ticket, kept] of this.kept)
      if (kept.reader === reader && kept.end <= position) this.kept.delete(ticket);
  }

  private async open(
    number: number,
    stream: string,
    definition: unknown,
    from: ResumePoint | undefined,
  ): Promise<void> {
    if (this.sources === undefined)
      throw new WeirError('ingest.unavailable', 'This process does not read sources for other processes.');
    this.preparing.add(number);
    const reader = await this.sources
      .prepare(stream, definition)
      .finally(() => this.preparing.delete(number));
    if (this.isOver || this.unwanted.delete(number)) return this.closeQuietly(reader);
    this.readers.set(number, reader);
    this.poll();
    await reader.open(from);
  }

  private async next(number: number, maximum: number): Promise<SourceBatch | undefined> {
    const reader = this.readers.get(number);
    const batch = await reader?.next(maximum);
    if (reader !== undefined) this.sendStatus(number, reader);
    return batch;
  }

  private async close(number: number): Promise<void> {
    if (this.preparing.has(number)) this.unwanted.add(number);
    const reader = this.readers.get(number);
    this.readers.delete(number);
    this.said.delete(number);
    this.keeping.delete(number);
    this.forget(number, Infinity);
    if (reader !== undefined) await this.closeQuietly(reader);
  }

  private async closeQuietly(reader: RecordReader): Promise<void> {
    await reader.close().catch((error: unknown) => this.complain('could not be closed', error));
  }

  private notify(number: number, work: (reader: RecordReader) => Promise<void>): void {
    const reader = this.readers.get(number);
    if (reader !== undefined)
      work(reader).catch((error: unknown) => this.complain('did not execute a command', error));
  }

  private complain(what: string, error: unknown): void {
    const { message } = WeirError.from(error);
    this.environment.logger.log('warn', `a source that is read for the owner of the graph ${what}`, {
      error: message,
    });
  }

  private poll(): void {
    this.cancelPoll();
    if (this.isOver || this.readers.size === 0) return;
    for (const [number, reader] of this.readers) this.sendStatus(number, reader);
    this.cancelPoll = this.environment.scheduler.after(STATUS_MILLIS, () => this.poll());
  }

  /** Reports the status if it has changed. */
  private sendStatus(number: number, reader: RecordReader): void {
    const status = reader.status?.();
    const text = JSON.stringify(status);
    if (status === undefined || text === this.said.get(number)) return;
    this.said.set(number, text);
    this.say(['status', number, status]);
  }

  private say(answer: ReaderAnswer): void {
    if (!this.isOver) this.port.postMessage(answer);
  }
}
