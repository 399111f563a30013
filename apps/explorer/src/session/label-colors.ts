/** Colors of labels and edge types, as the legend, the schema and exported pictures show them. */
import { ruleOf } from '../graph/appearance-rules.js';
import { labelsOf, meets } from '../graph/appearance.js';
import type { GraphNode } from '../graph/elements.js';
import { colorOfType } from '../graph/styling/colors.js';
import { keyId } from '../graph/styling/style-key.js';
import { appearances, canvas, currentStyle, styles } from './session.js';

/** Colors in the sign of one label. */
const MOST = 6;

/** Returns the color of its nodes, or those that a style derives from their values. */
export function colorsOfLabel(label: string): readonly string[] {
  const example = exampleOf(label);
  if (example === undefined) return [colorOfType(label)];
  const own = ruleOf(label, appearances.value);
  const rule = own ?? appearances.value.find(({ predicate }) => meets(example, predicate));
  if (own?.color && !own.colorBy) return [own.color];
  if (!rule?.colorBy) return [currentStyle(example).color];
  const id = keyId('color', appearances.value.indexOf(rule));
  const key = styles.key.value.find(each => each.id === id);
  if (key === undefined) return [currentStyle(example).color];
  return key.colors ?? [...new Set(key.values.map(({ color }) => color))].slice(0, MOST);
}

/** CSS background: one color, or equal slices of a circle. */
export function backgroundOf(colors: readonly string[]): string | undefined {
  if (colors.length < 2) return colors[0];
  const slice = 360 / colors.length;
  return `conic-gradient(${colors.map((color, i) => `${color} ${i * slice}deg ${(i + 1) * slice}deg`).join(', ')})`;
}

export function styleOfType(type: string) {
  return styles.edges.rules.value.find(({ edgeType }) => edgeType === type);
}

export function colorsOfType(type: string): readonly string[] {
  const color = styleOfType(type)?.color;
  return color ? [color] : [];
}

/** If possible a node without other labels. */
export function exampleOf(label: string): GraphNode | undefined {
  let example: GraphNode | undefined;
  for (const node of canvas.shownNodes.value.values()) {
    if (!labelsOf(node).includes(label)) continue;
    if (node.labels.length <= 1) return node;
    example ??= node;
  }
  return example;
}
