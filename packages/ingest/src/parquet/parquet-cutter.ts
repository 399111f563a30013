/**
 * The rows of a Parquet file as records, which a process of its own reads (parquet-process.ts). It gets no file, only
 * bytes that it asks for; where it ends, or says nothing for long, the file is at fault.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Scheduler, WeirError } from '@weir/model';
import type { CutRecords } from '../sources/base-source.js';
import { isRandomAccess, notAtAnyPlace, type RandomAccess } from '../sources/random-access.js';
import type { ByteReader } from '../sources/byte-reader.js';
import type { RecordCutter } from '../sources/record-cutter.js';
import type { FromParquet, ToParquet } from './parquet-messages.js';

export interface ParquetOptions {
  /** Bytes of a row group, unpacked; and of the footer. */
  readonly maximumGroupBytes: number;
  readonly scheduler: Scheduler;
  /** How long a row group may take, beside the reading of its bytes. */
  readonly patienceMillis?: number;
}

const PATIENCE_MILLIS = 120_000;
/** Of the process; its buffers are beside it, and as large as a row group. */
const HEAP_MEGABYTES = 2048;

interface Pending {
  readonly resolve: (answer: FromParquet) => void;
  readonly reject: (error: Error) => void;
}

export class ParquetCutter implements RecordCutter {
  private readonly file: RandomAccess;
  private child: ChildProcess | undefined;
  private pending: Pending | undefined;
  private callOff: (() => void) | undefined;
  private closed = false;
  private size = 0;
  private rows = 0;
  private position = 0;

  /** @throws WeirError `ingest.invalid` for what can't be read at any place. */
  constructor(
    reader: ByteReader,
    private readonly options: ParquetOptions,
  ) {
    if (!isRandomAccess(reader)) throw notAtAnyPlace();
    this.file = reader;
  }

  async next(maximum: number): Promise<CutRecords | undefined> {
    await this.open();
    if (this.position >= this.rows) return undefined;
    const answer = await this.ask({
      kind: 'rows',
      from: this.position,
      maximum: Math.min(maximum, this.rows),
    });
    if (answer.kind !== 'rows') return undefined;
    this.position += answer.bounds.length >>> 1;
    this.file.seek(Math.floor((this.size * this.position) / this.rows));
    // Of its own: it is given away.
    return { bytes: new Uint8Array(answer.bytes), bounds: new Uint32Array(answer.bounds) };
  }

  async skip(count: number): Promise<boolean> {
    if (count === 0) return true;
    await this.open();
    this.position += count;
    return this.position <= this.rows;
  }

  close(): void {
    this.closed = true;
    this.end({ kind: 'opened', rows: 0 });
  }

  private async open(): Promise<void> {
    if (this.child !== undefined || this.closed) return;
    this.size = await this.file.size();
    if (this.isClosed()) return;
    const child = fork(fileURLToPath(new URL('./parquet-process.js', import.meta.url)), [], {
      // The library makes plain objects of structs and maps, for whom `__proto__` is then a key like any other.
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-proto=delete'],
      // Nothing of what the program was given.
      env: {},
      serialization: 'advanced',
      // Nothing is written to it: that it ends tells the process that this one has.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.child = child;
    child.on('message', (message: FromParquet) => this.take(message));
    child.on('error', error => this.fail(broken(`it can't be looked at: ${error.message}`)));
    child.on('exit', () =>
      this.fail(
        broken(
          `reading it took more than ${HEAP_MEGABYTES} MB of memory, or failed badly; it may be damaged, or have too many values in a row group`,
        ),
      ),
    );
    const { maximumGroupBytes } = this.options;
    const answer = await this.ask({ kind: 'open', size: this.size, maximumGroupBytes });
    if (answer.kind === 'opened') this.rows = answer.rows;
  }

  /** The method keeps the compiler from believing that it can't change across an `await`. */
  private isClosed(): boolean {
    return this.closed;
  }

  private ask(message: ToParquet): Promise<FromParquet> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        resolve({ kind: 'opened', rows: 0 });
        return;
      }
      this.pending = { resolve, reject };
      this.tell(message);
    });
  }

  private tell(message: ToParquet): void {
    const { child, options } = this;
    if (child?.connected !== true) return;
    child.send(message, () => undefined);
    this.callOff?.();
    const { patienceMillis = PATIENCE_MILLIS } = options;
    this.callOff = options.scheduler.after(patienceMillis, () =>
      this.fail(broken(`a row group takes longer than ${patienceMillis / 1000} seconds to read`)),
    );
  }

  private take(message: FromParquet): void {
    this.callOff?.();
    this.callOff = undefined;
    switch (message.kind) {
      case 'want':
        void this.give(message);
        return;
      case 'failed':
        this.fail(message.isTooLarge ? tooLarge(this.options.maximumGroupBytes) : broken(message.reason));
        return;
      default: {
        const { pending } = this;
        this.pending = undefined;
        pending?.resolve(message);
      }
    }
  }

  private async give({ id, offset, length }: Extract<FromParquet, { kind: 'want' }>): Promise<void> {
    try {
      const bytes = await this.file.bytesAt(offset, length);
      if (bytes.length < length && !this.closed) throw broken('it became shorter');
      this.tell({ kind: 'bytes', id, bytes });
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private fail(error: Error): void {
    const { pending } = this;
    this.pending = undefined;
    this.end({ kind: 'opened', rows: 0 });
    pending?.reject(error);
  }

  /** Whoever waits gets the answer. */
  private end(answer: FromParquet): void {
    this.callOff?.();
    this.callOff = undefined;
    this.child?.kill('SIGKILL');
    const { pending } = this;
    this.pending = undefined;
    pending?.resolve(answer);
  }
}

function broken(how: string): WeirError {
  return new WeirError('ingest.invalid', `This is no Parquet file that can be read: ${how}.`);
}

function tooLarge(limit: number): WeirError {
  return new WeirError(
    'ingest.record-too-long',
    `A row group of the Parquet file is larger, unpacked, than maximumLineSize, ${limit} bytes. Give the stream a larger ` +
      'maximumLineSize, or write the file with smaller row groups.',
  );
}
