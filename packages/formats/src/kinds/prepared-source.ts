/** The result of preparing a source's checked definition, and the dependencies for that. */
import type { Readable } from 'node:stream';
import type { Environment, OutgoingPolicy } from '@weir/platform';
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
  /** A trial must not affect other readers: it commits, acknowledges and deletes nothing. */
  readonly isTrial?: boolean;
}

/** Entry point of pushed records: as request bodies or as files, one of the two. */
export type Intake = { readonly inbox: PushInbox } & (
  | {
      readonly takes: 'bodies';
      /** `undefined` for a body without records. @throws `ingest.invalid` if the body ends too early. */
      readonly cutBody: (body: Uint8Array) => Promise<CutRecords | undefined>;
    }
  | { readonly takes: 'files'; readonly cutFile: (reader: ByteReader) => RecordCutter }
);

export interface PreparedSource {
  /** Creates a fresh source; called for each restart too. */
  readonly openSource: () => IngestSource;
  readonly decoders: readonly RecordDecoder[];
  readonly intake?: Intake;
  /** Column names from the file's first row. */
  readonly headers: readonly string[] | null;
}

/** Returns a source of records that need no decoding and have no header. */
export function plainSource(openSource: () => IngestSource): PreparedSource {
  return { openSource, decoders: [], headers: null };
}

/** Returns why a source has no dry run whose records can be read only once. @param what the subject of the sentence. */
export function readOnlyOnce(what: string): string {
  return `${what} does not support a dry run, because records that are read from it are lost. Put some records into a file, and try that.`;
}
