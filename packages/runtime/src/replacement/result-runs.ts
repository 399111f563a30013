/**
 * Results sorted by row and id, in the store of a shard, in runs of bounded length, so that any number of them can be
 * sorted with little memory. One number of the store's results holds several runs; a run consists of records of several
 * entries each, as msgpack.
 */
import { decode, encodeTransferable, type NodeId, type Value } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import { exactKey } from '@weir/standing';
import { compareSorted, type Sorted, SortedMerge, type SortedSource } from './sorted-merge.js';

/** A result was true, or (`isOver`) has ended. */
export interface RunEntry extends Sorted {
  readonly row: readonly Value[];
  /** Node of the result, if it is needed. */
  readonly node: NodeId | null;
  readonly isOver: boolean;
}

const ENTRIES_PER_RECORD = 128;
const RECORDS_PER_READ = 2;
/** Range of sequences of a run. */
const RUN_LENGTH = 2 ** 32;
/** Maximum number of runs that are merged together. */
const MOST_RUNS = 64;

export function runEntry(
  resultId: string,
  row: readonly Value[],
  node: NodeId | null,
  isOver: boolean,
): RunEntry {
  return { key: exactKey(row), resultId, row, node, isOver };
}

export class RunWriter {
  private gathered: RunEntry[] = [];

  /**
   * @param length approximate number of entries in a run.
   * @param run number of the next run.
   */
  constructor(
    private readonly store: Persistor,
    private readonly number: number,
    private readonly length: number,
    private run = 0,
  ) {}

  add(entry: RunEntry): void {
    this.gathered.push(entry);
  }

  get isFull(): boolean {
    return this.gathered.length >= this.length;
  }

  /** Writes the entries added so far as a run. */
  async endRun(): Promise<void> {
    if (this.gathered.length === 0) return;
    const entries = this.gathered.sort(compareSorted);
    this.gathered = [];
    await this.writeRun({ load: async () => entries.splice(0) });
  }

  /** @param source sorted entries. */
  async writeRun(source: SortedSource<RunEntry>): Promise<void> {
    let sequence = this.run++ * RUN_LENGTH;
    for (let some = await source.load(); some.length > 0; some = await source.load()) {
      const results = [];
      for (let i = 0; i < some.length; i += ENTRIES_PER_RECORD) {
        const record = some.slice(i, i + ENTRIES_PER_RECORD);
        const bytes = encodeTransferable(
          record.map(each => [each.resultId, each.row, each.node, each.isOver]),
        );
        results.push({ query: this.number, sequence: ++sequence, bytes });
      }
      await this.store.write({ journal: [], results });
    }
  }
}

class RunReader implements SortedSource<RunEntry> {
  private last: number;

  constructor(
    private readonly store: Persistor,
    private readonly number: number,
    private readonly run: number,
  ) {
    this.last = run * RUN_LENGTH;
  }

  async load(): Promise<readonly RunEntry[]> {
    for await (const records of this.store.readResults(this.number, this.last, RECORDS_PER_READ)) {
      const own = records.slice(0, RECORDS_PER_READ).filter(({ sequence }) => runOf(sequence) === this.run);
      if (own.length === 0) return [];
      this.last = own.at(-1)!.sequence;
      return own.flatMap(({ bytes }) => unpackRecord(bytes));
    }
    return [];
  }
}

function unpackRecord(bytes: Uint8Array): RunEntry[] {
  const entries = decode(bytes) as [string, Value[], NodeId | null, boolean][];
  return entries.map(([resultId, row, node, isOver]) => runEntry(resultId, row, node, isOver));
}

function runOf(sequence: number): number {
  return Math.floor(sequence / RUN_LENGTH);
}

async function listRuns(store: Persistor, number: number): Promise<readonly number[]> {
  const runs: number[] = [];
  for (let next: number | undefined = 0; next !== undefined;) {
    const first: number | undefined = await firstAfter(store, number, next);
    if (first !== undefined) runs.push(runOf(first));
    next = first === undefined ? undefined : (runOf(first) + 1) * RUN_LENGTH;
  }
  return runs;
}

async function firstAfter(store: Persistor, number: number, after: number): Promise<number | undefined> {
  for await (const [first] of store.readResults(number, after, 1)) return first?.sequence;
  return undefined;
}

/** Returns sorted sources of everything stored under a number, after merging runs if there are too many. */
export async function runSources(store: Persistor, number: number): Promise<SortedSource<RunEntry>[]> {
  for (;;) {
    const runs = await listRuns(store, number);
    const readers = runs.map(run => new RunReader(store, number, run));
    if (runs.length <= MOST_RUNS) return readers;
    const merge = new SortedMerge(readers.slice(0, MOST_RUNS));
    // The merged runs are deleted once the merged copy is complete; entries that exist twice count once.
    const writer = new RunWriter(store, number, 0, runs.at(-1)! + 1);
    await writer.writeRun({ load: () => merge.take(ENTRIES_PER_RECORD) });
    await store.deleteResults(number, (runs[MOST_RUNS - 1]! + 1) * RUN_LENGTH);
  }
}

/**
 * Outcomes of results, sorted, each once: true or ended. A result has ended if an entry says so, even if it was also
 * found as true; or, if ids may occur `again`, if as many entries say so as say that it is true.
 */
export class ResultOutcomes {
  private current: RunEntry | undefined = undefined;
  /** Entries of the current result: true minus ended. */
  private balance = 0;
  private readonly merge: SortedMerge<RunEntry>;

  constructor(
    sources: readonly SortedSource<RunEntry>[],
    private readonly again: boolean,
  ) {
    this.merge = new SortedMerge(sources);
  }

  /** Returns about `count` results; an empty list at the end. */
  async take(count: number): Promise<RunEntry[]> {
    const found: RunEntry[] = [];
    while (found.length === 0) {
      const entries = await this.merge.take(count);
      for (const entry of entries) this.add(entry, found);
      if (entries.length > 0) continue;
      if (this.current !== undefined) found.push(this.current);
      this.current = undefined;
      break;
    }
    return found;
  }

  private add(entry: RunEntry, found: RunEntry[]): void {
    const { current } = this;
    const change = entry.isOver ? -1 : 1;
    if (current?.resultId !== entry.resultId || current.key !== entry.key) {
      if (current !== undefined) found.push(current);
      this.current = entry;
      this.balance = change;
      return;
    }
    this.balance += change;
    const isOver = this.again ? this.balance <= 0 : current.isOver || entry.isOver;
    if (isOver !== current.isOver) this.current = { ...entry, isOver };
  }
}
