/**
 * Results of one standing query from one shard, packed once: the same bytes are stored beside the journal entries that
 * caused them and sent to the consumers. Columns instead of a list of results keep a result from needing its own object
 * or message.
 *
 * The bytes are a msgpack list: `[time, ids, flags, values, origins?, plan?, roots?]`.
 *
 * - `ids` is one text, separated by commas; `flags` has one byte per result; `values` holds the rows, concatenated.
 * - `origins` is present if some result has an origin. Each is null or `[stream, position, stream, position, ...]`,
 *   with a final `true` if some are left out.
 * - `plan` is the results' own query number, for results of a replacing query that are filed under the number of the
 *   replaced one. It follows `origins` or null.
 * - `roots`, present on request, are the nodes to which the results belong. They follow `plan` or null.
 */
import { decode, encodeTransferable, type NodeId, type Value } from '@weir/model';
import { NO_ORIGINS, type OriginSet, provenanceOf, type StandingResult } from '@weir/standing';

const POSITIVE = 1;
const INITIAL = 2;

export interface ResultBatch {
  readonly query: number;
  readonly shard: number;
  /** Number among the batches of this query and shard; increasing. */
  readonly sequence: number;
  readonly count: number;
  /** Number of matches; the other results are cancellations. */
  readonly positives: number;
  /** Time of packing, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * When the records that caused the results were read, in milliseconds since the Unix epoch, each followed by the
   * number of its results. Results without a known record are left out. Absent in a batch read from the store.
   */
  readonly reads?: readonly number[];
}

/** A batch that is still being filled. */
export class OpenBatch {
  private readonly ids: string[] = [];
  private readonly flags: number[] = [];
  private readonly values: Value[] = [];
  /** Created with the first origin. */
  private origins: (OriginSet | null)[] | undefined = undefined;
  private positives = 0;
  /** See `ResultBatch.reads`. */
  private readonly reads: number[] = [];

  /**
   * @param plan number of the results' own query, if they are filed under another one.
   * @param roots array that receives the nodes of the results, if they are requested.
   */
  constructor(
    readonly plan: number | undefined = undefined,
    private readonly roots: NodeId[] | undefined = undefined,
  ) {}

  get count(): number {
    return this.ids.length;
  }

  /** @param readAt when the record that caused the result was read; 0 if unknown. */
  add(result: StandingResult, readAt: number): void {
    const { row } = result;
    if (readAt !== 0) this.addRead(readAt);
    this.ids.push(result.resultId);
    this.flags.push((result.isPositiveMatch ? POSITIVE : 0) | (result.isInitialResult ? INITIAL : 0));
    for (let i = 0; i < row.length; i++) this.values.push(row[i]!);
    if (result.isPositiveMatch) this.positives++;
    const provenance = provenanceOf(result);
    if (provenance !== undefined) this.addOrigins(provenance);
    if (this.roots !== undefined) this.roots.push(result.root);
  }

  private addRead(readAt: number): void {
    const { reads } = this;
    if (reads.length > 0 && reads[reads.length - 2] === readAt) reads[reads.length - 1]!++;
    else reads.push(readAt, 1);
  }

  private addOrigins(origins: OriginSet): void {
    this.origins ??= [];
    while (this.origins.length < this.ids.length - 1) this.origins.push(null);
    this.origins.push(origins);
  }

  pack(query: number, shard: number, sequence: number, time: number): ResultBatch {
    const columns: unknown[] = [time, this.ids.join(','), Uint8Array.from(this.flags), this.values];
    const { origins, plan, roots } = this;
    if (origins !== undefined || plan !== undefined || roots !== undefined) columns.push(origins ?? null);
    if (plan !== undefined || roots !== undefined) columns.push(plan ?? null);
    if (roots !== undefined) columns.push(roots);
    return {
      query,
      shard,
      sequence,
      count: this.ids.length,
      positives: this.positives,
      time,
      bytes: encodeTransferable(columns),
      reads: this.reads,
    };
  }
}

/** Content of a batch, by index. */
export class UnpackedBatch {
  readonly count: number;
  private readonly width: number;

  constructor(
    readonly time: number,
    private readonly ids: readonly string[],
    private readonly flags: Uint8Array,
    private readonly values: readonly Value[],
    private readonly origins: readonly (OriginSet | null)[],
    /** Number of the results' own query, if they are filed under another one. */
    readonly plan: number | undefined,
    private readonly roots: readonly NodeId[],
  ) {
    this.count = flags.length;
    this.width = values.length / flags.length;
  }

  resultId(index: number): string {
    return this.ids[index]!;
  }

  isPositiveMatch(index: number): boolean {
    return (this.flags[index]! & POSITIVE) !== 0;
  }

  isInitialResult(index: number): boolean {
    return (this.flags[index]! & INITIAL) !== 0;
  }

  row(index: number): readonly Value[] {
    return this.values.slice(index * this.width, (index + 1) * this.width);
  }

  /** Records that the result is based on: first the record that completed or ended the match, if one did. */
  provenance(index: number): OriginSet {
    return this.origins[index] ?? NO_ORIGINS;
  }

  /** Set if the batch was filled with roots. */
  root(index: number): NodeId | undefined {
    return this.roots[index];
  }

  get positives(): number {
    let count = 0;
    for (const flag of this.flags) count += flag & POSITIVE;
    return count;
  }
}

export function unpackBatch(bytes: Uint8Array): UnpackedBatch {
  const [time, ids, flags, values, origins, plan, roots] = decode(bytes) as [
    number,
    string,
    Uint8Array,
    Value[],
    ((OriginSet | null)[] | null)?,
    (number | null)?,
    NodeId[]?,
  ];
  return new UnpackedBatch(
    time,
    ids.split(','),
    flags,
    values,
    origins ?? [],
    plan ?? undefined,
    roots ?? [],
  );
}

/** Whether a batch may hold a result with this id, without unpacking it. May be wrong only if true. */
export function mayHoldResult(bytes: Uint8Array, resultId: string): boolean {
  return Buffer.prototype.indexOf.call(bytes, resultId) !== -1;
}
