/**
 * The rows of Parquet files, which a process of its own reads (parquet-process.ts), one file after the other. It gets no
 * file, only bytes that it asks for; where it ends while it reads, or says nothing for long, the file is at fault, and the
 * next one has another process. One that ends while nothing is asked of it blames nobody.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isError, type Scheduler, WeirError } from '@weir/model';
import { type CutRecords, TransientSourceError } from '@weir/plugins';
import type { BytesAtPlaces } from '../cutting/random-access.js';
import type { FromParquet, RowShape, ToParquet } from './parquet-messages.js';

export interface ParquetOptions {
  /** Bytes of a row group, unpacked; and of the footer. */
  readonly maximumGroupBytes: number;
  readonly scheduler: Scheduler;
  /** How long a row group may take, beside the reading of its bytes. */
  readonly patienceMillis?: number;
  /** What the larger group is told with: how to let more through. */
  readonly advice?: string;
}

const PATIENCE_MILLIS = 120_000;
/** Of the process; its buffers are beside it, and as large as a row group. */
const HEAP_MEGABYTES = 2048;
const NO_ROWS = { kind: 'opened', rows: 0 } as const;

interface Pending {
  readonly resolve: (answer: FromParquet) => void;
  readonly reject: (error: Error) => void;
}

export class ParquetReader {
  private child: ChildProcess | undefined;
  private file: BytesAtPlaces | undefined;
  private pending: Pending | undefined;
  private callOff: (() => void) | undefined;
  /** Pieces that the process waits for. */
  private wanted = 0;
  private closed = false;

  constructor(private readonly options: ParquetOptions) {}

  /**
   * @returns how many rows it has; 0 when closed.
   * @throws WeirError `ingest.invalid`, `ingest.record-too-long`; what the file throws; `TransientSourceError` where the
   * process ended by itself.
   */
  async open(file: BytesAtPlaces, shape?: RowShape): Promise<number> {
    const size = await file.size();
    if (this.closed) return 0;
    this.file = file;
    this.child ??= this.start();
    const { maximumGroupBytes } = this.options;
    const answer = await this.ask({ kind: 'open', size, maximumGroupBytes, shape });
    return answer.kind === 'opened' ? answer.rows : 0;
  }

  /**
   * @returns at least one and at most `maximum`, in memory of their own; `undefined` when closed.
   * @throws as `open` does.
   */
  async rows(from: number, maximum: number): Promise<CutRecords | undefined> {
    const answer = await this.ask({ kind: 'rows', from, maximum });
    if (answer.kind !== 'rows') return undefined;
    // Of its own: it is given away.
    return { bytes: new Uint8Array(answer.bytes), bounds: new Uint32Array(answer.bounds) };
  }

  /** No file is read for a while: the process ends, and what it holds of the last one with it. */
  rest(): void {
    this.end()?.resolve(NO_ROWS);
  }

  close(): void {
    this.closed = true;
    this.rest();
  }

  private start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./parquet-process.js', import.meta.url)), [], {
      // The library makes plain objects of structs and maps, for whom `__proto__` is then a key like any other.
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--disable-proto=delete'],
      // Nothing of what the program was given.
      env: {},
      serialization: 'advanced',
      // Nothing is written to it: that it ends tells the process that this one has.
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    const failed = (error: Error): void => {
      if (this.child === child) this.fail(error);
    };
    child.on('message', (message: FromParquet) => {
      if (this.child === child) this.take(message, child);
    });
    child.on('error', ({ message }) =>
      failed(new TransientSourceError(`There is no process that reads Parquet: ${message}`)),
    );
    child.on('exit', () =>
      failed(
        broken(
          `reading it took more than ${HEAP_MEGABYTES} MB of memory, or failed badly; it may be damaged, or have too many values in a row group`,
        ),
      ),
    );
    return child;
  }

  private ask(message: ToParquet): Promise<FromParquet> {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        resolve(NO_ROWS);
        return;
      }
      if (this.child === undefined) {
        reject(
          new TransientSourceError('The process that reads Parquet ended while nothing was asked of it'),
        );
        return;
      }
      this.pending = { resolve, reject };
      this.tell(message, this.child);
    });
  }

  private tell(message: ToParquet, child: ChildProcess): void {
    if (!child.connected) return;
    child.send(message, () => undefined);
    this.callOff?.();
    this.callOff = undefined;
    // While it waits for bytes it is not to blame.
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
      this.tell({ kind: 'bytes', id, bytes }, child);
    } catch (error) {
      if (this.child === child) this.fail(isError(error) ? error : new Error(String(error)));
    }
  }

  private fail(error: Error): void {
    this.end()?.reject(error);
  }

  /** @returns who waits for an answer. */
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
      `A row group of the Parquet file is larger, unpacked, than ${limit} bytes. ${advice}`,
    );
  }
}

function broken(how: string): WeirError {
  return new WeirError('ingest.invalid', `This is no Parquet file that can be read: ${how}.`);
}
