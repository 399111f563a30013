/**
 * Results of one standing query from one shard, packed once: the same bytes are in the store, beside the journal
 * entries that caused them, and on the way to the consumers. Columns instead of a list of results, so that a
 * result costs neither an object nor a message of its own.
 *
 * The bytes are msgpack: `[time, ids, flags, values]`, where `ids` is one text, separated by commas, `flags` has
 * a byte per result, and `values` holds the rows one after the other; and then, if some result has an origin,
 * `origins`, each `[stream, position]` or null.
 */
import { decode, encodeTransferable, type Value } from '@weir/model';
import type { Origin, StandingResult } from '@weir/standing';

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

type PackedOrigin = readonly [stream: string, position: number] | null;

/** A batch that still grows. */
export class OpenBatch {
  private readonly ids: string[] = [];
  private readonly flags: number[] = [];
  private readonly values: Value[] = [];
  /** Made with the first one. */
  private origins: PackedOrigin[] | undefined = undefined;
  private positives = 0;

  get count(): number {
    return this.ids.length;
  }

  add(result: StandingResult): void {
    const { row } = result;
    this.ids.push(result.resultId);
    this.flags.push((result.isPositiveMatch ? POSITIVE : 0) | (result.isInitialResult ? INITIAL : 0));
    for (let i = 0; i < row.length; i++) this.values.push(row[i]!);
    if (result.isPositiveMatch) this.positives++;
    if (result.origin !== undefined) this.addOrigin(result.origin);
  }

  private addOrigin({ stream, position }: Origin): void {
    this.origins ??= [];
    while (this.origins.length < this.ids.length - 1) this.origins.push(null);
    this.origins.push([stream, position]);
  }

  pack(query: number, shard: number, sequence: number, time: number): ResultBatch {
    const columns: unknown[] = [time, this.ids.join(','), Uint8Array.from(this.flags), this.values];
    if (this.origins !== undefined) columns.push(this.origins);
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
    private readonly origins: readonly PackedOrigin[],
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

  origin(index: number): Origin | undefined {
    const origin = this.origins[index];
    return origin ? { stream: origin[0], position: origin[1] } : undefined;
  }

  get positives(): number {
    let count = 0;
    for (const flag of this.flags) count += flag & POSITIVE;
    return count;
  }
}

export function unpackBatch(bytes: Uint8Array): UnpackedBatch {
  const [time, ids, flags, values, origins = []] = decode(bytes) as [
    number,
    string,
    Uint8Array,
    Value[],
    PackedOrigin[]?,
  ];
  return new UnpackedBatch(time, ids.split(','), flags, values, origins);
}

/** Whether a batch may hold a result of this id, without unpacking it. */
export function mayHoldResult(bytes: Uint8Array, resultId: string): boolean {
  return Buffer.prototype.indexOf.call(bytes, resultId) !== -1;
}
