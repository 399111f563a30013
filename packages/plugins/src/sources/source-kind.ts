/** A kind of source: what definitions of it say, and how records are read. */
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';
import type { IngestSource, SourceSupports } from './ingest-source.js';
import { IteratedSource, type SourceRecord } from './iterated-source.js';

export interface SourceKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in definitions: `acme.Folder`. */
  readonly type: ExtensionType;
  /** One line for the API description and the explorer. */
  readonly description: string;
  /** Beside `type`, `format` and `recordDecoders`, which every source has. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /**
   * Several processes may read it at once, because its sender gives each record to one of them. Default: never.
   * A stream with parallelism 1 is always read by one process.
   */
  canBeShared?(definition: Checked<F>): boolean;
  /** Why a dry run is refused: because reading takes records away, say. Absent: it can be tried. */
  readonly noDryRun?: string;
  /**
   * Checks what only the running process knows: may this address be reached, this file be read?
   * @throws WeirError `ingest.invalid`.
   */
  check?(definition: Checked<F>, context: SourceContext): Promise<void>;
  /** A fresh source, not opened yet. Called for each start, and again after trouble that may pass. */
  open(definition: Checked<F>, context: SourceContext): IngestSource;
}

export interface SourceContext {
  /** Name of the ingest stream. */
  readonly stream: string;
  /** Clock, timers, randomness and log. */
  readonly environment: Environment;
  /** Says which addresses may be connected to. */
  readonly outgoing: OutgoingPolicy;
  readonly files: ReadableFiles;
  /** A dry run: take nothing away from other readers. Commit, acknowledge and delete nothing. */
  readonly isTrial: boolean;
}

export interface ReadableFiles {
  /** @returns the real path to open. @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`. */
  check(path: string): Promise<string>;
  /** The same for a directory whose files may be read. */
  checkDirectory(path: string): Promise<string>;
}

/** What one reading needs beside its definition. */
export interface ReadContext extends SourceContext {
  /** The `cursor` of the last record that an earlier reading gave. `null`: read from the beginning. */
  readonly from: string | null;
  /** Aborted when the source is closed: end whatever the next record waits for. */
  readonly signal: AbortSignal;
}

/** A source that is an async generator. */
export interface IteratedKind<F extends Fields> extends Omit<SourceKind<F>, 'open'> {
  /**
   * What a restart does. `exact`: continues after the record whose cursor it gets. `best-effort` (default): as far as
   * the sender can. `onward`: what was read is gone at the sender.
   */
  readonly resume?: SourceSupports['resume'];
  /** It ends by itself; default: it does not. */
  readonly finite?: boolean;
  /**
   * Yields records, one by one or several at a time, and ends when there are no more. The next one is asked for when
   * the graph can take it. Throw `TransientSourceError` for trouble that may pass.
   */
  read(definition: Checked<F>, context: ReadContext): AsyncIterable<SourceRecord | readonly SourceRecord[]>;
}

/** A kind of source whose author writes an async generator (`read`) or a class that extends `BaseSource` (`open`). */
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
