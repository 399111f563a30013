/** Readers of regular files and of named pipes. */
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pause, type Scheduler } from '@weir/platform';
import type { ByteReader, RandomAccess } from '@weir/formats/cutting';

export class FileReader implements RandomAccess {
  private closed = false;

  private offset = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly sizeAtOpening: number,
  ) {}

  static async open(path: string): Promise<FileReader> {
    const file = await open(path, 'r');
    return new FileReader(file, (await file.stat()).size);
  }

  /** Offset of what `read` returns next. */
  get bytesRead(): number {
    return this.offset;
  }

  /** Known size in bytes, without querying it again. */
  get knownSize(): number {
    return Math.max(this.offset, this.sizeAtOpening);
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    if (this.closed) return 0;
    const { bytesRead } = await this.file.read(into, offset, into.length - offset, this.offset);
    this.offset += bytesRead;
    return bytesRead;
  }

  /** Reads available bytes at any offset; does not change what `read` returns next. */
  async bytesAt(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.file.read(bytes, filled, length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  /** Current size in bytes. */
  async size(): Promise<number> {
    return (await this.file.stat()).size;
  }

  /** The next `read` begins at this offset. */
  seek(offset: number): void {
    this.offset = offset;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.file.close();
  }
}

const PIPE_READ_BYTES = 8192;
/** Polling interval while no writer has the pipe open. */
const POLL_WITHOUT_WRITER_MILLIS = 1000;
/** Polling interval while a writer is silent. */
const POLL_WRITER_MILLIS = 50;

/**
 * A named pipe has no end: writers appear and disappear. It is opened without waiting for a writer, so that closing
 * never hangs, and polled.
 */
export class NamedPipeReader implements ByteReader {
  private readonly closing = new AbortController();

  private constructor(
    private readonly file: FileHandle,
    private readonly scheduler: Scheduler,
  ) {}

  static async open(path: string, scheduler: Scheduler): Promise<NamedPipeReader> {
    return new NamedPipeReader(await open(path, constants.O_RDONLY | constants.O_NONBLOCK), scheduler);
  }

  async read(into: Uint8Array, offset: number): Promise<number> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const read = await this.tryRead(into, offset);
      if (read !== undefined && read > 0) return read;
      const millis = read === undefined ? POLL_WRITER_MILLIS : POLL_WITHOUT_WRITER_MILLIS;
      await pause(this.scheduler, millis, signal);
    }
    return 0;
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    await this.file.close();
  }

  /** 0: no writer. `undefined`: a writer without data. */
  private async tryRead(into: Uint8Array, offset: number): Promise<number | undefined> {
    try {
      const length = Math.min(PIPE_READ_BYTES, into.length - offset);
      return (await this.file.read(into, offset, length, null)).bytesRead;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
      throw error;
    }
  }
}
