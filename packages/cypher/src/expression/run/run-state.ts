/**
 * One run of a query: what its expressions and operators share.
 *
 * Expressions are synchronous. One that needs something not yet read (a node's properties, a relationship's,
 * the result of a subquery) notes the wish here, sets `missed` and answers null; `evaluateRows` then fetches
 * all wishes of a whole batch of rows in one go and evaluates the rows that missed once more. The number of
 * rounds is the length of the longest chain of dependent reads, mostly one.
 */
import { whenReady } from '@weir/model';
import type {
  Environment,
  MaybePromise,
  NodeId,
  RelationshipValue,
  Value,
  ValueMap,
  NodeValue,
} from '@weir/model';
import type { CompiledQuery, Row, RunContext } from '../../compiled-query.js';
import { ReadPart } from '../../node-view.js';
import type { GraphSession, ScanRequest } from '../../graph-access.js';
import type { NodeView } from '../../node-view.js';
import type { PlanProfile } from '../../plan/plan-profile.js';
import { deletedEntity, runtimeFailure } from '../operations/runtime-errors.js';
import { RelationshipHandle, NodeHandle, SCANNED_PROPERTIES, edgeKey } from './entity-handles.js';
import { EdgeReads } from './edge-reads.js';
import { SubqueryMemo } from './subquery-memo.js';

const KEPT_VIEWS = 8192;
/** What a run does before other work of its thread gets its turn: so many batches, or so many milliseconds. */
const BATCHES_PER_TURN = 32;
const MILLIS_PER_TURN = 5;
/** Elements that an expression goes through between two looks at the clock. */
const TICKS_PER_LOOK = 4096;

/** Compiles a query that a query runs; `names` are its parameters, and variables that it can see. */
export type CompileInner = (text: string, names: readonly string[]) => CompiledQuery;

/** A subquery that stands in an expression: a pattern predicate or comprehension, EXISTS, COUNT, ... */
export interface SubqueryEvaluation {
  /** Unique within the query. */
  readonly index: number;
  /** One value per row. The rows are the callee's to change. */
  evaluate(state: RunState, rows: Row[]): MaybePromise<readonly Value[]>;
}

export class RunState {
  readonly graph: GraphSession;
  readonly environment: Environment;
  readonly parameters: ValueMap;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds since the Unix epoch when the run began: `timestamp()` and `datetime()` are one moment. */
  readonly startMillis: number;

  /** Grows with each group of effects. */
  epoch = 0;
  /** The evaluation under way lacks something; its result and its errors don't count. */
  missed = false;

  /** Set for a run that is measured. */
  profile: PlanProfile | undefined = undefined;

  private batches = 0;
  private turnBegan: number;
  private ticks = 0;
  private fetches = 0;
  private wantedNodes: NodeValue[] = [];
  private wantedParts = 0;
  private views = new Map<NodeId, NodeHandle>();
  private readonly edges = new EdgeReads();
  private readonly memos: (SubqueryMemo | undefined)[] = [];
  private deletedNodes: Set<NodeId> | undefined = undefined;
  private deletedEdges: Set<string> | undefined = undefined;

  constructor(
    readonly context: RunContext,
    /** For procedures that run queries of their own. */
    readonly compileInner: CompileInner,
    /** What the query's scans bring of each node. */
    readonly scanRequest: ScanRequest = { parts: 0 },
  ) {
    this.graph = context.graph;
    this.environment = context.environment;
    this.parameters = context.parameters;
    this.signal = context.signal;
    this.startMillis = context.environment.clock.now();
    this.turnBegan = this.startMillis;
  }

  /**
   * To be called by operators that make several rows out of one, after each batch. Now and then gives back a
   * promise to wait for, or a query that finds nothing to read and nothing to answer would hold its thread to
   * its end, and could not even be stopped: timers and messages wait while it runs. The promise rejects with
   * the signal's reason when the run was called off meanwhile.
   */
  turn(): Promise<void> | undefined {
    const { clock, scheduler } = this.environment;
    if (++this.batches < BATCHES_PER_TURN && clock.now() - this.turnBegan < MILLIS_PER_TURN) return undefined;
    return new Promise((resolve, reject) =>
      scheduler.soon(() => {
        this.batches = 0;
        this.turnBegan = clock.now();
        if (this.signal?.aborted === true) reject(this.signal.reason as Error);
        else resolve();
      }),
    );
  }

  /**
   * To be called for each element by what goes through lists of any length within one expression: that can't
   * wait, but past the run's deadline it must stop. Throws `cypher.timeout`, or the signal's reason.
   */
  tick(): void {
    if (++this.ticks % TICKS_PER_LOOK !== 0) return;
    this.signal?.throwIfAborted();
    const { deadline } = this.context;
    if (deadline === undefined || this.environment.clock.now() < deadline) return;
    throw runtimeFailure('cypher.timeout', 'The query took longer than its limit.');
  }

  /** Everything read before counts as not read. To be called after a group of effects. */
  written(): void {
    this.epoch++;
    if (this.views.size > 0) this.views = new Map();
    this.edges.forget();
    this.memos.length = 0;
  }

  /** The node with all of `parts`, or `undefined` after noting the wish. */
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

  /** @param key the only one that is looked at: the map may lack others. */
  propertiesOfNode(node: NodeValue, key?: string): ValueMap | undefined {
    if (node.loaded) return node.properties;
    if (key !== undefined && this.isScanned(node as NodeHandle, key)) {
      return (node as NodeHandle).view!.properties;
    }
    return this.view(node as NodeHandle, ReadPart.Properties)?.properties;
  }

  private isScanned(node: NodeHandle, key: string): boolean {
    if ((node.parts & SCANNED_PROPERTIES) === 0 || node.epoch !== this.epoch) return false;
    return !this.isDeletedNode(node.id) && this.scanRequest.keys!.includes(key);
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

  /** What a subquery answers for a row (and, inside a lambda, for the variables that `key` stands for). */
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

  /** Fetches everything that was wished for. */
  fetch(): MaybePromise<void> {
    const memos = this.memos.filter(memo => memo !== undefined && memo.isWaiting);
    return whenReady(this.fetchNodes(), () =>
      whenReady(this.edges.fetch(this.graph), () => this.runMemos(memos, 0)),
    );
  }

  private runMemos(memos: readonly (SubqueryMemo | undefined)[], from: number): MaybePromise<void> {
    for (let i = from; i < memos.length; i++) {
      const done = memos[i]!.run();
      if (done instanceof Promise) return done.then(() => this.runMemos(memos, i + 1));
    }
    return undefined;
  }

  /** The first handle of each node that was wanted stands for it: later ones take what it has. */
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
      // What is known of it already must not get lost with the new view.
      if (handle.epoch === epoch) parts |= wholeParts(handle.parts);
      ids.push(node.id);
      first.push(handle);
    }
    return whenReady(this.graph.readNodes(ids, parts), found => {
      for (let i = 0; i < first.length; i++) fill(first[i]!, found[i]!, parts, epoch);
      for (const node of others) fill(node, views.get(node.id)!.view!, parts, epoch);
    });
  }

  private viewsWithRoomFor(count: number): Map<NodeId, NodeHandle> {
    if (this.views.size > 0 && this.views.size + count > KEPT_VIEWS) this.views = new Map();
    return this.views;
  }
}

/** What to read so that nothing is lost that is known. */
function wholeParts(parts: number): number {
  return (parts & SCANNED_PROPERTIES) === 0 ? parts : (parts & ~SCANNED_PROPERTIES) | ReadPart.Properties;
}

function fill(handle: NodeHandle, view: NodeView, parts: number, epoch: number): void {
  handle.view = view;
  handle.parts = parts;
  handle.epoch = epoch;
}

/** Evaluates something for one row. Called again for the same row when it missed: only the last call counts. */
export interface RowVisitor {
  visit(row: Row, index: number, state: RunState): void;
}

/** Visits every row until none misses anything. */
export function evaluateRows(state: RunState, rows: readonly Row[], visitor: RowVisitor): MaybePromise<void> {
  let pending: number[] | undefined;
  for (let i = 0; i < rows.length; i++) {
    if (!visitOne(state, rows[i]!, i, visitor)) (pending ??= []).push(i);
  }
  return pending === undefined ? undefined : evaluateAgain(state, rows, pending, visitor);
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

function evaluateAgain(
  state: RunState,
  rows: readonly Row[],
  pending: readonly number[],
  visitor: RowVisitor,
): MaybePromise<void> {
  let waiting = pending;
  for (;;) {
    const fetched = state.fetch();
    const again = (): readonly number[] =>
      waiting.filter(index => !visitOne(state, rows[index]!, index, visitor));
    if (fetched instanceof Promise) {
      return fetched.then(() => {
        const left = again();
        return left.length === 0 ? undefined : evaluateAgain(state, rows, left, visitor);
      });
    }
    waiting = again();
    if (waiting.length === 0) return undefined;
  }
}
