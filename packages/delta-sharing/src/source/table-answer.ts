/**
 * Parses a sharing server's response about a table: one JSON line each for its protocol, its metadata, and the files
 * with its rows, in one of two formats. In `parquet` a file is `file`, `add`, `cdf` or `remove`; in `delta` it is an
 * action of the table's log within `file`. Unsupported features are rejected by name.
 */
import { SharingProblem } from './sharing-problem.js';

/** How the file's rows changed the table; rows of `cdf` files state that individually. */
export type FileKind = 'file' | 'add' | 'cdf' | 'remove';

export interface SharedFile {
  readonly kind: FileKind;
  /** Stable across requests for the same file. */
  readonly id: string;
  readonly url: string;
  /** May be absent for files of a snapshot. */
  readonly version: number | undefined;
  /** Time of the version, in milliseconds. */
  readonly timestamp: number | null;
  /** Size in bytes. */
  readonly size: number | undefined;
  readonly partitionValues: ReadonlyMap<string, string | null>;
  /** Expiry of the address, in milliseconds. */
  readonly expires: number | undefined;
  /** Its rows are not changes: they were moved within the table. */
  readonly isRearranged: boolean;
  /** Reason why its rows cannot be read. */
  readonly obstacle: string | undefined;
}

export interface TableAnswer {
  /** Id of the table, if the server reports it. */
  readonly id: string | undefined;
  /** Types keyed by column name; `undefined` for types that are not simple. */
  readonly columns: ReadonlyMap<string, string | undefined>;
  /** Whether the table declares that it keeps no changes. */
  readonly hasNoChanges: boolean;
  readonly files: readonly SharedFile[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Maximum files of one response: each takes about 1 kB. */
export const MOST_FILES = 100_000;

/** The id is part of the stored position. */
const LONGEST_ID = 1_000;
const SHOWN = 80;
/** Table features that do not affect how the listed files are read. */
const HARMLESS_FEATURES: ReadonlySet<unknown> = new Set([
  // Individual files that have one are rejected.
  'deletionVectors',
  // Rejected if it is enabled.
  'columnMapping',
  'timestampNtz',
  'v2Checkpoint',
  'vacuumProtocolCheck',
  'domainMetadata',
  'inCommitTimestamp',
  'appendOnly',
  'invariants',
  'checkConstraints',
  'changeDataFeed',
  'generatedColumns',
  'identityColumns',
  'rowTracking',
  'clustering',
]);

export class TableAnswerReader {
  private id: string | undefined;
  private columns: TableAnswer['columns'] | undefined;
  private hasNoChanges = false;
  private hasEnded = false;
  private readonly files: SharedFile[] = [];

  /** @param saysEnd the server has promised an explicit last line. */
  constructor(private readonly saysEnd: boolean) {}

  /** @throws SharingProblem `refused`, or `passing` if the server reports a failure or the line is incomplete. */
  line(text: string): void {
    const line = fieldsOf(parsed(text));
    if (line === undefined) {
      // Lines contain addresses with signatures, so they are not shown.
      if (text.startsWith('{')) throw new SharingProblem('passing', 'a line of the response is incomplete');
      throw notUnderstood(`a line that is not an object: ${text.slice(0, SHOWN)}`);
    }
    if (line['protocol'] !== undefined) checkProtocol(required(line, 'protocol'));
    if (line['metaData'] !== undefined) this.metadata(required(line, 'metaData'));
    for (const kind of ['add', 'cdf', 'remove'] as const)
      if (line[kind] !== undefined) this.add(sharedFile(kind, required(line, kind)));
    if (line['file'] !== undefined) this.file(required(line, 'file'));
    if (line['endStreamAction'] !== undefined) this.end(required(line, 'endStreamAction'));
  }

  /** @throws SharingProblem `passing` for a response without metadata or without its end: it is incomplete. */
  whole(): TableAnswer {
    const { id, columns, hasNoChanges, files } = this;
    if (columns === undefined) throw new SharingProblem('passing', 'the response has no metadata');
    if (this.saysEnd && !this.hasEnded) throw new SharingProblem('passing', 'the response has no end marker');
    return { id, columns, hasNoChanges, files };
  }

  /** A response without page limit has no further pages. */
  private end({ errorMessage, nextPageToken }: Fields): void {
    this.hasEnded = true;
    if (typeof errorMessage === 'string' && errorMessage !== '')
      throw new SharingProblem('passing', errorMessage.slice(0, 300));
    if (typeof nextPageToken === 'string' && nextPageToken !== '')
      throw notUnderstood('only some of the requested files');
  }

  private file(file: Fields): void {
    const action = file['deltaSingleAction'];
    if (action === undefined) {
      this.add(sharedFile('file', file));
      return;
    }
    const actions = fieldsOf(action) ?? {};
    for (const [name, kind] of DELTA_ACTIONS) {
      const said = fieldsOf(actions[name]);
      if (said !== undefined) this.add(sharedFile(kind, { ...said, ...file, url: said['path'] }));
    }
  }

  private add(file: SharedFile): void {
    if (this.files.length >= MOST_FILES)
      throw new SharingProblem(
        'refused',
        `a response of more than ${MOST_FILES} files: reduce maxVersionsPerPoll`,
      );
    this.files.push(file);
  }

  private metadata(outer: Fields): void {
    const metadata = outer['deltaMetadata'] === undefined ? outer : required(outer, 'deltaMetadata');
    const provider = fieldsOf(metadata['format'])?.['provider'] ?? 'parquet';
    if (provider !== 'parquet') throw notReadable(`files of the format ${shown(provider)}`);
    const configuration = fieldsOf(metadata['configuration']) ?? {};
    const mapping = configuration['delta.columnMapping.mode'] ?? 'none';
    if (mapping !== 'none')
      throw notReadable('columns that have other names in the files (delta.columnMapping.mode)');
    const feed = configuration['delta.enableChangeDataFeed'] ?? configuration['enableChangeDataFeed'];
    this.hasNoChanges = feed === 'false';
    const { id } = metadata;
    if (typeof id === 'string') this.id ??= id;
    this.columns = columnsOf(metadata['schemaString']);
  }
}

const DELTA_ACTIONS = [
  ['add', 'add'],
  ['cdc', 'cdf'],
  ['remove', 'remove'],
] as const;

const MARKED = 'some of its rows are marked as deleted (a deletion vector), which is not supported';

function sharedFile(kind: FileKind, fields: Fields): SharedFile {
  const { url, id: said, deletionVector, dataChange } = fields;
  if (typeof url !== 'string' || url === '') throw notUnderstood(`a file without a URL (${kind})`);
  const id = typeof said === 'string' && said !== '' ? said : pathOf(url);
  if (id.length > LONGEST_ID) throw notUnderstood(`a file id of more than ${LONGEST_ID} characters`);
  const { values, wrong } = partitionsOf(fields['partitionValues']);
  const isMarked = deletionVector !== undefined && deletionVector !== null;
  return {
    kind,
    id,
    url,
    version: wholeNumber(fields, 'version'),
    timestamp: wholeNumber(fields, 'timestamp') ?? null,
    size: wholeNumber(fields, 'size'),
    partitionValues: values,
    expires: wholeNumber(fields, 'expirationTimestamp'),
    isRearranged: dataChange === false,
    obstacle: isMarked ? MARKED : wrong,
  };
}

/** Keeps text values only, and ignores anything else that the server sends. */
function partitionsOf(said: unknown): {
  readonly values: SharedFile['partitionValues'];
  readonly wrong: string | undefined;
} {
  const values = new Map<string, string | null>();
  let wrong: string | undefined;
  for (const [name, value] of Object.entries(fieldsOf(said) ?? {})) {
    if (typeof value === 'string' || value === null) values.set(name, value);
    else wrong = `the partition column ${shown(name)} has a value that is not a string`;
  }
  return { values, wrong };
}

function checkProtocol(outer: Fields): void {
  const protocol = outer['deltaProtocol'] === undefined ? outer : required(outer, 'deltaProtocol');
  const version = wholeNumber(protocol, 'minReaderVersion') ?? 1;
  if (protocol === outer && version > 1) throw notReadable(`version ${version} of the protocol`);
  if (version > 3) throw notReadable(`version ${version} of Delta's protocol`);
  const features = protocol['readerFeatures'];
  for (const feature of Array.isArray(features) ? (features as unknown[]) : [])
    if (!HARMLESS_FEATURES.has(feature)) throw notReadable(`the table feature ${shown(feature)}`);
}

function columnsOf(schema: unknown): TableAnswer['columns'] {
  const fields = typeof schema === 'string' ? fieldsOf(parsed(schema))?.['fields'] : undefined;
  if (!Array.isArray(fields)) throw notUnderstood('metadata without a schema');
  return new Map(
    fields.map((field: unknown): [string, string | undefined] => {
      const { name, type } = fieldsOf(field) ?? {};
      if (typeof name !== 'string') throw notUnderstood('a schema with a column that has no name');
      return [name, typeof type === 'string' ? type : undefined];
    }),
  );
}

function wholeNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw notUnderstood(`'${name}', which is not an integer`);
}

function required(fields: Fields, name: string): Fields {
  const inner = fieldsOf(fields[name]);
  if (inner === undefined) throw notUnderstood(`'${name}', which is not an object`);
  return inner;
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, SHOWN) : 'without a name';
}

/** The query part contains signatures. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function notUnderstood(what: string): SharingProblem {
  return new SharingProblem('refused', `the server responded with ${what}`);
}

function notReadable(what: string): SharingProblem {
  return new SharingProblem('refused', `the table cannot be read: it has ${what}, which is not supported`);
}
