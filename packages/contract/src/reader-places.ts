/** Other processes that read sources for a graph (docs/adr/0027-sources-are-read-where-workers-are-lent.md). */
import type { RecordReader } from './record-reader.js';

export interface ReaderPlaces {
  /** Those that read now. The same object as before is the same place; one that was gone and comes back is another one. */
  current(): readonly ReaderPlace[];
  /** Calls back whenever `current` has changed. @returns ends that. */
  watch(changed: () => void): () => void;
}

export interface ReaderPlace {
  /** As `WorkerPlace.process` names it. */
  readonly process: string;
  /** Chunks under way that keep its workers busy. */
  readonly preferredInFlight: number;
  /**
   * A fresh reader of the stream's source there. When the place is gone, calls under way reject, and so do later ones; but
   * `acknowledge`, `pause`, `resume` and `close` never do: there is nobody any more who would want to know.
   * @param definition of the stream, plain data.
   * @param keeps records stay there: chunks are `kept`, and run by the workers of that process.
   */
  reader(stream: string, definition: unknown, keeps: boolean): RecordReader;
}

/** The other side: what a process reads for whoever works on the graph. */
export interface SourceLender {
  /** @throws WeirError `ingest.*` where the source can't be read here, or is not to be. */
  prepare(stream: string, definition: unknown): Promise<RecordReader>;
}
