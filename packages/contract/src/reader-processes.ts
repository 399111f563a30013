/** Other processes that read sources for a graph (docs/adr/0027-sources-are-read-where-workers-are-lent.md). */
import type { RecordReader } from './record-reader.js';

export interface ReaderProcesses {
  /**
   * Processes that read now. The same object is the same connection; a process that left and rejoined is a new object.
   */
  current(): readonly ReaderProcess[];
  /** Calls back whenever `current` has changed. @returns a function that stops the calls. */
  watch(changed: () => void): () => void;
}

export interface ReaderProcess {
  /** As `WorkerLocation.process` names it. */
  readonly process: string;
  /** Number of chunks in flight that keeps its workers busy. */
  readonly preferredInFlight: number;
  /**
   * Creates a reader of the stream's source in that process. After the process leaves, pending and later calls reject,
   * except `acknowledge`, `pause`, `resume` and `close`, which never reject because nothing is left to notify.
   * @param definition of the stream, plain data.
   * @param keeps records stay there: chunks are `kept`, and run by the workers of that process.
   */
  reader(stream: string, definition: unknown, keeps: boolean): RecordReader;
}

/** The remote side: reads sources for the process that owns the graph. */
export interface SourceLender {
  /** @throws WeirError `ingest.*` if the source cannot be read here, or reading it is not allowed. */
  prepare(stream: string, definition: unknown): Promise<RecordReader>;
}
