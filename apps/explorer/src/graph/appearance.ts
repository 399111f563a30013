/** How a node looks: by the first of the service's rules whose predicate it meets, else by its labels. */
import type { GraphNode } from './elements.js';
import { shown } from '../api/exact-json.js';

export interface NodePredicate {
  readonly propertyKeys?: readonly string[];
  readonly knownValues?: Readonly<Record<string, unknown>>;
  readonly dbLabel?: string | null;
}

export interface NodeAppearance {
  readonly predicate: NodePredicate;
  readonly size?: number | null;
  readonly icon?: string | null;
  readonly color?: string | null;
  readonly label?: {
    readonly type: string;
    readonly value?: string;
    readonly key?: string;
    readonly prefix?: string;
  } | null;
}

export interface Look {
  readonly size: number;
  readonly color: string;
  readonly icon: string | undefined;
  readonly label: string;
}

/** Pixels that rules give for a node, to those of the canvas. */
const SCALE = 0.3;
const DEFAULT_SIZE = 30;
/** Apart from each other for most eyes, and from white and black. */
const COLORS = ['#2a78b8', '#1d9a8a', '#c9782b', '#8a5fc7', '#b8487f', '#5b8c2a', '#6b7684', '#a8893a'];
const NAMES = ['name', 'title', 'label', 'file', 'id', 'key'];

/** A label of a rule is all labels of the node, joined, or, unlike there, some of them. */
export function meets({ labels, properties }: GraphNode, predicate: NodePredicate): boolean {
  const { propertyKeys = [], knownValues = {}, dbLabel } = predicate;
  if (dbLabel !== undefined && dbLabel !== null) {
    const wanted = dbLabel.split(':');
    if (!wanted.every(label => labels.includes(label))) return false;
  }
  if (!propertyKeys.every(key => key in properties)) return false;
  return Object.entries(knownValues).every(
    ([key, value]) => JSON.stringify(properties[key]) === JSON.stringify(value),
  );
}

export function lookOf(node: GraphNode, rules: readonly NodeAppearance[]): Look {
  const rule = rules.find(({ predicate }) => meets(node, predicate));
  return {
    size: (rule?.size ?? DEFAULT_SIZE) * SCALE,
    color: rule?.color ?? colorOfType(typeOf(node)),
    icon: rule?.icon ?? undefined,
    label: labelOf(node, rule?.label),
  };
}

/** The labels, joined; what the legend counts. */
export function typeOf({ labels }: GraphNode): string {
  return labels.join(':');
}

export function colorOfType(type: string): string {
  if (type === '') return '#8b95a1';
  let hash = 0;
  for (const character of type) hash = (hash * 31 + character.codePointAt(0)!) >>> 0;
  return COLORS[hash % COLORS.length]!;
}

function labelOf(node: GraphNode, rule: NodeAppearance['label']): string {
  const { id, labels, properties } = node;
  if (rule?.type === 'Constant' && rule.value !== undefined) return rule.value;
  if (rule?.type === 'Property' && rule.key !== undefined && rule.key in properties)
    return (rule.prefix ?? '') + short(properties[rule.key]);
  const key = NAMES.find(name => name in properties);
  if (key !== undefined) return short(properties[key]);
  return labels.length > 0 ? labels.join(':') : id.slice(0, 8);
}

function short(value: unknown): string {
  const text = shown(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
