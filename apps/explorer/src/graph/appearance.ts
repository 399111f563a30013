/** Appearance of a node: from the first of the service's rules whose predicate it matches, else from its labels. */
import type { GraphNode } from './elements.js';
import { shown } from '../api/exact-json.js';
import { visible, visiblyShown } from './visible-text.js';
import { colorOfType } from './styling/colors.js';
import { degreePosition, NO_DEGREES, type Degrees } from './styling/degrees.js';
import { NO_VALUE_COLORS, type ValueColors } from './styling/value-colors.js';
import { NO_RANGES, positionOnScale, toneOf, type Ranges } from './value-scale.js';
import type { NodeAppearance, NodePredicate } from '../api/types.js';

export interface NodeStyle {
  readonly size: number;
  readonly color: string;
  readonly icon: string | undefined;
  readonly label: string;
}

/** Facts about all shown nodes and edges. */
export interface ShownValues {
  readonly ranges: Ranges;
  readonly degrees: Degrees;
  readonly colors: ValueColors;
}

export const NO_VALUES: ShownValues = { ranges: NO_RANGES, degrees: NO_DEGREES, colors: NO_VALUE_COLORS };

/** Factor from a rule's pixels to canvas pixels. */
const SCALE = 0.3;
const LARGEST_BUBBLE = 40;
export const DEFAULT_SIZE = 30;
const NO_LABELS = [''];
const NAMES = ['name', 'title', 'label', 'file', 'id', 'key'];

/** A rule's label may be all labels of the node, joined, or, unlike on the server, some of them. */
export function meets({ labels, properties }: GraphNode, predicate: NodePredicate): boolean {
  const { propertyKeys, knownValues, dbLabel } = predicate;
  if (dbLabel !== undefined && dbLabel !== null) {
    const wanted = dbLabel.split(':');
    if (!wanted.every(label => labels.includes(label))) return false;
  }
  if (!propertyKeys.every(key => key in properties)) return false;
  return Object.entries(knownValues).every(
    ([key, value]) => JSON.stringify(properties[key]) === JSON.stringify(value),
  );
}

/** @param values what rules that scale by values need. */
export function styleOf(
  node: GraphNode,
  rules: readonly NodeAppearance[],
  values: ShownValues = NO_VALUES,
): NodeStyle {
  const rule = rules.find(({ predicate }) => meets(node, predicate));
  if (node.members !== undefined) return bubbleStyle(node, node.members.length, rule);
  return {
    size: sizeOf(node, rule, values) * SCALE,
    color: colorOf(node, rule, values),
    icon: rule?.icon ?? undefined,
    label: captionOf(node, rule),
  };
}

/** In the color of most of its nodes; larger for more nodes, and labeled with their number. */
function bubbleStyle(node: GraphNode, count: number, rule: NodeAppearance | undefined): NodeStyle {
  return {
    size: Math.min(LARGEST_BUBBLE, 12 + 2 * Math.sqrt(count)),
    color: rule?.color ?? colorOfType(typeOf(node)),
    icon: String(count),
    label: visiblyShown(node.properties['name']),
  };
}

function sizeOf(
  { id, properties }: GraphNode,
  rule: NodeAppearance | undefined,
  { ranges, degrees }: ShownValues,
): number {
  const size = rule?.size ?? DEFAULT_SIZE;
  const scale = rule?.sizeBy;
  const byValue = scale ? positionOnScale(scale, properties[scale.key], ranges) : undefined;
  const position = byValue ?? (rule?.sizeByDegree ? degreePosition(id, degrees) : undefined);
  return position === undefined ? size : size * (0.5 + 1.5 * position);
}

export function colorOf(
  node: GraphNode,
  rule: NodeAppearance | undefined,
  { ranges, colors }: ShownValues,
): string {
  const color = rule?.color ?? colorOfType(typeOf(node));
  const scale = rule?.colorBy;
  const value = scale ? node.properties[scale.key] : undefined;
  if (!scale || value === undefined || value === null) return color;
  const position = positionOnScale(scale, value, ranges);
  const text = shown(value);
  if (position === undefined) return colors.get(scale.key)?.get(text) ?? colorOfType(`${scale.key} ${text}`);
  return toneOf(/^#[0-9a-f]{6}$/i.test(color) ? color : colorOfType(typeOf(node)), position);
}

/** Labels as the legend counts them: a node without labels has the empty one. */
export function labelsOf({ labels }: GraphNode): readonly string[] {
  return labels.length === 0 ? NO_LABELS : labels;
}

/** Returns the joined labels. */
export function typeOf({ labels }: GraphNode): string {
  return labels.join(':');
}

/** The second property follows the first text; one that repeats it is left out. */
function captionOf(node: GraphNode, rule: NodeAppearance | undefined): string {
  const first = labelOf(node, rule?.label);
  const key = rule?.secondLabel?.key;
  const second = key === undefined || !isSaying(node.properties[key]) ? first : short(node.properties[key]);
  return second === first ? first : `${first} · ${second}`;
}

function labelOf(node: GraphNode, rule: NodeAppearance['label']): string {
  const { id, labels, properties } = node;
  if (rule?.type === 'Constant' && rule.value !== undefined) return rule.value;
  if (rule?.type === 'Property' && rule.key !== undefined && isSaying(properties[rule.key]))
    return (rule.prefix ?? '') + short(properties[rule.key]);
  const key = NAMES.find(name => isSaying(properties[name]));
  if (key !== undefined) return short(properties[key]);
  return labels.length > 0 ? visible(labels.join(':')) : id.slice(0, 8);
}

/** An empty caption would leave the node without text. */
function isSaying(value: unknown): boolean {
  return shown(value).trim() !== '';
}

/** Truncates at whole characters, which may have several UTF-16 units. */
function short(value: unknown): string {
  const text = visiblyShown(value);
  return text.length > 40 ? `${[...text.slice(0, 80)].slice(0, 39).join('')}…` : text;
}
