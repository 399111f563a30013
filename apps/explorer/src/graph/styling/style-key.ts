/** Key to the colors and sizes that node styles derive from values, for the legend and for pictures. */
import { shown } from '../../api/exact-json.js';
import type { NodeAppearance, ValueScale } from '../../api/types.js';
import { colorOf, meets, type ShownValues } from '../appearance.js';
import type { GraphNode } from '../elements.js';
import { endsOf, numberOf, type Range } from '../value-scale.js';

export interface ScaleKey {
  /** Unique within a key. */
  readonly id: string;
  readonly type: 'color' | 'size';
  /** Name of the property. */
  readonly property: string;
  /** Label or type of the nodes that the style is for; empty: any. */
  readonly of: string;
  /** Ends of a numeric scale; `undefined`: all values are listed. */
  readonly range: Range | undefined;
  /** Colors of the lowest and the highest value, for a scale of colors. */
  readonly colors: readonly [low: string, high: string] | undefined;
  /** Most frequent first. */
  readonly values: readonly KeyValue[];
}

export interface KeyValue {
  readonly text: string;
  readonly color: string;
  readonly ids: readonly string[];
}

/** Numbers with at most as many different values are listed, so that each can be selected. */
const FEW = 5;

/** Returns the scales that styles of these nodes use, in the order of the rules. */
export function keyOf(
  nodes: Iterable<GraphNode>,
  rules: readonly NodeAppearance[],
  shownValues: ShownValues,
): readonly ScaleKey[] {
  if (!rules.some(({ colorBy, sizeBy }) => colorBy || sizeBy)) return [];
  const nodesOf = new Map<NodeAppearance, GraphNode[]>();
  for (const node of nodes) {
    const rule = rules.find(({ predicate }) => meets(node, predicate));
    if (rule === undefined || !(rule.colorBy || rule.sizeBy)) continue;
    const own = nodesOf.get(rule);
    if (own === undefined) nodesOf.set(rule, [node]);
    else own.push(node);
  }
  return rules.flatMap((rule, i) => {
    const own = nodesOf.get(rule);
    if (own === undefined) return [];
    const { colorBy, sizeBy } = rule;
    return [
      ...(colorBy ? colorKey(keyId('color', i), rule, colorBy, own, shownValues) : []),
      ...(sizeBy ? sizeKey(keyId('size', i), rule, sizeBy, own, shownValues) : []),
    ];
  });
}

/** @param index place of the rule among all rules. */
export function keyId(type: ScaleKey['type'], index: number): string {
  return `${type} ${index}`;
}

function colorKey(
  id: string,
  rule: NodeAppearance,
  scale: ValueScale,
  nodes: readonly GraphNode[],
  shownValues: ShownValues,
): ScaleKey[] {
  const having = nodes.filter(({ properties }) => isPresent(properties[scale.key]));
  if (having.length === 0) return [];
  const values = valuesOf(having, scale.key, node => colorOf(node, rule, shownValues));
  const isNumeric = having.every(({ properties }) => numberOf(properties[scale.key]) !== undefined);
  const range = isNumeric ? endsOf(scale, shownValues.ranges) : undefined;
  const base = { id, type: 'color', property: scale.key, of: rule.predicate.dbLabel ?? '' } as const;
  if (range === undefined || values.length <= FEW)
    return [{ ...base, range: undefined, colors: undefined, values }];
  const [sample] = having;
  const colorAt = (value: number): string =>
    colorOf({ ...sample!, properties: { [scale.key]: value } }, rule, shownValues);
  return [{ ...base, range, colors: [colorAt(range[0]), colorAt(range[1])], values: [] }];
}

function sizeKey(
  id: string,
  rule: NodeAppearance,
  scale: ValueScale,
  nodes: readonly GraphNode[],
  shownValues: ShownValues,
): ScaleKey[] {
  const isScaled = nodes.some(({ properties }) => numberOf(properties[scale.key]) !== undefined);
  const range = isScaled ? endsOf(scale, shownValues.ranges) : undefined;
  if (range === undefined) return [];
  const base = { id, type: 'size', property: scale.key, of: rule.predicate.dbLabel ?? '' } as const;
  return [{ ...base, range, colors: undefined, values: [] }];
}

function valuesOf(
  nodes: readonly GraphNode[],
  key: string,
  colorOfNode: (node: GraphNode) => string,
): KeyValue[] {
  const found = new Map<string, { color: string; ids: string[] }>();
  for (const node of nodes) {
    const text = shown(node.properties[key]);
    const known = found.get(text);
    if (known === undefined) found.set(text, { color: colorOfNode(node), ids: [node.id] });
    else known.ids.push(node.id);
  }
  return [...found]
    .map(([text, { color, ids }]) => ({ text, color, ids }))
    .sort((a, b) => b.ids.length - a.ids.length || (a.text < b.text ? -1 : 1));
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
