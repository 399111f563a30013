/** Dependencies of sinks. */
import type { Environment, OutgoingPolicy } from '@weir/platform';
import type { StreamingGraph } from '@weir/contract';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import type { ResultWriter } from './result-writer.js';

export interface SinkContext {
  /** Name of the output; for nested sinks, that of the outermost one. */
  readonly outputName: string;
  readonly standingName: string;
  /** Whether queries that outputs run on the graph also receive cancellations. */
  readonly queryCancellations: boolean;
  readonly graph: StreamingGraph;
  readonly environment: Environment;
  readonly writer: ResultWriter;
  readonly files: OutputFilePolicy;
  readonly outgoing: OutgoingPolicy;
  /** Reads from an allowed file, or from the web. */
  readonly readSchema: (where: string) => Promise<Uint8Array>;
  /** Reports the number of results (or rows of a chained query) lost after, or outside, a delivery report. */
  readonly lost: (count: number) => void;
}
