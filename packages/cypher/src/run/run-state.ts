/**
 * State of one run of a query, shared by its expressions and operators.
 *
 * Expressions are synchronous. An expression that needs data not yet read (a node's properties, a relationship's, the
 * result of a subquery) records a request here, sets `missed` and returns null. `evaluateRows` then fetches all
 * requests of a whole batch of rows together and evaluates these rows again. The number of rounds is the length of the
 * longest chain of dependent reads, usually one.
 */
import { whenReady } from '@weir/platform';
import type { NodeId, RelationshipValue, Value, ValueMap, NodeValue } from '@weir/model';
import type { Cancellation, Environment, MaybePromise } from '@weir/platform';
import type { PlanningBounds } from '../budget/planning-budget.js';
import { QueryBudget, WORTH_SETTLING } from '../budget/query-budget.js';
import type { CompiledQuery, Row, RunContext } from '../compiled-query.js';
import { ReadPart } from '../node-view.js';
import type { GraphEffects, GraphSession, ScanRequest } from '../graph-access.js';
import type { NodeView } from '../node-view.js';
import type { PlanProfile } from './plan-profile.js';
import { deletedEntity } from '../operations/runtime-errors.js';
import { RelationshipHandle, NodeHandle, SCANNED_PROPERTIES, edgeKey } from './entity-handles.js';
import { EdgeReads } from './edge-reads.js';
import { SubqueryMemo } from './subquery-memo.js';

const DEFAULT_BATCH_ROWS = 1024;
const KEPT_VIEWS = 8192;
/** Work of a run before it yields to other work of its thread: this many batches, or milliseconds. */
const BATCHES_PER_TURN = 32;
const MILLIS_PER_TURN = 5;
/** Rows evaluated between two readings of the clock. */
const ROWS_PER_CHECK = 32;
/** Time after which a run yields in the middle of a batch. */
const MILLIS_PER_BATCH = 20;

/** Compiles a query that another query runs; `names` are its parameters, and variables visible to it. */
export type CompileInner = (text: string, names: readonly string[], bounds: PlanningBounds) => CompiledQuery;

/** A subquery in an expression: a pattern predicate or comprehension, EXISTS, COUNT, ... */
export interface SubqueryEvaluation {
  /** Unique within the query. */
  readonly index: number;
  /** Returns one value per row. The callee may change the rows. */
  evaluate(state: RunState, rows: Row[]): MaybePromise<readonly Value[]>;
}

export class RunState {
  readonly graph: GraphSession;
  /** Those of `graph`: operators use them for every row. */
  readonly effects: GraphEffects;
  readonly environment: Environment;
  readonly parameters: ValueMap;
  readonly cancellation: Cancellation | undefined;
  /** Start of the run in milliseconds since the Unix epoch: `timestamp()` and `datetime()` are the same instant. */
  readonly startMillis: number;
  readonly budget: QueryBudget;
  readonly batchRows: number;

  /** Increases with each group of effects. */
  epoch = 0;
  /** The current evaluation lacks data; its result and its errors don't count. */
  missed = false;

  /** Set if several argument rows write: the slot with their numbers. */
  numberSlot: number | undefined = undefined;
  /** Number of argument rows that have begun. */
  rowsBegun = 0;

  /** Set for a profiled run. */
  profile: PlanProfile | undefined = undefined;

  private batches = 0;
  private turnBegan: number;
  private fetches = 0;
  private wantedNodes: NodeValue[] = [];
  private wantedParts = 0;
  private views = new Map<NodeId, NodeHandle>();
  private readonly edges = new EdgeReads();
  private readonly memos: (SubqueryMemo | undefined)[] = [];
  /** A set, because a query may name thousands of properties, all looked up for every node. */
  private scannedKeys: ReadonlySet<string> | undefined = undefined;
  private deletedNodes: Set<NodeId> | undefined = undefined;
  private deletedEdges: Set<string> | undefined = undefined;

  constructor(
    readonly context: RunContext,
    /** For procedures that run queries. */
    readonly compileInner: CompileInner,
    /** Parts of each node that the query's scans return. */
    readonly scanRequest: ScanRequest = { parts: 0 },
  ) {
    this.graph = context.graph;
    this.effects = context.graph.effects;
    this.environment = context.environment;
    this.parameters = context.parameters;
    this.cancellation = context.cancellation;
    this.startMillis = context.environment.clock.now();
    this.turnBegan = this.startMillis;
    this.batchRows = context.batchRows ?? DEFAULT_BATCH_ROWS;
    const { clock } = context.environment;
    const { cancellation, deadline, limits, caller } = context;
    this.budget = new QueryBudget(limits, { clock, cancellation, deadline }, caller);
  }

  /**
   * Operators that create several rows from one call it after each batch. Occasionally returns a promise to await,
   * which rejects if the run was canceled. Without it, a query that reads and returns nothing would block its thread to
   * its end and could not be stopped, because timers and messages wait.
   */
  turn(): Promise<void> | undefined {
    const { clock } = this.environment;
    if (++this.batches < BATCHES_PER_TURN && clock.now() - this.turnBegan < MILLIS_PER_TURN) return undefined;
    return this.giveWay();
  }

  /**
   * As `turn`, within a batch after its row `index`; `began` is when the work on the batch began. A row that took many
   * steps also makes it read the clock.
   */
  turnAfterRow(index: number, began: number): Promise<void> | undefined {
    if (index % ROWS_PER_CHECK !== ROWS_PER_CHECK - 1 && !this.budget.isWorn) return undefined;
    return this.environment.clock.now() - began < MILLIS_PER_BATCH ? undefined : this.giveWay();
  }

  private giveWay(): Promise<void> {
    const { clock, scheduler } = this.environment;
    return new Promise((resolve, reject) =>
      scheduler.soon(() => {
        this.batches = 0;
        this.turnBegan = clock.now();
        const reason = this.cancellation?.reason;
        if (reason !== undefined) reject(reason);
        else resolve();
      }),
    );
  }

  /** Attributes the following effects to this row. */
  writesFor(row: Row): void {
    if (this.numberSlot !== undefined) this.effects.beginRow(row[this.numberSlot] as number);
  }

  /** Invalidates everything read before. Call it after a group of effects. */
  written(): void {
    this.epoch++;
    if (this.views.size > 0) this.views = new Map();
    this.edges.forget();
    this.memos.length = 0;
  }

  /** Returns the node with all of `parts`, or `undefined` after recording the request. */
  view(node: NodeHandle, parts: number): NodeView | undefined {
    if (this.deletedNodes !== undefined && this.deletedNodes.has(node.id)) throw deletedEntity('node');
    if (node.epoch === this.epoch && (node.parts & parts) === parts) return node.view;
    const known = this.views.get(node.id);
    if (known !== undefined && known.epoch === this.epoch && (known.parts & parts) === parts) {
      node.view = known.view;
      node.parts = known.parts;
      node.epoch = this.epoch;
      return known.view;
    }
    this.missed = true;
    this.wantedNodes.push(node);
    this.wantedParts |= parts;
    return undefined;
  }

  /** @param key the only key that is used: the map may lack others. */
  propertiesOfNode(node: NodeValue, key?: string): ValueMap | undefined {
    if (node.loaded) return node.properties;
    if (key !== undefined && this.isScanned(node as NodeHandle, key)) {
      return (node as NodeHandle).view!.properties;
    }
    return this.view(node as NodeHandle, ReadPart.Properties)?.properties;
  }

  private isScanned(node: NodeHandle, key: string): boolean {
    if ((node.parts & SCANNED_PROPERTIES) === 0 || node.epoch !== this.epoch) return false;
    this.scannedKeys ??= new Set(this.scanRequest.keys);
    return !this.isDeletedNode(node.id) && this.scannedKeys.has(key);
  }

  labelsOfNode(node: NodeValue): readonly string[] | undefined {
    if (node.loaded) return node.labels;
    return this.view(node as NodeHandle, ReadPart.Labels)?.labels;
  }

  propertiesOfRelationship(edge: RelationshipValue): ValueMap | undefined {
    if (!(edge instanceof RelationshipHandle)) return edge.properties;
    if (this.deletedEdges !== undefined && this.deletedEdges.has(edgeKey(edge.start, edge.label, edge.end))) {
      throw deletedEntity('relationship');
    }
    if (edge.epoch === this.epoch) return edge.current;
    const properties = this.edges.get(edge);
    if (properties === undefined) this.missed = true;
    else {
      edge.current = properties;
      edge.epoch = this.epoch;
    }
    return properties;
  }

  isDeletedNode(id: NodeId): boolean {
    return this.deletedNodes !== undefined && this.deletedNodes.has(id);
  }

  isDeletedEdge(edge: RelationshipValue): boolean {
    return (
      this.deletedEdges !== undefined && this.deletedEdges.has(edgeKey(edge.start, edge.label, edge.end))
    );
  }

  nodeDeleted(id: NodeId): void {
    (this.deletedNodes ??= new Set()).add(id);
  }

  edgeDeleted(edge: RelationshipValue): void {
    (this.deletedEdges ??= new Set()).add(edgeKey(edge.start, edge.label, edge.end));
  }

  /** An id may be written again after its node was deleted. */
  nodeReborn(id: NodeId): void {
    if (this.deletedNodes !== undefined) this.deletedNodes.delete(id);
  }

  edgeReborn(start: NodeId, label: string, end: NodeId): void {
    if (this.deletedEdges !== undefined) this.deletedEdges.delete(edgeKey(start, label, end));
  }

  /** The result of a subquery for a row (and, inside a lambda, for the variables that `key` represents). */
  subqueryResult(subquery: SubqueryEvaluation, row: Row, key: string): Value {
    const memo = (this.memos[subquery.index] ??= this.memoOf(subquery));
    const known = memo.get(row, key);
    if (known !== undefined) return known;
    this.missed = true;
    memo.want(row, key);
    return null;
  }

  private memoOf(subquery: SubqueryEvaluation): SubqueryMemo {
    return new SubqueryMemo(rows => subquery.evaluate(this, rows));
  }

  fetch(): MaybePromise<void> {
    const memos = this.memos.filter(memo => memo !== undefined && memo.isWaiting);
    return whenReady(this.fetchNodes(), () =>
      whenReady(this.edges.fetch(this.graph.reads), () => this.runMemos(memos, 0)),
    );
  }

  private runMemos(memos: readonly (SubqueryMemo | undefined)[], from: number): MaybePromise<void> {
    for (let i = from; i < memos.length; i++) {
      const done = memos[i]!.run();
      if (done instanceof Promise) return done.then(() => this.runMemos(memos, i + 1));
    }
    return undefined;
  }

  /** Only the first requested handle of each node is fetched; the others copy from it. */
  private fetchNodes(): MaybePromise<void> {
    const wanted = this.wantedNodes;
    if (wanted.length === 0) return undefined;
    let parts = this.wantedParts;
    this.wantedNodes = [];
    this.wantedParts = 0;
    this.fetches++;
    const { epoch, fetches } = this;
    const ids: NodeId[] = [];
    const first: NodeHandle[] = [];
    const others: NodeHandle[] = [];
    const views = this.viewsWithRoomFor(wanted.length);
    for (const node of wanted) {
      let handle = views.get(node.id);
      if (handle === undefined) {
        handle = node instanceof NodeHandle ? node : new NodeHandle(node.id);
        views.set(node.id, handle);
      } else if (handle !== node && node instanceof NodeHandle) {
        others.push(node);
        if (node.epoch === epoch) parts |= wholeParts(node.parts);
      }
      if (handle.fetch === fetches) continue;
      handle.fetch = fetches;
      // The new view must include everything already known.
      if (handle.epoch === epoch) parts |= wholeParts(handle.parts);
      ids.push(node.id);
      first.push(handle);
    }
    return whenReady(this.graph.reads.readNodes(ids, parts), found => {
      for (let i = 0; i < first.length; i++) fill(first[i]!, found[i]!, parts, epoch);
      for (const node of others) fill(node, views.get(node.id)!.view!, parts, epoch);
    });
  }

  private viewsWithRoomFor(count: number): Map<NodeId, NodeHandle> {
    if (this.views.size > 0 && this.views.size + count > KEPT_VIEWS) this.views = new Map();
    return this.views;
  }
}

/** The parts to read so that no known data is lost. */
function wholeParts(parts: number): number {
  return (parts & SCANNED_PROPERTIES) === 0 ? parts : (parts & ~SCANNED_PROPERTIES) | ReadPart.Properties;
}

function fill(handle: NodeHandle, view: NodeView, parts: number, epoch: number): void {
  handle.view = view;
  handle.parts = parts;
  handle.epoch = epoch;
}

/** Evaluates something for one row. Called again for the same row if data was missing: only the last call counts. */
export interface RowVisitor {
  /** Whether a visit stores its results only in its row, so that nothing else it creates survives. */
  readonly leavesRowsOnly?: boolean;
  visit(row: Row, index: number, state: RunState): void;
}

/** Visits every row until no data is missing. */
export function evaluateRows(state: RunState, rows: readonly Row[], visitor: RowVisitor): MaybePromise<void> {
  return new Evaluation(state, rows, visitor).run();
}

class Evaluation {
  /** Rows to visit in this round; `undefined` for all. */
  private waiting: readonly number[] | undefined;
  private missed: number[] | undefined;
  private at = 0;
  private readonly mark: number;
  private worth = WORTH_SETTLING;

  constructor(
    private readonly state: RunState,
    private readonly rows: readonly Row[],
    private readonly visitor: RowVisitor,
  ) {
    this.mark = state.budget.bytes;
  }

  run(): MaybePromise<void> {
    for (;;) {
      const paused = this.round();
      if (paused !== undefined) return paused.then(() => this.run());
      if (this.missed === undefined) return undefined;
      this.waiting = this.missed;
      this.missed = undefined;
      this.at = 0;
      const fetched = this.state.fetch();
      if (fetched instanceof Promise) return fetched.then(() => this.run());
    }
  }

  /** @returns a promise to await before the rest of the round. */
  private round(): Promise<void> | undefined {
    const { state, rows, waiting, visitor, mark } = this;
    const { budget } = state;
    const leavesRowsOnly = visitor.leavesRowsOnly === true;
    const count = waiting === undefined ? rows.length : waiting.length;
    // A single row cannot yield midway.
    const began = count > 1 ? state.environment.clock.now() : Infinity;
    for (let { at } = this; at < count; at++) {
      const index = waiting === undefined ? at : waiting[at]!;
      budget.refill();
      if (!visitOne(state, rows[index]!, index, visitor)) (this.missed ??= []).push(index);
      if (leavesRowsOnly && budget.bytes - mark > this.worth) this.worth = budget.settled(mark, rows);
      const turn = state.turnAfterRow(at, began);
      if (turn === undefined) continue;
      this.at = at + 1;
      return turn;
    }
    return undefined;
  }
}

function visitOne(state: RunState, row: Row, index: number, visitor: RowVisitor): boolean {
  state.missed = false;
  try {
    visitor.visit(row, index, state);
  } catch (error) {
    if (!state.missed) throw error;
  }
  if (!state.missed) return true;
  state.missed = false;
  return false;
}
