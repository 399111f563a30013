/** Patterns as plain data, their Cypher text, and their matches by brute force. */
import type { PlainGraph, PlainNode, PlainValue } from './plain-graph.js';

export type PlainTest =
  | { readonly kind: 'equal' | 'not-equal'; readonly key: string; readonly value: PlainValue }
  | { readonly kind: 'present' | 'absent'; readonly key: string }
  | { readonly kind: 'matches'; readonly key: string; readonly regex: string };

export interface PlainPatternNode {
  readonly id?: string;
  readonly labels: readonly string[];
  readonly tests: readonly PlainTest[];
}

export interface PlainPattern {
  readonly nodes: readonly PlainPatternNode[];
  readonly edges: readonly { readonly source: number; readonly label: string; readonly target: number }[];
  readonly root: number;
}

/** Ids of the nodes that match the pattern's root. */
export function rootsOf(pattern: PlainPattern, graph: PlainGraph): string[] {
  return graph.ids.filter(id => {
    const places: (string | undefined)[] = pattern.nodes.map(() => undefined);
    places[pattern.root] = id;
    return isPossible(pattern, graph, places) && completes(pattern, graph, places);
  });
}

function completes(pattern: PlainPattern, graph: PlainGraph, places: (string | undefined)[]): boolean {
  const open = places.indexOf(undefined);
  if (open < 0) return true;
  for (const id of graph.ids) {
    places[open] = id;
    if (isPossible(pattern, graph, places) && completes(pattern, graph, places)) return true;
  }
  places[open] = undefined;
  return false;
}

function isPossible(
  pattern: PlainPattern,
  graph: PlainGraph,
  places: readonly (string | undefined)[],
): boolean {
  const nodesFit = pattern.nodes.every((node, i) => {
    const id = places[i];
    if (id === undefined) return true;
    const plain = graph.nodes.get(id)!;
    // A lookup by id finds the node even if it was never written.
    if (node.id === undefined ? !plain.exists : node.id !== id) return false;
    return (
      node.labels.every(label => plain.labels.has(label)) && node.tests.every(test => holds(test, plain))
    );
  });
  if (!nodesFit) return false;
  const taken = new Set<string>();
  return pattern.edges.every(({ source, label, target }) => {
    const from = places[source];
    const to = places[target];
    if (from === undefined || to === undefined) return true;
    const edge = `${from} ${label} ${to}`;
    if (taken.has(edge)) return false;
    taken.add(edge);
    return graph.edges.has(edge);
  });
}

function holds(test: PlainTest, node: PlainNode): boolean {
  const value = node.properties.get(test.key);
  switch (test.kind) {
    case 'equal':
      return value !== undefined && plain(value) === plain(test.value);
    case 'not-equal':
      return value !== undefined && plain(value) !== plain(test.value);
    case 'present':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'matches':
      return typeof value === 'string' && new RegExp(`^(?:${test.regex})$`).test(value);
  }
}

function plain(value: PlainValue): string | number {
  return typeof value === 'object' ? value.float : value;
}

/** The pattern as a standing query. */
export function cypherOf(pattern: PlainPattern, idText: (id: string) => string): string {
  const name = (node: number): string => `n${node}`;
  const parts =
    pattern.edges.length === 0
      ? [`(${name(0)})`]
      : pattern.edges.map(({ source, label, target }, i) =>
          i % 2 === 0
            ? `(${name(source)})-[:${label}]->(${name(target)})`
            : `(${name(target)})<-[:${label}]-(${name(source)})`,
        );
  const labeled = new Set<number>();
  const withLabels = parts.map(part =>
    part.replace(/\(n(\d+)\)/g, (text, digits: string) => {
      const node = Number(digits);
      const labels = pattern.nodes[node]!.labels;
      if (labeled.has(node) || labels.length === 0) return text;
      labeled.add(node);
      return `(n${node}:${labels.join(':')})`;
    }),
  );
  const conditions = pattern.nodes.flatMap((node, i) => [
    ...(node.id === undefined ? [] : [`id(${name(i)}) = "${idText(node.id)}"`]),
    ...node.tests.map(test => conditionOf(name(i), test)),
  ]);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `MATCH ${withLabels.join(', ')}${where} RETURN DISTINCT id(${name(pattern.root)}) AS root`;
}

function conditionOf(name: string, test: PlainTest): string {
  const property = `${name}.${test.key}`;
  switch (test.kind) {
    case 'equal':
      return `${property} = ${literal(test.value)}`;
    case 'not-equal':
      return `${property} <> ${literal(test.value)}`;
    case 'present':
      return test.key === 'p' ? `exists(${property})` : `${property} IS NOT NULL`;
    case 'absent':
      return test.key === 'p' ? `NOT exists(${property})` : `${property} IS NULL`;
    case 'matches':
      return `${property} =~ "${test.regex}"`;
  }
}

function literal(value: PlainValue): string {
  if (typeof value === 'object') return value.float.toFixed(1);
  return typeof value === 'string' ? `"${value}"` : String(value);
}
