/** Dependencies of destinations for unreadable records. */
import type { StreamingGraph } from '@weir/contract';
import type { Environment, OutgoingPolicy } from '@weir/platform';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import type { ResultWriter } from './result-writer.js';

export interface DeadLetterContext {
  /** Name of the ingest stream that the records belong to. */
  readonly stream: string;
  readonly graph: Pick<StreamingGraph, 'openLane'>;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  readonly files: OutputFilePolicy;
  readonly outgoing: OutgoingPolicy;
  readonly writer: ResultWriter;
  /** Reads schemas of formats from allowed locations. */
  readonly readSchema: (where: string) => Promise<Uint8Array>;
}
