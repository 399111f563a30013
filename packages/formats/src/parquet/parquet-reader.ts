/**
 * The rows of Parquet files, read by a separate process (parquet-process.ts), one file at a time. The process gets only
 * the bytes it requests. If it ends while it reads, or does not respond for long, the file is at fault, and the next
 * file gets another process. If it ends while idle, no file is blamed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isError, type Scheduler, WeirError } from '@weir/platform';
import { type CutRecords, TransientSourceError } from '@weir/plugins';
import type { RandomAccessBytes } from '../cutting/random-access.js';
import type { FromParquet, RowShape, ToParquet } from './parquet-messages.js';

export interface ParquetOptions {
  /** Maximum size in bytes of a row group, unpacked, and of the footer. */
  readonly maximumGroupBytes: number;
  readonly scheduler: Scheduler;
  /** Maximum time for a row group, excluding reads of its bytes. */
  readonly patienceMillis?: number;
  /** Added to the error for an oversized row group: how to raise the limit. */
  readonly advice?: string;
}

const PATIENCE_MILLIS = 120_000;
/** Heap of the process; its buffers are separate, and as large as a row group. */
const HEAP_MEGABYTES = 2048;
const NO_ROWS = { kind: 'opened', rows: 0 } as const;

interface Pending {
  readonly resolve: (answer: FromParquet) => void;
  readonly reject: (error: Error) => void;
}

export class ParquetReader {
  private child: ChildProcess | undefined;
  private file: RandomAccessBytes | undefined;
  private pending: Pending | undefined;
  private callOff: (() => void) | undefined;
  /** Number of byte ranges that the process waits for. */
  private wanted = 0;
  private closed = false;

  constructor(private readonly options: ParquetOptions) {}

  /**
   * @returns the number of rows; 0 when closed.
   * @throws WeirError `ingest.invalid`, `ingest.record-too-long`; errors of the file; `TransientSourceError` if the
   * process ended on its own.
   */
  async open(file: RandomAccessBytes, shape?: RowShape): Promise<number> {
    const size = await file.size();
    if (this.closed) return 0;
    this.file = file;
    this.child ??= this.start();
    const { maximumGroupBytes } = this.options;
    const answer = await this.request({ kind: 'open', size, maximumGroupBytes, shape });
    return answer.kind === 'opened' ? answer.rows : 0;
  }

  /**
   * @returns between one and `maximum` rows, in separate memory; `undefined` when closed.
   * @throws as `open` does.
   */
  async rows(from: number, maximum: number): Promise<CutRecords | undefined> {
    const answer = await this.request({ kind: 'rows', from, maximum });
    if (answer.kind !== 'rows') return undefined;
    // A new buffer, because it is given away.
    return { bytes: new Uint8Array(answer.bytes), bounds: new Uint32Array(answer.bounds) };
  }

  /** No file is read for a while: ends the process, which frees its data of the last file. */
  rest(): void {
    this.end()?.resolve(NO_ROWS);
  }

  close(): void {
    this.closed = true;
    this.rest();
  }

  private start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./parquet-process.js', import.meta.url)), [], {
      // The library creates plain objects for structs and maps; with this option `__proto__` is an ordinary key in
      // them.
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-proto=delete'],
      // Inherits no environment variables.
      env: {},
      serialization: 'advanced',
      // Nothing is written to standard input: its end signals to the process that this one has ended.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    const failed = (error: Error): void => {
      if (this.child === child) this.fail(error);
    };
    child.on('message', (message: FromParquet) => {
      if (this.child === child) this.take(message, child);
    });
    child.on('error', ({ message }) =>
      failed(new TransientSourceError(`Cannot start the process that reads Parquet: ${message}`)),
    );
    child.on('exit', () =>
      failed(
        broken(
          `reading it used more than ${HEAP_MEGABYTES} MB of memory, or failed badly; it may be damaged, or have too many values in a row group`,
        ),
      ),
    );
    return child;
  }

  private request(message: ToParquet): Promise<FromParquet> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        resolve(NO_ROWS);
        return;
      }
      if (this.child === undefined) {
        reject(new TransientSourceError('The process that reads Parquet ended while it was idle'));
        return;
      }
      this.pending = { resolve, reject };
      this.send(message, this.child);
    });
  }

  private send(message: ToParquet, child: ChildProcess): void {
    if (!child.connected) return;
    child.send(message, () => undefined);
    this.callOff?.();
    this.callOff = undefined;
    // While it waits for bytes, the delay is not its fault.
    if (this.wanted > 0) return;
    const { patienceMillis = PATIENCE_MILLIS, scheduler } = this.options;
    this.callOff = scheduler.after(patienceMillis, () =>
      this.fail(broken(`a row group takes longer than ${patienceMillis / 1000} seconds to read`)),
    );
  }

  private take(message: FromParquet, child: ChildProcess): void {
    this.callOff?.();
    this.callOff = undefined;
    switch (message.kind) {
      case 'want':
        this.wanted++;
        void this.give(message, child);
        return;
      case 'failed':
        this.fail(message.isTooLarge ? this.tooLarge() : broken(message.reason));
        return;
      default: {
        const { pending } = this;
        this.pending = undefined;
        pending?.resolve(message);
      }
    }
  }

  private async give(
    { id, offset, length }: Extract<FromParquet, { kind: 'want' }>,
    child: ChildProcess,
  ): Promise<void> {
    try {
      const bytes = await this.file!.bytesAt(offset, length);
      if (this.child !== child) return;
      if (bytes.length < length) throw broken('it became shorter');
      this.wanted--;
      this.send({ kind: 'bytes', id, bytes }, child);
    } catch (error) {
      if (this.child === child) this.fail(isError(error) ? error : new Error(String(error)));
    }
  }

  private fail(error: Error): void {
    this.end()?.reject(error);
  }

  /** @returns the pending request. */
  private end(): Pending | undefined {
    const { pending, child } = this;
    this.callOff?.();
    this.pending = this.callOff = this.child = this.file = undefined;
    this.wanted = 0;
    child?.kill('SIGKILL');
    return pending;
  }

  private tooLarge(): WeirError {
    const { maximumGroupBytes: limit, advice = 'Write the file with smaller row groups.' } = this.options;
    return new WeirError(
      'ingest.record-too-long',
      `A row group of the Parquet file exceeds, decompressed, the limit of ${limit} bytes. ${advice}`,
    );
  }
}

function broken(how: string): WeirError {
  return new WeirError('ingest.invalid', `This is not a readable Parquet file: ${how}.`);
}
