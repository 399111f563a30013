/** What becomes of the definition of a source when it has been checked, and what that takes. */
import type { Readable } from 'node:stream';
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { FileAccessPolicy } from '../files/file-access-policy.js';
import type { RecordDecoder } from '../formats/record-decoders.js';
import type { IngestSource } from './ingest-source.js';
import type { PushInbox } from './push-inbox.js';

export interface SourceContext {
  readonly environment: Environment;
  readonly files: FileAccessPolicy;
  readonly outgoing: OutgoingPolicy;
  readonly standardInput: () => Readable;
  /** Nothing is to be taken away from whoever else reads there: nothing committed, acknowledged or deleted. */
  readonly isTrial?: boolean;
}

export interface PreparedSource {
  /** A fresh source; also for each restart. */
  readonly openSource: () => IngestSource;
  readonly decoders: readonly RecordDecoder[];
  /** Where records come in that are pushed. */
  readonly inbox?: PushInbox;
  /** Column names found in the file's first row. */
  readonly headers: readonly string[] | null;
}
