/**
 * A file that somebody sends piece by piece. It is cut into records while it comes; what is cut waits with the stream
 * like all that is pushed, and the sender waits while there is no room. A file that breaks off leaves the records that
 * were whole: whoever sends it again writes them a second time.
 */
import { PassThrough } from 'node:stream';
import { WeirError } from '@weir/model';
import type { ByteReader } from '../cutting/byte-reader.js';
import type { PushedRecord, PushInbox, PushOutcome } from './push-inbox.js';
import type { RecordCutter } from '../cutting/record-cutter.js';
import { StreamReader } from '../cutting/stream-reader.js';

const AHEAD_BYTES = 256 * 1024;
/** Cut at a time. */
const RECORDS = 10_000;
const SHOWN = 100;

export interface UploadProgress {
  /** That came. */
  readonly bytes: number;
  /** Records that are durable. */
  readonly accepted: number;
  readonly rejectedCount: number;
}

export class FileUpload {
  /**
   * Of the whole file, when all of it is durable or could not be read. Rejects with a WeirError: `ingest.not-running` when
   * the stream ends before, `ingest.invalid` and others where the file can't be cut into records.
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
    // Told by `outcome`; a stream without a listener would take the process with it.
    this.pieces.on('error', () => undefined);
    this.outcome = this.run(cutFile(this.reader));
    this.outcome.catch(() => undefined);
  }

  get progress(): UploadProgress {
    const { bytes, accepted, rejectedCount } = this;
    return { bytes, accepted, rejectedCount };
  }

  /** The next piece. @returns settles when there is room for more, or none is needed; `undefined`: there is. */
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

  /** That was all. */
  end(): void {
    this.pieces.end();
  }

  /** Nothing more comes, and it was not all. */
  abort(): void {
    this.pieces.destroy(new WeirError('ingest.invalid', 'The file broke off.'));
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
      // Records become durable in the order in which they came in.
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
