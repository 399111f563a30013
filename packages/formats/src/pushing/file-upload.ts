/**
 * A file uploaded in chunks. It is cut into records as it arrives; these wait for the stream like all pushed records,
 * and the sender waits while the buffer is full. If the upload breaks off, its complete records remain: sending the
 * file again writes them a second time.
 */
import { PassThrough } from 'node:stream';
import { WeirError } from '@weir/platform';
import type { ByteReader } from '../cutting/byte-reader.js';
import type { PushedRecord, PushInbox, PushOutcome } from './push-inbox.js';
import type { RecordCutter } from '../cutting/record-cutter.js';
import { StreamReader } from '../cutting/stream-reader.js';

const AHEAD_BYTES = 256 * 1024;
/** Number of records cut together. */
const RECORDS = 10_000;
const SHOWN = 100;

export interface UploadProgress {
  /** Bytes received. */
  readonly bytes: number;
  /** Number of durable records. */
  readonly accepted: number;
  readonly rejectedCount: number;
}

export class FileUpload {
  /**
   * Outcome for the whole file, once all of it is durable or was rejected. Rejects with a WeirError:
   * `ingest.not-running` if the stream ends before, `ingest.invalid` and others if the file cannot be cut into records.
   */
  readonly outcome: Promise<PushOutcome>;
  private readonly pieces = new PassThrough({ highWaterMark: AHEAD_BYTES });
  private readonly reader = new StreamReader(this.pieces);
  private readonly rejected: PushedRecord[] = [];
  private bytes = 0;
  private cut = 0;
  private accepted = 0;
  private rejectedCount = 0;

  constructor(
    private readonly inbox: PushInbox,
    cutFile: (reader: ByteReader) => RecordCutter,
  ) {
    // `outcome` reports the error; a stream without a listener would crash the process.
    this.pieces.on('error', () => undefined);
    this.outcome = this.run(cutFile(this.reader));
    this.outcome.catch(() => undefined);
  }

  get progress(): UploadProgress {
    const { bytes, accepted, rejectedCount } = this;
    return { bytes, accepted, rejectedCount };
  }

  /**
   * Adds the next chunk. @returns a promise that settles when there is room for more, or none is needed; `undefined` if
   * there is room now.
   */
  write(bytes: Uint8Array): Promise<void> | undefined {
    const { pieces } = this;
    if (pieces.destroyed || pieces.writableEnded) return undefined;
    this.bytes += bytes.length;
    if (pieces.write(bytes)) return undefined;
    return new Promise(resolve => {
      pieces.once('drain', resolve);
      pieces.once('close', resolve);
    });
  }

  /** The file is complete. */
  end(): void {
    this.pieces.end();
  }

  /** The upload ended before the file was complete. */
  abort(): void {
    this.pieces.destroy(new WeirError('ingest.invalid', 'The file ended early.'));
  }

  private async run(cutter: RecordCutter): Promise<PushOutcome> {
    try {
      let last: Promise<WeirError | undefined> | undefined;
      for (;;) {
        const records = await cutter.next(RECORDS);
        if (records === undefined) break;
        const first = this.cut;
        this.cut += records.bounds.length >>> 1;
        await this.inbox.room(records.bytes.length);
        last = this.inbox.add(records).then(outcome => {
          if (outcome instanceof WeirError) return outcome;
          this.count(outcome, first);
          return undefined;
        });
      }
      // Records become durable in the order of their arrival.
      const failure = await last;
      if (failure !== undefined) throw failure;
      const { accepted, rejectedCount, rejected } = this;
      return { accepted, rejectedCount, rejected };
    } finally {
      cutter.close?.();
      await this.reader.close();
      this.pieces.destroy();
    }
  }

  private count({ accepted, rejectedCount, rejected }: PushOutcome, first: number): void {
    this.accepted += accepted;
    this.rejectedCount += rejectedCount;
    for (const { record, reason } of rejected) {
      if (this.rejected.length < SHOWN) this.rejected.push({ record: first + record, reason });
    }
  }
}
