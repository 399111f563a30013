/** What sinks need of the world. */
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { StreamingGraph } from '@weir/contract';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import type { ResultWriter } from './result-writer.js';

export interface SinkContext {
  /** Of the output; nested ones have the outermost one's. */
  readonly outputName: string;
  readonly standingName: string;
  /** Queries that outputs run on the graph get cancellations too. */
  readonly queryCancellations: boolean;
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  readonly writer: ResultWriter;
  readonly files: OutputFilePolicy;
  readonly outgoing: OutgoingPolicy;
  /** From a file that may be read, or from the web. */
  readonly readSchema: (where: string) => Promise<Uint8Array>;
  /** Results (or rows of a chained query) that were lost after, or beside, a delivery report. */
  readonly lost: (count: number) => void;
}
