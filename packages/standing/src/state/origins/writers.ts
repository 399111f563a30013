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
export type WriterListener = (aspect: string, origin: Origin | undefined) => void;

export class Writers implements NodeState {
  next: NodeState | undefined = undefined;
  private readonly byAspect = new Map<string, OriginSet>();

  constructor(readonly plan: WritersPlan) {}

  get isEmpty(): boolean {
    return this.byAspect.size === 0;
  }

  /** Notes the writes of one record (or of no record), and reports the changes. */
  note(writing: Writing, node: NodeId, changed: WriterListener): void {
    const { keys, anyKey, labels, anyLabel } = this.plan;
    for (const key of writing.properties) {
      if (anyKey || keys.has(key)) this.put(propertyAspect(key), writing.origin, changed);
    }
    for (const label of writing.labels) {
      if (anyLabel || labels.has(label)) this.put(labelAspect(label), writing.origin, changed);
    }
    for (const edge of writing.edgesRemoved) {
      this.put(edgeAspect(edge), undefined, changed);
      this.put(edgePropertiesAspect(edge), undefined, changed);
    }
    for (const edge of writing.edgesAdded) {
      if (this.watchesEdge(node, edge)) this.put(edgeAspect(edge), writing.origin, changed);
    }
    for (const edge of writing.edgesChanged ?? []) {
      if (this.watchesEdge(node, edge)) this.put(edgePropertiesAspect(edge), writing.origin, changed);
    }
  }

  clear(changed: WriterListener): void {
    for (const aspect of [...this.byAspect.keys()]) this.put(aspect, undefined, changed);
  }

  /** In the form of the journal. */
  set(aspect: string, origins: OriginSet): void {
    if (origins.length === 0) this.byAspect.delete(aspect);
    else this.byAspect.set(aspect, origins);
  }

  aspects(): IterableIterator<[string, OriginSet]> {
    return this.byAspect.entries();
  }

  /** Records that wrote what a pattern node reads on the node itself. */
  ofNode(planNode: RowNodePlan, node: StandingNode): OriginSet {
    let origins = NO_ORIGINS;
    const add = (aspect: string): void => {
      const some = this.byAspect.get(aspect);
      if (some !== undefined) origins = unionOf(origins, some);
    };
    for (const { key } of planNode.tests) add(propertyAspect(key));
    for (const key of planNode.reads.keys) add(propertyAspect(key));
    for (const label of planNode.labels) add(labelAspect(label));
    if (planNode.reads.all) for (const key of Object.keys(node.properties())) add(propertyAspect(key));
    if (planNode.reads.labels) for (const label of node.labels()) add(labelAspect(label));
    return origins;
  }

  ofEdge(patternEdge: RowEdgePlan, node: NodeId, edge: RelationshipValue): OriginSet {
    // Both half-edges of a loop are on the node; the pattern edge may read either.
    const direction =
      patternEdge.direction ?? (edge.start === node ? Direction.Outgoing : Direction.Incoming);
    const other = direction === Direction.Outgoing ? edge.end : edge.start;
    const half: HalfEdge = { label: edge.label, direction, other };
    const made = this.byAspect.get(edgeAspect(half)) ?? NO_ORIGINS;
    const readsProperties =
      patternEdge.edgeTests.length > 0 || patternEdge.edgeReads.keys.length > 0 || patternEdge.edgeReads.all;
    if (!readsProperties) return made;
    return unionOf(made, this.byAspect.get(edgePropertiesAspect(half)) ?? NO_ORIGINS);
  }

  private watchesEdge(node: NodeId, edge: HalfEdge): boolean {
    return this.plan.patternEdges.some(patternEdge => fitsHalf(patternEdge, node, edge));
  }

  private put(aspect: string, origin: Origin | undefined, changed: WriterListener): void {
    if (origin === undefined && !this.byAspect.has(aspect)) return;
    this.set(aspect, origin === undefined ? NO_ORIGINS : originSetOf(origin));
    changed(aspect, origin);
  }
}

function propertyAspect(key: string): string {
  return `p${key}`;
}

function labelAspect(label: string): string {
  return `l${label}`;
}

function edgeAspect({ label, direction, other }: HalfEdge): string {
  return `e${direction} ${label.length} ${label}${other}`;
}

function edgePropertiesAspect(edge: HalfEdge): string {
  return `q${edgeAspect(edge)}`;
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
