/** The expected content of a store, in the simplest representation: lists that are searched linearly. */
import type { EventTime, NodeId } from '@weir/model';
import type { PersistorSupports, WriteGroup } from '../persistor.js';
import { text } from './store-under-test.js';

interface ModelRecord {
  readonly time: EventTime;
  readonly isSnapshot: boolean;
  readonly content: string;
}

export class StoreModel {
  private readonly nodes = new Map<NodeId, ModelRecord[]>();
  private results: { readonly query: number; readonly sequence: number; readonly content: string }[] = [];
  readonly metadata = new Map<string, string>();
  /** Ids written since the last `forget`, including purged ones. */
  private recent: { readonly order: number; readonly id: NodeId }[] = [];
  private order = 0;

  constructor(private readonly supports: PersistorSupports) {}

  write({ journal, snapshots = [], replacesSnapshots = false, results = [] }: WriteGroup): void {
    this.order++;
    for (const { id, time, bytes } of journal) this.put(id, time, false, bytes);
    for (const { id, snapshot } of snapshots) {
      const records = this.recordsOf(id);
      const replaced = records.findLastIndex(record => record.isSnapshot && record.time < snapshot.time);
      if (replacesSnapshots && replaced >= 0) records.splice(replaced, 1);
      this.put(id, snapshot.time, true, snapshot.bytes);
    }
    for (const { query, sequence, bytes } of results) {
      this.results = this.results.filter(each => each.query !== query || each.sequence !== sequence);
      this.results.push({ query, sequence, content: text(bytes)! });
    }
  }

  fold(id: NodeId, time: EventTime, bytes: Uint8Array): void {
    this.order++;
    const later = this.recordsOf(id).filter(record => record.time > time);
    this.nodes.set(id, later);
    this.put(id, time, true, bytes);
  }

  purge(id: NodeId): void {
    this.nodes.delete(id);
  }

  deleteResults(query: number, upTo: number): void {
    this.results = this.results.filter(each => each.query !== query || each.sequence > upTo);
  }

  /** Marks everything written so far; pass the mark to `forget`. */
  mark(): number {
    return this.order;
  }

  forget(mark: number): void {
    this.recent = this.recent.filter(({ order }) => order > mark);
  }

  // Reads

  ids(): NodeId[] {
    return [...this.nodes.keys()].sort();
  }

  recentIds(): NodeId[] {
    return this.supports.durable ? this.recent.map(({ id }) => id) : [];
  }

  /** Formatted like `show`. */
  node(id: NodeId, asOf: EventTime): string[] | undefined {
    const past = this.nodes.get(id)?.filter(record => record.time <= asOf);
    return past
      ?.slice(
        Math.max(
          0,
          past.findLastIndex(record => record.isSnapshot),
        ),
      )
      .map(lineOf);
  }

  journal(id: NodeId, after: EventTime): string[] {
    if (!this.supports.history) return [];
    const entries = (this.nodes.get(id) ?? []).filter(record => !record.isSnapshot && record.time > after);
    return entries.map(lineOf);
  }

  resultsOf(query: number, after: number): string[] {
    return this.results
      .filter(each => each.query === query && each.sequence > after)
      .sort((a, b) => a.sequence - b.sequence)
      .map(({ sequence, content }) => `${sequence} ${content}`);
  }

  /** Everything, one line per item, sorted; in the format of cuts. */
  lines(): string[] {
    const lines = [...this.nodes].flatMap(([id, records]) =>
      records.map(record => `${record.isSnapshot ? 'snapshot' : 'entry'} ${id} ${lineOf(record)}`),
    );
    for (const { query, sequence, content } of this.results) {
      lines.push(`results ${query} ${sequence} ${content}`);
    }
    for (const [key, value] of this.metadata) lines.push(`metadata ${key} ${value}`);
    return lines.sort();
  }

  private recordsOf(id: NodeId): ModelRecord[] {
    let records = this.nodes.get(id);
    if (records === undefined) this.nodes.set(id, (records = []));
    return records;
  }

  private put(id: NodeId, time: EventTime, isSnapshot: boolean, bytes: Uint8Array): void {
    const records = this.recordsOf(id);
    const replaced = records.findIndex(record => record.time === time && record.isSnapshot === isSnapshot);
    if (replaced >= 0) records.splice(replaced, 1);
    records.push({ time, isSnapshot, content: text(bytes)! });
    // A snapshot follows the entry with the same time.
    records.sort((a, b) => a.time - b.time || Number(a.isSnapshot) - Number(b.isSnapshot));
    this.recent.push({ order: this.order, id });
  }
}

function lineOf({ time, content }: ModelRecord): string {
  return `${time} ${content}`;
}
