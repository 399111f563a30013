/** A question as a chain: a node, an edge, the next node, and so on. Changes return a new pattern. */
export type Direction = 'out' | 'in';

export type Value = string | number | bigint | boolean;

export const COMPARISONS = ['=', '<>', '>=', '<=', '>', '<', 'CONTAINS', 'STARTS WITH', 'ENDS WITH'] as const;

export type Comparison = (typeof COMPARISONS)[number];

export type Condition =
  | { readonly key: string; readonly test: Comparison; readonly value: Value }
  | { readonly key: string; readonly test: 'IS NOT NULL' | 'IS NULL' };

export interface NodePart {
  /** Absent: a node with any label. */
  readonly label?: string;
  /** Absent: any node. */
  readonly id?: string;
  readonly conditions: readonly Condition[];
}

export interface EdgePart {
  /** Absent: an edge of any type. */
  readonly type?: string;
  /** `out`: from the node before it to the node after it. */
  readonly direction: Direction;
  /** Number of edges in a row, at least 1. */
  readonly least: number;
  readonly most: number;
}

/** Each edge follows the node of its index. The last edge may lack its second node, which is then any node. */
export interface Pattern {
  readonly nodes: readonly NodePart[];
  readonly edges: readonly EdgePart[];
  /** Maximum number of results. */
  readonly limit: number;
}

export const DEFAULT_LIMIT = 100;
export const MOST_RESULTS = 10_000;
/** Longer chains of edges reach most of a graph. */
export const MOST_STEPS = 10;

export const EMPTY_PATTERN: Pattern = { nodes: [], edges: [], limit: DEFAULT_LIMIT };

export function isEmpty({ nodes }: Pattern): boolean {
  return nodes.length === 0;
}

/** Whether an edge is last, so that a node comes next. */
export function endsWithEdge({ nodes, edges }: Pattern): boolean {
  return edges.length > 0 && edges.length === nodes.length;
}

/** An element of the chain: the node or the edge of an index. */
export type Place = { readonly on: 'node' | 'edge'; readonly index: number };

/** The last element; `undefined`: the pattern is empty. */
export function lastPlace(pattern: Pattern): Place | undefined {
  if (isEmpty(pattern)) return undefined;
  if (endsWithEdge(pattern)) return { on: 'edge', index: pattern.edges.length - 1 };
  return { on: 'node', index: pattern.nodes.length - 1 };
}

/** After an edge or in an empty pattern; otherwise the pattern stays as it is. */
export function withNode(pattern: Pattern, node: NodePart): Pattern {
  if (!isEmpty(pattern) && !endsWithEdge(pattern)) return pattern;
  return { ...pattern, nodes: [...pattern.nodes, node] };
}

/** An edge at the start of a pattern, or after another edge, begins at any node. */
export function withEdge(pattern: Pattern, type: string | undefined, direction: Direction): Pattern {
  const { nodes, edges } = withNode(pattern, { conditions: [] });
  const edge = { ...(type === undefined ? {} : { type }), direction, least: 1, most: 1 };
  return { ...pattern, nodes, edges: [...edges, edge] };
}

/** A condition on the node of an index; after the last edge, and in an empty pattern, on a new node. */
export function withCondition(pattern: Pattern, index: number, condition: Condition): Pattern {
  const { nodes } = index < pattern.nodes.length ? pattern : withNode(pattern, { conditions: [] });
  const node = nodes[index];
  if (node === undefined) return pattern;
  return { ...pattern, nodes: nodes.with(index, { ...node, conditions: [...node.conditions, condition] }) };
}

export function withoutCondition(pattern: Pattern, index: number, condition: number): Pattern {
  const node = pattern.nodes[index];
  if (node === undefined) return pattern;
  const conditions = node.conditions.filter((_, i) => i !== condition);
  return { ...pattern, nodes: pattern.nodes.with(index, { ...node, conditions }) };
}

export function withSteps(pattern: Pattern, index: number, least: number, most: number): Pattern {
  const edge = pattern.edges[index];
  if (edge === undefined) return pattern;
  return { ...pattern, edges: pattern.edges.with(index, { ...edge, least, most }) };
}

export function turned(pattern: Pattern, index: number): Pattern {
  const edge = pattern.edges[index];
  if (edge === undefined) return pattern;
  const direction = edge.direction === 'out' ? 'in' : 'out';
  return { ...pattern, edges: pattern.edges.with(index, { ...edge, direction }) };
}

/** Removes an element and all that follows it. */
export function before(pattern: Pattern, { on, index }: Place): Pattern {
  const nodes = pattern.nodes.slice(0, on === 'node' ? index : index + 1);
  return { ...pattern, nodes, edges: pattern.edges.slice(0, index) };
}

/** Removes the last condition, edge or node. */
export function withoutLast(pattern: Pattern): Pattern {
  const last = lastPlace(pattern);
  if (last === undefined) return pattern;
  const conditions = last.on === 'node' ? pattern.nodes[last.index]!.conditions.length : 0;
  return conditions > 0 ? withoutCondition(pattern, last.index, conditions - 1) : before(pattern, last);
}
