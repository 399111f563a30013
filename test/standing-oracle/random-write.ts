/** Random writes on few ids with few labels and values, so that loops, hubs and duplicates come by themselves. */
import type { GraphSession } from '@weir/cypher';
import type { MapGraph } from '@weir/cypher/testing';
import type { SeededRandom } from '@weir/graph/testing';
import { float, type NodeId, nodeIdFromBytes, type Value } from '@weir/model';

/** As plain JSON, so that a failing case can be printed. Floats are objects. */
export type PlainValue = string | number | boolean | null | { readonly float: number };

export type Write =
  | { readonly kind: 'property'; readonly node: number; readonly key: string; readonly value: PlainValue }
  | { readonly kind: 'label'; readonly node: number; readonly label: string; readonly present: boolean }
  | (PlainEdge & { readonly kind: 'edge'; readonly present: boolean })
  | (PlainEdge & { readonly kind: 'edge-property'; readonly value: PlainValue })
  /** With all its edges. */
  | { readonly kind: 'delete'; readonly node: number };

interface PlainEdge {
  readonly source: number;
  readonly label: string;
  readonly target: number;
}

export const KEYS = ['p', 'q'] as const;
/** Holds integers only: what is summed must not be a string. */
export const NUMBER_KEY = 'k';
export const EDGE_KEY = 'w';
export const NODE_LABELS = ['A', 'B'] as const;
export const EDGE_LABELS = ['x', 'y'] as const;
export const VALUES: readonly PlainValue[] = [1, 2, 'a', 'ab', { float: 1 }, true];

export function idOf(node: number): NodeId {
  return nodeIdFromBytes(Uint8Array.from({ length: 16 }, (_, i) => (node * 37 + i * 11 + 1) & 0xff));
}

export function randomWrite(random: SeededRandom, nodes: number, edgeLabels: readonly string[]): Write {
  const node = random.below(nodes);
  const edge = { source: node, label: random.pick(edgeLabels), target: random.below(nodes) };
  const roll = random.next();
  if (roll < 0.46) return { kind: 'edge', ...edge, present: random.chance(0.72) };
  if (roll < 0.6) {
    return { kind: 'edge-property', ...edge, value: random.chance(0.2) ? null : 1 + random.below(3) };
  }
  if (roll < 0.78) {
    return {
      kind: 'property',
      node,
      key: random.pick(KEYS),
      value: random.chance(0.25) ? null : random.pick(VALUES),
    };
  }
  if (roll < 0.85) {
    const value = random.chance(0.25) ? null : random.below(4);
    return { kind: 'property', node, key: NUMBER_KEY, value };
  }
  if (roll < 0.96) {
    return { kind: 'label', node, label: random.pick(NODE_LABELS), present: random.chance(0.7) };
  }
  return { kind: 'delete', node };
}

/** Writes to the real graph. An edge's property is set only where `edgeExists`. */
export function applyWrite(write: Write, session: GraphSession): void {
  switch (write.kind) {
    case 'property':
      return session.setProperty(idOf(write.node), write.key, valueOf(write.value));
    case 'label': {
      const change = write.present ? session.addLabels : session.removeLabels;
      return change.call(session, idOf(write.node), [write.label]);
    }
    case 'edge': {
      const change = write.present ? session.createEdge : session.deleteEdge;
      return change.call(session, idOf(write.source), write.label, idOf(write.target));
    }
    case 'edge-property':
      return session.setEdgeProperty(
        idOf(write.source),
        write.label,
        idOf(write.target),
        EDGE_KEY,
        valueOf(write.value),
      );
    case 'delete':
      return session.deleteNode(idOf(write.node), true);
  }
}

/** The same on plain Maps, where taking away what is not there would bring a node into being. */
export function applyToModel(write: Write, graph: MapGraph): void {
  if (!takesAwayNothing(write, graph)) applyWrite(write, graph.session());
}

function takesAwayNothing(write: Write, graph: MapGraph): boolean {
  const exists = (node: number): boolean => graph.nodes.get(idOf(node))?.exists === true;
  switch (write.kind) {
    case 'property':
      return write.value === null && !exists(write.node);
    case 'label':
      return !write.present && !exists(write.node);
    case 'edge':
      return !write.present && !hasEdge(write, graph);
    case 'edge-property':
      return !hasEdge(write, graph);
    case 'delete':
      return !exists(write.node);
  }
}

function hasEdge({ source, label, target }: PlainEdge, graph: MapGraph): boolean {
  const edges = graph.nodes.get(idOf(source))?.outgoing() ?? [];
  return edges.some(edge => edge.label === label && edge.other === idOf(target));
}

export function valueOf(value: PlainValue): Value {
  return typeof value === 'object' && value !== null ? float(value.float) : value;
}

/** As Cypher text. */
export function literal(value: PlainValue): string {
  if (typeof value === 'object' && value !== null) return value.float.toFixed(1);
  return typeof value === 'string' ? `'${value}'` : String(value);
}
