/** A node in the style of the form: the first node on the canvas to which it applies, or an example. */
import type { NodeAppearance } from '../api/types.js';
import { meets, styleOf } from '../graph/appearance.js';
import type { GraphNode } from '../graph/elements.js';
import { rangesOf } from '../graph/value-scale.js';
import { degreesOf } from '../graph/styling/degrees.js';
import { valueColorsOf } from '../graph/styling/value-colors.js';
import { canvas } from '../session/session.js';
import { styleTexts } from '../texts/styles.js';
import { characterOf } from './icons.js';

/** Larger than on the canvas. */
const ZOOM = 1.8;

export function StylePreview({ style }: { readonly style: NodeAppearance }) {
  const nodes = [...canvas.shownNodes.value.values()].filter(node => meets(node, style.predicate));
  const node = nodes[0] ?? exampleFor(style);
  const values = {
    ranges: rangesOf(nodes, [style]),
    colors: valueColorsOf(nodes, [style]),
    degrees: degreesOf(canvas.scene.edges.values(), [style]),
  };
  const { size, color, icon, label } = styleOf(node, [style], values);
  const radius = Math.min(30, size * ZOOM);
  return (
    <svg class="style-preview" viewBox="0 0 220 68" role="img" aria-label={`${styleTexts.preview}: ${label}`}>
      <circle cx="40" cy="34" r={radius} fill={color} />
      <text class="icon-name" x="40" y="35" font-size={radius * 1.25} fill="#fff">
        {characterOf(icon)}
      </text>
      <text class="caption" x={46 + radius} y="34">
        {label}
      </text>
    </svg>
  );
}

function exampleFor({ predicate, label, secondLabel }: NodeAppearance): GraphNode {
  const keys = [label?.type === 'Property' ? label.key : 'name', secondLabel?.key];
  const properties = Object.fromEntries([
    ...keys.flatMap(key => (key === undefined ? [] : [[key, styleTexts.example]])),
    ...Object.entries(predicate.knownValues),
  ]) as Record<string, unknown>;
  for (const key of predicate.propertyKeys) properties[key] ??= styleTexts.example;
  return { id: '', labels: predicate.dbLabel ? predicate.dbLabel.split(':') : [], properties };
}
