/**
 * The order of records where matches stand on several nodes. What one record changes and a later one changes back is
 * told, also where the match is found on another worker: before the later one takes effect, what the earlier one changed
 * has led there to all that it leads to (standing-rest.ts).
 *
 * Kept is what records write, by node or edge, from one rest to the next (record-write.ts). What another record gave
 * another value is changed back; nothing else is waited for. So a stream without such records pays for an entry in a map
 * per node that it sets properties of, and for no message.
 */
import type { NodeOperation } from '@weir/cypher';
import { Direction, type NodeId, type Value, type ValueMap } from '@weir/model';
import type { AcrossNodes } from '@weir/standing';
import { ANOTHER, isToldAgain, RecordWrite } from './record-write.js';

/** Numbers of records of one session; those of the next one go on behind them. */
const SESSION = 2 ** 24;
/** Writes that are kept; with more of them there is a rest. */
const MOST_WRITES = 100_000;
/** The same of one node. */
const MOST_OF_ONE = 16;

export class RecordOrder {
  /** The last write by node or edge. */
  private readonly writes = new Map<string, RecordWrite>();
  /** Since the last call of `stretches`. */
  private log: RecordWrite[] = [];
  /** Something was kept before that. */
  private isBehind = false;
  private isChangedBack = false;
  private firstRecord = 0;
  private record = 0;
  /** Something that may matter was written since the last rest. */
  isPending = false;

  /**
   * @param isStrict records take effect one after the other, whatever they change.
   * @param takesAway labels or edges may go; else those that come are not kept.
   */
  constructor(
    private readonly across: AcrossNodes,
    readonly isStrict: boolean,
    private readonly takesAway: boolean,
  ) {}

  /** Another session writes, after all that the one before has written. */
  beginSession(): void {
    this.firstRecord += SESSION;
    this.beginRecord(0);
  }

  /** @param number of the session. */
  beginRecord(number: number): void {
    this.record = this.firstRecord + number;
  }

  property(node: NodeId, key: string, value: Value): void {
    if (this.across.isRelevantProperty(key)) this.note(node, key, value);
  }

  /** @param areAll other properties go. */
  properties(node: NodeId, properties: ValueMap, areAll: boolean): void {
    if (this.across.isAnyPropertyRelevant()) this.note(node, undefined, properties, areAll);
  }

  labels(node: NodeId, labels: readonly string[], areThere: boolean): void {
    if (!this.takesAway && !this.isStrict) return;
    for (const label of labels) {
      if (this.across.isRelevantLabel(label)) this.note(`${node}:${label}`, '', areThere);
    }
  }

  edge(start: NodeId, label: string, end: NodeId, isThere: boolean): void {
    if (!this.takesAway && !this.isStrict) return;
    if (this.isRelevantEdge(label)) this.note(`${start}-${label}>${end}`, '', isThere);
  }

  edgeProperty(start: NodeId, label: string, end: NodeId, key: string, value: Value): void {
    const { across } = this;
    const isRelevant =
      across.isRelevantEdgeProperty(label, Direction.Outgoing) ||
      across.isRelevantEdgeProperty(label, Direction.Incoming);
    if (isRelevant) this.note(`${start}-${label}>${end}.${key}`, '', value);
  }

  /** The node is not there any more: everything about it waits for a rest. */
  deleted(node: NodeId): void {
    this.note(node, undefined, ANOTHER);
  }

  /** Another record changed a property that is about to be counted up. */
  countsAgain(nodes: readonly NodeId[], operations: readonly NodeOperation[]): boolean {
    return operations.some(
      ({ key }, i) =>
        this.across.isRelevantProperty(key) && this.changesBack(this.write(nodes[i]!, key, ANOTHER)),
    );
  }

  /** To be called after `stretches`: what is counted is written at once, to values that are not known here. */
  counted(nodes: readonly NodeId[], operations: readonly NodeOperation[]): void {
    operations.forEach(({ key }, i) => {
      if (!this.across.isRelevantProperty(key)) return;
      this.isPending = true;
      if (this.isStrict) return;
      this.keep(this.write(nodes[i]!, key, ANOTHER));
      this.isBehind = true;
    });
  }

  /** All that was written until now has led to what it leads to. */
  rested(): void {
    this.forget();
    this.log = [];
    this.isChangedBack = false;
    this.isPending = false;
  }

  /**
   * What was written since the last call is cut at records that change something back: before each of these there is to
   * be a rest.
   * @returns numbers of records of the session, in order; the first record of all is among them if what was written
   * before that has to rest. `undefined`: nothing is cut.
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
    const { across } = this;
    return (
      across.isRelevantEdge(label, Direction.Outgoing) || across.isRelevantEdge(label, Direction.Incoming)
    );
  }

  private write(
    place: string,
    key: string | undefined,
    value: RecordWrite['value'],
    areAll = false,
  ): RecordWrite {
    return new RecordWrite(this.record, place, key, value, areAll);
  }

  private note(place: string, key: string | undefined, value: RecordWrite['value'], areAll = false): void {
    this.isPending = true;
    if (this.isStrict) return;
    const write = this.write(place, key, value, areAll);
    this.log.push(write);
    this.isChangedBack ||= this.changesBack(write);
    this.keep(write);
  }

  private changesBack(write: RecordWrite): boolean {
    let count = 0;
    for (let before = this.writes.get(write.place); before !== undefined; before = before.before) {
      if (isToldAgain(before, write, this.across) || ++count === MOST_OF_ONE) return true;
    }
    return false;
  }

  private keep(write: RecordWrite): void {
    const before = this.writes.get(write.place);
    if (before?.covers(write) === true) return;
    write.begin(before);
    this.writes.set(write.place, write);
  }

  private forget(): void {
    this.writes.clear();
    this.isBehind = false;
  }
}
