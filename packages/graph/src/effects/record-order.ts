/**
 * Keeps the order of records for matches that span several nodes. If one record changes something and a later record
 * changes it back, both changes are reported, even if the match is found on another worker: before the later record
 * takes effect, all consequences of the earlier one are complete there (standing-rest.ts).
 *
 * Stores what records write, by node or edge, from one rest to the next (record-write.ts). A record changes something
 * back if an earlier record wrote another value; only then there is a wait. A stream without such records costs one map
 * entry per node that it sets properties of, and no message.
 */
import type { NodeOperation } from '@weir/cypher';
import { Direction, type NodeId, type Value, type ValueMap } from '@weir/model';
import type { ChangeRelevance } from '@weir/standing';
import { ANOTHER, mustRepeat, RecordWrite } from './record-write.js';

/** Record numbers reserved for one session; the next session's numbers follow. */
const SESSION = 2 ** 24;
/** Maximum number of stored writes; more of them cause a rest. */
const MOST_WRITES = 100_000;
/** Maximum number of stored writes for one node. */
const MOST_OF_ONE = 16;

export class RecordOrder {
  /** The last write by node or edge. */
  private readonly writes = new Map<string, RecordWrite>();
  /** Writes since the last call of `stretches`. */
  private log: RecordWrite[] = [];
  /** Whether earlier writes are stored. */
  private isBehind = false;
  private isChangedBack = false;
  private firstRecord = 0;
  private record = 0;
  /** Whether relevant writes occurred since the last rest. */
  isPending = false;

  /**
   * @param isStrict records take effect one after the other, whatever they change.
   * @param takesAway labels or edges may be removed; if false, added ones are not stored.
   */
  constructor(
    private readonly relevance: ChangeRelevance,
    readonly isStrict: boolean,
    private readonly takesAway: boolean,
  ) {}

  /** Starts another session, whose writes follow all writes of the previous one. */
  beginSession(): void {
    this.firstRecord += SESSION;
    this.beginRecord(0);
  }

  /** @param number of the record in the session. */
  beginRecord(number: number): void {
    this.record = this.firstRecord + number;
  }

  property(node: NodeId, key: string, value: Value): void {
    if (this.relevance.isRelevantProperty(key)) this.note(node, key, value);
  }

  /** @param areAll other properties are removed. */
  properties(node: NodeId, properties: ValueMap, areAll: boolean): void {
    if (this.relevance.isAnyPropertyRelevant()) this.note(node, undefined, properties, areAll);
  }

  labels(node: NodeId, labels: readonly string[], areThere: boolean): void {
    if (!this.takesAway && !this.isStrict) return;
    for (const label of labels) {
      if (this.relevance.isRelevantLabel(label)) this.note(`${node}:${label}`, '', areThere);
    }
  }

  edge(start: NodeId, label: string, end: NodeId, isThere: boolean): void {
    if (!this.takesAway && !this.isStrict) return;
    if (this.isRelevantEdge(label)) this.note(`${start}-${label}>${end}`, '', isThere);
  }

  edgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    const { relevance } = this;
    const isRelevant =
      relevance.isRelevantEdgeProperty(label, Direction.Outgoing) ||
      relevance.isRelevantEdgeProperty(label, Direction.Incoming);
    if (isRelevant) this.note(`${start}-${label}>${end}.${key}`, '', value);
  }

  /** Records that the node was deleted: everything about it waits for a rest. */
  deleted(node: NodeId): void {
    this.note(node, undefined, ANOTHER);
  }

  /** Whether another record changed a property that is about to be incremented. */
  countsAgain(nodes: readonly NodeId[], operations: readonly NodeOperation[]): boolean {
    return operations.some(
      ({ key }, i) =>
        this.relevance.isRelevantProperty(key) && this.changesBack(this.write(nodes[i]!, key, ANOTHER)),
    );
  }

  /** To be called after `stretches`: increments are written immediately, and their values are unknown here. */
  counted(nodes: readonly NodeId[], operations: readonly NodeOperation[]): void {
    operations.forEach(({ key }, i) => {
      if (!this.relevance.isRelevantProperty(key)) return;
      this.isPending = true;
      if (this.isStrict) return;
      this.keep(this.write(nodes[i]!, key, ANOTHER));
      this.isBehind = true;
    });
  }

  /** Called when everything written so far has had all its consequences. */
  rested(): void {
    this.forget();
    this.log = [];
    this.isChangedBack = false;
    this.isPending = false;
  }

  /**
   * Cuts the writes since the last call at records that change something back. A rest is required before each of these.
   * @returns record numbers of the session, in order; includes the first record if earlier writes have to rest.
   * `undefined`: no cuts.
   */
  stretches(): readonly number[] | undefined {
    const { log, isBehind } = this;
    if (log.length === 0) return undefined;
    this.log = [];
    this.isBehind = true;
    if (!this.isChangedBack && this.writes.size < MOST_WRITES) return undefined;
    this.isChangedBack = false;
    this.forget();
    const starts = this.cut(log, isBehind);
    this.isBehind = true;
    return starts;
  }

  private cut(log: readonly RecordWrite[], isBehind: boolean): number[] {
    const starts: number[] = [];
    const writes = [...log].sort((a, b) => a.record - b.record);
    for (let from = 0; from < writes.length;) {
      const { record } = writes[from]!;
      let to = from;
      while (to < writes.length && writes[to]!.record === record) to++;
      const ofRecord = writes.slice(from, to);
      if ((from === 0 && isBehind) || ofRecord.some(write => this.changesBack(write))) {
        starts.push(record - this.firstRecord);
        this.forget();
      }
      for (const write of ofRecord) this.keep(write);
      from = to;
    }
    return starts;
  }

  private isRelevantEdge(label: string): boolean {
    const { relevance } = this;
    return (
      relevance.isRelevantEdge(label, Direction.Outgoing) ||
      relevance.isRelevantEdge(label, Direction.Incoming)
    );
  }

  private write(
    location: string,
    key: string | undefined,
    value: RecordWrite['value'],
    areAll = false,
  ): RecordWrite {
    return new RecordWrite(this.record, location, key, value, areAll);
  }

  private note(location: string, key: string | undefined, value: RecordWrite['value'], areAll = false): void {
    this.isPending = true;
    if (this.isStrict) return;
    const write = this.write(location, key, value, areAll);
    this.log.push(write);
    this.isChangedBack ||= this.changesBack(write);
    this.keep(write);
  }

  private changesBack(write: RecordWrite): boolean {
    let count = 0;
    for (let before = this.writes.get(write.location); before !== undefined; before = before.before) {
      if (mustRepeat(before, write, this.relevance) || ++count === MOST_OF_ONE) return true;
    }
    return false;
  }

  private keep(write: RecordWrite): void {
    const before = this.writes.get(write.location);
    if (before?.covers(write) === true) return;
    write.begin(before);
    this.writes.set(write.location, write);
  }

  private forget(): void {
    this.writes.clear();
    this.isBehind = false;
  }
}
