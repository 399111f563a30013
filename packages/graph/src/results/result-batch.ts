/**
 * Results of one standing query from one shard, packed once: the same bytes are in the store, beside the journal
 * entries that caused them, and on the way to the consumers. Columns instead of a list of results, so that a
 * result costs neither an object nor a message of its own.
 *
 * The bytes are msgpack: `[time, ids, flags, values]`, where `ids` is one text, separated by commas, `flags` has
 * a byte per result, and `values` holds the rows one after the other; and then, if some result has an origin,
 * `origins`, each null or `[stream, position, stream, position, ...]` with a `true` at the end if some are left out.
 * Results of a query that took another one's place are filed under that one's number, and have their own as `plan`, after
 * `origins` or null. Last, where they were asked for, the nodes that the results stand on, after `plan` or null.
 */
import { decode, encodeTransferable, type NodeId, type Value } from '@weir/model';
import { NO_ORIGINS, type OriginSet, provenanceOf, type StandingResult } from '@weir/standing';

const POSITIVE = 1;
const INITIAL = 2;

export interface ResultBatch {
  readonly query: number;
  readonly shard: number;
  /** Among the batches of this query and shard: increasing. */
  readonly sequence: number;
  readonly count: number;
  /** Matches among them; the others are cancellations. */
  readonly positives: number;
  /** When it was packed, in milliseconds since the Unix epoch. */
  readonly time: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A batch that still grows. */
export class OpenBatch {
  private readonly ids: string[] = [];
  private readonly flags: number[] = [];
  private readonly values: Value[] = [];
  /** Made with the first one. */
  private origins: (OriginSet | null)[] | undefined = undefined;
  private positives = 0;

  /**
   * @param plan the number of the query that these results are of, if they are filed under another one.
   * @param roots where the nodes are put that they stand on, if somebody asks for them.
   */
  constructor(
    readonly plan: number | undefined = undefined,
    private readonly roots: NodeId[] | undefined = undefined,
  ) {}

  get count(): number {
    return this.ids.length;
  }

  add(result: StandingResult): void {
    const { row } = result;
    this.ids.push(result.resultId);
    this.flags.push((result.isPositiveMatch ? POSITIVE : 0) | (result.isInitialResult ? INITIAL : 0));
    for (let i = 0; i < row.length; i++) this.values.push(row[i]!);
    if (result.isPositiveMatch) this.positives++;
    const provenance = provenanceOf(result);
    if (provenance !== undefined) this.addOrigins(provenance);
    if (this.roots !== undefined) this.roots.push(result.root);
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
    };
  }
}

/** What is in a batch, by index. */
export class UnpackedBatch {
  readonly count: number;
  private readonly width: number;

  constructor(
    readonly time: number,
    private readonly ids: readonly string[],
    private readonly flags: Uint8Array,
    private readonly values: readonly Value[],
    private readonly origins: readonly (OriginSet | null)[],
    /** The number of the query that they are of, if they are filed under another one. */
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

  /** What the result comes from: first the record that completed or ended the match, if one did. */
  provenance(index: number): OriginSet {
    return this.origins[index] ?? NO_ORIGINS;
  }

  /** Of batches that were filled with them. */
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

/** Whether a batch may hold a result of this id, without unpacking it. */
export function mayHoldResult(bytes: Uint8Array, resultId: string): boolean {
  return Buffer.prototype.indexOf.call(bytes, resultId) !== -1;
}
