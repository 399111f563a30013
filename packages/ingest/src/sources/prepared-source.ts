/** What becomes of the definition of a source when it has been checked, and what that takes. */
import type { Readable } from 'node:stream';
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { FileAccessPolicy } from '../files/file-access-policy.js';
import type { RecordDecoder } from '../formats/record-decoders.js';
import type { IngestSource } from './ingest-source.js';

export interface SourceContext {
  readonly environment: Environment;
  readonly files: FileAccessPolicy;
  readonly outgoing: OutgoingPolicy;
  readonly standardInput: () => Readable;
}

export interface PreparedSource {
  /** A fresh source; also for each restart. */
  readonly openSource: () => IngestSource;
  readonly decoders: readonly RecordDecoder[];
  /** Column names found in the file's first row. */
  readonly headers: readonly string[] | null;
}
