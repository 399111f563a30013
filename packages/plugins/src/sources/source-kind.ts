/** A kind of source: the fields of its definitions, and how records are read. */
import type { Environment, OutgoingPolicy } from '@weir/platform';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';
import type { IngestSource, SourceSupports } from './ingest-source.js';
import { IteratedSource, type SourceRecord } from './iterated-source.js';

export interface SourceKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in definitions: `acme.Folder`. */
  readonly type: ExtensionType;
  /** Label in forms. Default: the type in words. */
  readonly title?: string;
  /** One line for the API description and the explorer. */
  readonly description: string;
  /** In addition to `type`, `format` and `recordDecoders`, which every source has. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /**
   * Whether several processes may read it concurrently, because its sender gives each record to only one of them.
   * Default: never. A stream with parallelism 1 is always read by one process.
   */
  canBeShared?(definition: Checked<F>): boolean;
  /** Why a dry run is rejected, for example because reading removes records. If absent, dry runs are possible. */
  readonly noDryRun?: string;
  /**
   * Checks what only the running process knows, such as whether this address may be reached or this file read.
   * @throws WeirError `ingest.invalid`.
   */
  check?(definition: Checked<F>, context: SourceContext): Promise<void>;
  /** Creates a source that is not open yet. Called for each start, and again after transient failures. */
  open(definition: Checked<F>, context: SourceContext): IngestSource;
}

export interface SourceContext {
  /** Name of the ingest stream. */
  readonly stream: string;
  /** Clock, timers, randomness and log. */
  readonly environment: Environment;
  /** Decides which addresses may be connected to. */
  readonly outgoing: OutgoingPolicy;
  readonly files: ReadableFiles;
  /** For a dry run, which must not affect other readers: commit, acknowledge and delete nothing. */
  readonly isTrial: boolean;
}

export interface ReadableFiles {
  /** @returns the real path to open. @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`. */
  check(path: string): Promise<string>;
  /** As `check`, for a directory whose files are to be read. */
  checkDirectory(path: string): Promise<string>;
}

/** Context of one run of `read`. */
export interface ReadContext extends SourceContext {
  /** The `cursor` of the last record that an earlier run yielded. `null`: read from the beginning. */
  readonly from: string | null;
  /** Aborted when the source is closed: stop waiting for the next record. */
  readonly signal: AbortSignal;
}

/** A source implemented as an async generator. */
export interface IteratedKind<F extends Fields> extends Omit<SourceKind<F>, 'open'> {
  /**
   * Effect of a restart. `exact`: continues after the record of the given cursor. `best-effort` (default): the same, as
   * far as the sender supports it. `onward`: the sender has removed the records that were read.
   */
  readonly resume?: SourceSupports['resume'];
  /** Whether it has an end; default: no. */
  readonly finite?: boolean;
  /**
   * Yields records, one or several at a time, and ends after the last one. The next one is requested when the graph has
   * capacity. Throw `TransientSourceError` for a transient failure.
   */
  read(definition: Checked<F>, context: ReadContext): AsyncIterable<SourceRecord | readonly SourceRecord[]>;
}

/** Defines a kind of source, as an async generator (`read`) or a class that extends `BaseSource` (`open`). */
export function defineSource<F extends Fields>(kind: SourceKind<F> | IteratedKind<F>): SourceKind<F> {
  if ('open' in kind) return kind;
  const { resume = 'best-effort', finite = false } = kind;
  const supports = { finite, resume, acknowledge: false };
  return {
    ...kind,
    open: (definition, context) =>
      new IteratedSource(supports, (from, signal) => kind.read(definition, { ...context, from, signal })),
  };
}
