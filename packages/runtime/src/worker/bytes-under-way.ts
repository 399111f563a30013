/**
 * Output of ingest queries on a worker that is not durable yet. Until then it stays in memory: in nodes that cannot
 * sleep, in their events, in the group being written. Chunks are bounded by their records and by the bytes read, which
 * do not limit the output of the query. So a lane starts no batch while the worker's output in flight exceeds the
 * limit. The total of all lanes is at most the limit, plus one batch of each chunk that has started.
 */

/** Bytes in flight on a worker, as counted by queries, above which no further batch of records starts. */
const MOST_BYTES_UNDER_WAY = 64 * 1024 * 1024;
/** Maximum share of the heap; values take two to five times what queries count for them. */
const HEAP_SHARE = 1 / 8;
/** Maximum share of the limit for one batch; after a larger one, batches have fewer records. */
const BATCH_SHARE = 1 / 8;

export class BytesUnderWay {
  private readonly most: number;
  private bytes = 0;
  private waiting: (() => void)[] = [];

  /** @param heapLimit heap limit of the thread, in bytes. */
  constructor(heapLimit: number) {
    this.most = Math.min(MOST_BYTES_UNDER_WAY, Math.floor(heapLimit * HEAP_SHARE));
  }

  /** Target for the output of a batch. */
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

  /** Resolves when there may be room; another caller may have taken it. */
  fewer(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }
}
