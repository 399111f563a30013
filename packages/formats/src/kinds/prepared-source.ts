/** What becomes of the definition of a source when it has been checked, and what that takes. */
import type { Readable } from 'node:stream';
import { type Environment, type OutgoingPolicy, WeirError } from '@weir/model';
import type { FileAccessPolicy } from '../files/file-access-policy.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import type { IngestSource, CutRecords } from '@weir/plugins';
import type { ByteReader } from '../cutting/byte-reader.js';
import type { PushInbox } from '../pushing/push-inbox.js';
import type { RecordCutter } from '../cutting/record-cutter.js';

export interface SourceContext {
  readonly environment: Environment;
  readonly files: FileAccessPolicy;
  readonly outgoing: OutgoingPolicy;
  readonly standardInput: () => Readable;
  /** Nothing is to be taken away from whoever else reads there: nothing committed, acknowledged or deleted. */
  readonly isTrial?: boolean;
}

/** Where records come in that are pushed, as bodies of requests or as files, one of the two. */
export type Intake = { readonly inbox: PushInbox } & (
  | {
      readonly takes: 'bodies';
      /** `undefined` for a body without records. Throws `ingest.invalid` for one that ends too early. */
      readonly cutBody: (body: Uint8Array) => Promise<CutRecords | undefined>;
    }
  | { readonly takes: 'files'; readonly cutFile: (reader: ByteReader) => RecordCutter }
);

export interface PreparedSource {
  /** A fresh source; also for each restart. */
  readonly openSource: () => IngestSource;
  readonly decoders: readonly RecordDecoder[];
  readonly intake?: Intake;
  /** Column names found in the file's first row. */
  readonly headers: readonly string[] | null;
}

/** Records that need no undoing and have no header. */
export function plainSource(openSource: () => IngestSource): PreparedSource {
  return { openSource, decoders: [], headers: null };
}

export function untriable(what: string): WeirError {
  return new WeirError(
    'ingest.no-dry-run',
    `${what} can't be tried: what is read from there is gone. Put some records into a file, and try that.`,
  );
}
