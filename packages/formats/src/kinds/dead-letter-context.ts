/** What destinations of records that could not be read work with. */
import type { StreamingGraph } from '@weir/contract';
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { OutputFilePolicy } from '../files/output-file-policy.js';
import type { ResultWriter } from './result-writer.js';

export interface DeadLetterContext {
  /** Whose records they are. */
  readonly stream: string;
  readonly graph: Pick<StreamingGraph, 'openLane'>;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  readonly files: OutputFilePolicy;
  readonly outgoing: OutgoingPolicy;
  readonly writer: ResultWriter;
  /** Schemas of formats, from where they may come. */
  readonly readSchema: (where: string) => Promise<Uint8Array>;
}
