/**
 * Which record wrote each piece of a node that a query reads: a property, a label, an edge, an edge's properties. Kept
 * for queries that request provenance, on nodes where records wrote such a piece; journaled.
 *
 * A removed property or label keeps the record that removed it, for conditions that require its absence. A piece that
 * was not written by a record, or was written before the query was registered, has none.
 */
import { Direction, type HalfEdge, type NodeId, type RelationshipValue } from '@weir/model';
import type { RowNodePlan, RowEdgePlan } from '../../plan/row-plan.js';
import type { StandingPlan, WritersPlan } from '../../plan/standing-plan.js';
import { type NodeState, type NodeStates, stateOf } from '../node/node-states.js';
import type { Origin, OriginSet } from '../../contract/origin.js';
import type { StandingNode } from '../../contract/standing-node.js';
import type { Writing } from '../../contract/node-change.js';
import { fitsHalf } from '../node/node-reading.js';
import { NO_ORIGINS, originSetOf, unionOf } from './origin-set.js';

/** @param origin `undefined` if the last writer is not a record. */
export type WriterListener = (piece: string, origin: Origin | undefined) => void;

export class Writers implements NodeState {
  next: NodeState | undefined = undefined;
  private readonly byPiece = new Map<string, OriginSet>();

  constructor(readonly plan: WritersPlan) {}

  get isEmpty(): boolean {
    return this.byPiece.size === 0;
  }

  /** Notes the writes of one record (or of no record), and reports the changes. */
  note(writing: Writing, node: NodeId, changed: WriterListener): void {
    const { keys, anyKey, labels, anyLabel } = this.plan;
    for (const key of writing.properties) {
      if (anyKey || keys.has(key)) this.put(propertyPiece(key), writing.origin, changed);
    }
    for (const label of writing.labels) {
      if (anyLabel || labels.has(label)) this.put(labelPiece(label), writing.origin, changed);
    }
    for (const edge of writing.edgesRemoved) {
      this.put(edgePiece(edge), undefined, changed);
      this.put(edgePropertiesPiece(edge), undefined, changed);
    }
    for (const edge of writing.edgesAdded) {
      if (this.watchesEdge(node, edge)) this.put(edgePiece(edge), writing.origin, changed);
    }
    for (const edge of writing.edgesChanged ?? []) {
      if (this.watchesEdge(node, edge)) this.put(edgePropertiesPiece(edge), writing.origin, changed);
    }
  }

  clear(changed: WriterListener): void {
    for (const piece of [...this.byPiece.keys()]) this.put(piece, undefined, changed);
  }

  /** In the form of the journal. */
  set(piece: string, origins: OriginSet): void {
    if (origins.length === 0) this.byPiece.delete(piece);
    else this.byPiece.set(piece, origins);
  }

  pieces(): IterableIterator<[string, OriginSet]> {
    return this.byPiece.entries();
  }

  /** Records that wrote what a pattern node reads on the node itself. */
  ofNode(planNode: RowNodePlan, node: StandingNode): OriginSet {
    let origins = NO_ORIGINS;
    const add = (piece: string): void => {
      const some = this.byPiece.get(piece);
      if (some !== undefined) origins = unionOf(origins, some);
    };
    for (const { key } of planNode.tests) add(propertyPiece(key));
    for (const key of planNode.reads.keys) add(propertyPiece(key));
    for (const label of planNode.labels) add(labelPiece(label));
    if (planNode.reads.all) for (const key of Object.keys(node.properties())) add(propertyPiece(key));
    if (planNode.reads.labels) for (const label of node.labels()) add(labelPiece(label));
    return origins;
  }

  ofEdge(patternEdge: RowEdgePlan, node: NodeId, edge: RelationshipValue): OriginSet {
    // Both half-edges of a loop are on the node; the pattern edge may read either.
    const direction =
      patternEdge.direction ?? (edge.start === node ? Direction.Outgoing : Direction.Incoming);
    const other = direction === Direction.Outgoing ? edge.end : edge.start;
    const half: HalfEdge = { label: edge.label, direction, other };
    const made = this.byPiece.get(edgePiece(half)) ?? NO_ORIGINS;
    const readsProperties =
      patternEdge.edgeTests.length > 0 || patternEdge.edgeReads.keys.length > 0 || patternEdge.edgeReads.all;
    if (!readsProperties) return made;
    return unionOf(made, this.byPiece.get(edgePropertiesPiece(half)) ?? NO_ORIGINS);
  }

  private watchesEdge(node: NodeId, edge: HalfEdge): boolean {
    return this.plan.patternEdges.some(patternEdge => fitsHalf(patternEdge, node, edge));
  }

  private put(piece: string, origin: Origin | undefined, changed: WriterListener): void {
    if (origin === undefined && !this.byPiece.has(piece)) return;
    this.set(piece, origin === undefined ? NO_ORIGINS : originSetOf(origin));
    changed(piece, origin);
  }
}

function propertyPiece(key: string): string {
  return `p${key}`;
}

function labelPiece(label: string): string {
  return `l${label}`;
}

function edgePiece({ label, direction, other }: HalfEdge): string {
  return `e${direction} ${label.length} ${label}${other}`;
}

function edgePropertiesPiece(edge: HalfEdge): string {
  return `q${edgePiece(edge)}`;
}

export function writersPlanOf(plan: StandingPlan): WritersPlan | undefined {
  return plan.nodes.find(planNode => planNode.kind === 'writers');
}

/** Also `undefined` if the plan does not track origins. */
export function writersOf(states: NodeStates, plan: StandingPlan): Writers | undefined {
  if (!plan.tracksOrigins) return undefined;
  const writers = writersPlanOf(plan);
  return writers === undefined ? undefined : stateOf<Writers>(states, writers);
}
