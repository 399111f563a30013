/** The result and side effects of a query, as text that does not depend on ids, and the comparison of two outcomes. */
import { PlainEdge, PlainNode, PlainPath, type PlainValue } from './plain-elements.js';
import type { PlainGraph } from './plain-graph.js';
import { createHash } from 'node:crypto';
import { NodeValue, PathValue, RelationshipValue, type Value, type ValueMap } from '@weir/model';
import { alive } from './plain-functions.js';
import { isList, isMap } from './plain-value.js';

export interface Outcome {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Shape[])[];
  readonly graph: GraphText;
}

/** A value without ids: graph elements are represented by their contents. */
export type Shape = null | boolean | number | string | readonly Shape[] | { readonly [key: string]: Shape };

export interface GraphText {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

export interface GraphParts {
  readonly nodes: readonly { readonly id: unknown; readonly text: string }[];
  readonly edges: readonly { readonly source: unknown; readonly text: string; readonly target: unknown }[];
}

export function plainShape(value: PlainValue): Shape {
  if (value instanceof PlainNode) {
    alive(value);
    return { node: [...value.labels].sort(), properties: mapShape(value.properties) };
  }
  if (value instanceof PlainEdge) return { edge: alive(value).label, properties: mapShape(value.properties) };
  if (value instanceof PlainPath)
    return { nodes: value.nodes.map(plainShape), edges: value.edges.map(plainShape) };
  if (isList(value)) return value.map(plainShape);
  if (isMap(value)) return mapShape(value);
  return Object.is(value, -0) ? 0 : value;
}

function mapShape(map: ReadonlyMap<string, PlainValue>): { readonly [key: string]: Shape } {
  return sorted([...map].map(([key, value]) => [key, plainShape(value)]));
}

export function engineShape(value: Value): Shape {
  if (value instanceof NodeValue)
    return { node: [...value.labels].sort(), properties: valueMapShape(value.properties) };
  if (value instanceof RelationshipValue)
    return { edge: value.label, properties: valueMapShape(value.properties) };
  if (value instanceof PathValue) {
    return {
      nodes: value.nodes.map(engineShape),
      edges: value.relationships.map(engineShape),
    };
  }
  if (Array.isArray(value)) return (value as readonly Value[]).map(engineShape);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return valueMapShape(value as ValueMap);
  if (value === null || ['boolean', 'number', 'string'].includes(typeof value)) return value as Shape;
  return `${typeof value} ${String(value)}`;
}

function valueMapShape(map: ValueMap): { readonly [key: string]: Shape } {
  return sorted(Object.entries(map).map(([key, value]) => [key, engineShape(value)]));
}

function sorted(entries: readonly (readonly [string, Shape])[]): { readonly [key: string]: Shape } {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function plainGraphText({ nodes, edges }: PlainGraph): GraphText {
  return graphText({
    nodes: nodes.map(node => ({ id: node, text: JSON.stringify(plainShape(node)) })),
    edges: edges.map(edge => ({
      source: edge.source,
      text: JSON.stringify(plainShape(edge)),
      target: edge.target,
    })),
  });
}

const ROUNDS = 4;

/** Nodes are named by their contents and those around them, up to some hops away. */
export function graphText({ nodes, edges }: GraphParts): GraphText {
  let names = new Map(nodes.map(node => [node.id, node.text]));
  for (let round = 0; round < ROUNDS; round++) {
    const around = new Map(nodes.map(node => [node.id, [] as string[]]));
    for (const { source, text, target } of edges) {
      around.get(source)?.push(`>${text}${names.get(target)}`);
      around.get(target)?.push(`<${text}${names.get(source)}`);
    }
    names = new Map(
      nodes.map(node => [node.id, digest(names.get(node.id)! + around.get(node.id)!.sort().join())]),
    );
  }
  return {
    nodes: nodes.map(node => `${node.text} ${names.get(node.id)}`).sort(),
    edges: edges
      .map(({ source, text, target }) => `${names.get(source)} ${text} ${names.get(target)}`)
      .sort(),
  };
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 6);
}

/** Strictness of a comparison: with the order of rows, without it, or also without the order inside lists. */
export const STRICTNESS = ['order', 'rows', 'sets'] as const;
export type Strictness = (typeof STRICTNESS)[number];

export function outcomeText(outcome: Outcome, strictness: Strictness): string {
  const rows = outcome.rows.map(row => JSON.stringify(strictness === 'sets' ? row.map(withoutOrder) : row));
  if (strictness !== 'order') rows.sort();
  return JSON.stringify({ rows, graph: outcome.graph }, null, 1);
}

function withoutOrder(shape: Shape): Shape {
  if (Array.isArray(shape)) {
    return (shape as readonly Shape[])
      .map(withoutOrder)
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return shape;
}
