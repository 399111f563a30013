/** Random writes on few ids with few labels and values, so that loops, hubs and duplicates occur. */
import type { SeededRandom } from '@weir/graph/testing';
import {
  EDGE_KEY,
  EDGE_LABELS,
  KEYS,
  NODE_LABELS,
  NUMBER_KEY,
  NUMBERS,
  type PlainValue,
  RARE_VALUES,
  VALUES,
} from '../grammar/literals.js';
import { randomStatement } from './random-statement.js';

export type Write =
  | { readonly kind: 'property'; readonly node: number; readonly key: string; readonly value: PlainValue }
  /** Sets each entry; with `replaces`, removes all others. */
  | {
      readonly kind: 'properties';
      readonly node: number;
      readonly replaces: boolean;
      readonly properties: PlainProperties;
    }
  | { readonly kind: 'label'; readonly node: number; readonly label: string; readonly present: boolean }
  | (PlainEdge & {
      readonly kind: 'edge';
      readonly present: boolean;
      readonly properties?: PlainProperties;
    })
  | (PlainEdge & { readonly kind: 'edge-property'; readonly value: PlainValue })
  /** Including all its edges. */
  | { readonly kind: 'delete'; readonly node: number }
  /** A query that writes. */
  | { readonly kind: 'statement'; readonly text: string };

export type PlainProperties = Readonly<Record<string, PlainValue>>;

export interface PlainEdge {
  readonly source: number;
  readonly label: string;
  readonly target: number;
}

/** @param alphabet labels and values to use. */
export function randomWrite(
  random: SeededRandom,
  nodes: number,
  { edgeLabels, isPlain }: { readonly edgeLabels: readonly string[]; readonly isPlain: boolean },
): Write {
  const node = random.below(nodes);
  const edge = { source: node, label: random.pick(edgeLabels), target: random.below(nodes) };
  const roll = random.next();
  if (roll < 0.4) return { kind: 'edge', ...edge, ...edgeState(random) };
  if (roll < 0.53) return { kind: 'edge-property', ...edge, value: edgeValue(random) };
  if (roll < 0.69) {
    return { kind: 'property', node, key: random.pick(KEYS), value: propertyValue(random, isPlain) };
  }
  if (roll < 0.76) return { kind: 'property', node, key: NUMBER_KEY, value: numberValue(random) };
  if (roll < 0.8) {
    const properties = randomProperties(random, isPlain);
    return { kind: 'properties', node, replaces: random.chance(0.5), properties };
  }
  if (roll < 0.9) {
    return { kind: 'label', node, label: random.pick(NODE_LABELS), present: random.chance(0.7) };
  }
  if (roll < 0.94) return { kind: 'delete', node };
  return { kind: 'statement', text: randomStatement(random, nodes, edgeLabels) };
}

/** The labels of edges that a case writes. */
export function randomEdgeLabels(random: SeededRandom): readonly string[] {
  return random.chance(0.5) ? EDGE_LABELS.slice(0, 1) : EDGE_LABELS;
}

function edgeState(random: SeededRandom): { present: boolean; properties?: PlainProperties } {
  const present = random.chance(0.72);
  return present && random.chance(0.25)
    ? { present, properties: { [EDGE_KEY]: 1 + random.below(3) } }
    : { present };
}

function edgeValue(random: SeededRandom): PlainValue {
  return random.chance(0.2) ? null : 1 + random.below(3);
}

function propertyValue(random: SeededRandom, isPlain: boolean): PlainValue {
  if (random.chance(0.25)) return null;
  return random.pick(!isPlain && random.chance(0.3) ? RARE_VALUES : VALUES);
}

function numberValue(random: SeededRandom): PlainValue {
  return random.chance(0.25) ? null : random.pick(NUMBERS);
}

function randomProperties(random: SeededRandom, isPlain: boolean): PlainProperties {
  const properties: Record<string, PlainValue> = {};
  for (const key of KEYS) if (random.chance(0.6)) properties[key] = propertyValue(random, isPlain);
  if (random.chance(0.4)) properties[NUMBER_KEY] = numberValue(random);
  return properties;
}
