/** Reads a pattern node's data from its node and the edges on it. */
import {
  Direction,
  type HalfEdge,
  mapGet,
  mapSet,
  type NodeId,
  NodeValue,
  RelationshipValue,
  type ValueMap,
} from '@weir/model';
import type { ElementReads, NeededEdge, NodeDemands } from '../../plan/node-demands.js';
import type { RowEdgePlan } from '../../plan/row-plan.js';
import { testHolds } from '../../plan/property-test.js';
import type { StandingNode } from '../../contract/standing-node.js';

const NO_LABELS: readonly string[] = [];
const NOTHING: ValueMap = {};
/** For a pattern edge that stays on the node: no graph edge. */
export const NO_EDGE: readonly null[] = [null];
const NO_EDGES: readonly RelationshipValue[] = [];

/** Returns the node with only the data that `reads` names. */
export function readNode(node: StandingNode, reads: ElementReads): NodeValue {
  const labels = reads.labels ? node.labels() : NO_LABELS;
  return new NodeValue(node.id, labels, readProperties(reads, node), true);
}

function readProperties(reads: ElementReads, node: StandingNode): ValueMap {
  if (reads.all) return inOrder(node.properties());
  if (reads.keys.length === 0) return NOTHING;
  const map: ValueMap = {};
  for (const key of reads.keys) {
    const value = node.property(key);
    if (value !== undefined) mapSet(map, key, value);
  }
  return map;
}

/** Equal maps must have equal keys, regardless of the order in which they were written. */
function inOrder(properties: ValueMap): ValueMap {
  const map: ValueMap = {};
  for (const key of Object.keys(properties).sort()) mapSet(map, key, properties[key]!);
  return map;
}

/** Returns whether the demands on a graph node itself hold, regardless of its neighbors. */
export function holdsOnNode(plan: NodeDemands, node: StandingNode): boolean {
  if (plan.impossible) return false;
  if (plan.id !== undefined && plan.id !== node.id) return false;
  for (const label of plan.labels) if (!node.hasLabel(label)) return false;
  for (const test of plan.tests) if (!testHolds(test, node.property(test.key))) return false;
  for (const edge of plan.edges) if (!hasEdgeOf(edge, node)) return false;
  for (const label of plan.loops) if (!hasLoop(node, label)) return false;
  if (plan.needsExistence && !node.exists && !plan.named.includes(node.id)) return false;
  if (plan.anyOf.length > 0 && !plan.anyOf.some(demands => holdsOnNode(demands, node))) return false;
  if (plan.conditions.length === 0) return true;
  const row = [readNode(node, plan.reads)];
  for (const { holds } of plan.conditions) if (!holds(row)) return false;
  return true;
}

export function hasLoop(node: StandingNode, label: string): boolean {
  return node.hasEdge(label, Direction.Outgoing, node.id) && node.hasEdge(label, Direction.Incoming, node.id);
}

function hasEdgeOf({ labels, direction, count }: NeededEdge, node: StandingNode): boolean {
  if (labels === undefined) return node.edgeCount(undefined, direction) >= count;
  for (const label of labels) if (node.edgeCount(label, direction) >= count) return true;
  return false;
}

/** Returns neighbors over edges that fit by label and direction, each once. */
export function neighborsOf(patternEdge: RowEdgePlan, node: StandingNode): Iterable<NodeId> {
  if (patternEdge.here) return fitsAny(patternEdge, node, node.id) ? [node.id] : [];
  if (patternEdge.loop) return fitsAny(patternEdge, node, node.id) ? [node.id] : [];
  if (patternEdge.other !== undefined)
    return fitsAny(patternEdge, node, patternEdge.other) ? [patternEdge.other] : [];
  const only = patternEdge.labels?.length === 1 ? patternEdge.labels[0] : undefined;
  if (only !== undefined && patternEdge.direction !== undefined)
    return node.neighbors(only, patternEdge.direction);
  const found = new Set<NodeId>();
  if (patternEdge.labels === undefined) {
    for (const { label, direction, other } of node.edgesWith(undefined)) {
      if (fitsLabel(patternEdge, label) && (patternEdge.direction ?? direction) === direction)
        found.add(other);
    }
  } else {
    for (const label of patternEdge.labels) {
      for (const other of node.neighbors(label, patternEdge.direction)) found.add(other);
    }
  }
  return found;
}

export function fitsLabel(patternEdge: RowEdgePlan, label: string): boolean {
  if (patternEdge.labels !== undefined) return patternEdge.labels.includes(label);
  return patternEdge.acceptsLabel === undefined || patternEdge.acceptsLabel(label);
}

/** Compares label, direction and end, not properties. */
export function fitsHalf(patternEdge: RowEdgePlan, node: NodeId, edge: HalfEdge): boolean {
  if (patternEdge.here || (patternEdge.direction !== undefined && patternEdge.direction !== edge.direction))
    return false;
  if (patternEdge.loop && edge.other !== node) return false;
  if (patternEdge.other !== undefined && patternEdge.other !== edge.other) return false;
  return fitsLabel(patternEdge, edge.label);
}

/** Returns whether an edge to a neighbor fits by label and direction. */
export function fitsAny(patternEdge: RowEdgePlan, node: StandingNode, other: NodeId): boolean {
  if (patternEdge.other !== undefined && patternEdge.other !== other) return false;
  if (patternEdge.here) return other === node.id;
  if (patternEdge.loop && other !== node.id) return false;
  for (const half of halvesTo(patternEdge, node, other))
    if (fitsHalf(patternEdge, node.id, half)) return true;
  return false;
}

/** Returns the edges to a neighbor that fill the pattern edge, each once, in a fixed order. */
export function edgesTo(
  patternEdge: RowEdgePlan,
  node: StandingNode,
  other: NodeId,
): readonly (RelationshipValue | null)[] {
  if (patternEdge.here) return NO_EDGE;
  let edges: RelationshipValue[] | undefined;
  for (const half of halvesTo(patternEdge, node, other)) {
    if (!fitsHalf(patternEdge, node.id, half)) continue;
    // Both half-edges of a loop are on the node.
    if (patternEdge.direction === undefined && other === node.id && half.direction === Direction.Incoming)
      continue;
    const edge = readEdge(patternEdge, node, half);
    if (edge === undefined) continue;
    if (edges === undefined) edges = [edge];
    else if (!patternEdge.once) edges.push(edge);
  }
  return edges ?? NO_EDGES;
}

function halvesTo(patternEdge: RowEdgePlan, node: StandingNode, other: NodeId): Iterable<HalfEdge> {
  if (patternEdge.labels === undefined) return node.edgesWith(other);
  const halves: HalfEdge[] = [];
  for (const label of patternEdge.labels) {
    for (const direction of [Direction.Outgoing, Direction.Incoming]) {
      if (node.hasEdge(label, direction, other)) halves.push({ label, direction, other });
    }
  }
  return halves;
}

function readEdge(
  patternEdge: RowEdgePlan,
  node: StandingNode,
  half: HalfEdge,
): RelationshipValue | undefined {
  const { label, direction, other } = half;
  let properties = NOTHING;
  if (
    patternEdge.edgeTests.length > 0 ||
    patternEdge.edgeReads.all ||
    patternEdge.edgeReads.keys.length > 0
  ) {
    const all = node.propertiesOfEdge(label, direction, other);
    for (const test of patternEdge.edgeTests) if (!testHolds(test, mapGet(all, test.key))) return undefined;
    properties = patternEdge.edgeReads.all ? inOrder(all) : picked(all, patternEdge.edgeReads.keys);
  }
  return direction === Direction.Outgoing
    ? new RelationshipValue(node.id, label, other, properties)
    : new RelationshipValue(other, label, node.id, properties);
}

function picked(properties: ValueMap, keys: readonly string[]): ValueMap {
  if (keys.length === 0) return NOTHING;
  const map: ValueMap = {};
  for (const key of keys) {
    const value = mapGet(properties, key);
    if (value !== undefined) mapSet(map, key, value);
  }
  return map;
}
