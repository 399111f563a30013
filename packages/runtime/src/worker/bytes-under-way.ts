/**
 * What ingest queries made on a worker that is not durable yet. Until then it lives: in nodes that can't sleep, in their
 * events, in the group that is on its way to the store. Chunks are bounded by their records and by the bytes read, which
 * say nothing of what a query makes of them. So a lane begins no batch while more is under way than there may be: what all
 * lanes have is no more than that, and one batch of each chunk that has begun.
 */

/** Bytes under way on a worker, as queries count them, beyond which no further batch of records begins. */
const MOST_BYTES_UNDER_WAY = 64 * 1024 * 1024;
/** Part of the heap that they may be: values take two to five times what queries count for them. */
const HEAP_SHARE = 1 / 8;
/** One batch may make such a part of it: the next one has fewer records. */
const BATCH_SHARE = 1 / 8;

export class BytesUnderWay {
  private readonly most: number;
  private bytes = 0;
  private waiting: (() => void)[] = [];

  /** @param heapLimit of the thread, in bytes. */
  constructor(heapLimit: number) {
    this.most = Math.min(MOST_BYTES_UNDER_WAY, Math.floor(heapLimit * HEAP_SHARE));
  }

  /** What a batch should not make more of. */
  get mostOfBatch(): number {
    return Math.floor(this.most * BATCH_SHARE);
  }

  get areMany(): boolean {
    return this.bytes > this.most;
  }

  /** To be followed by `end` with the same number. */
  begin(bytes: number): void {
    this.bytes += bytes;
  }

  end(bytes: number): void {
    this.bytes -= bytes;
    if (!this.areMany) for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves when there may be room; another one may have taken it. */
  fewer(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }
}
