/** Searches the canvas. */
import { shown } from '../api/exact-json.js';
import type { GraphNode } from './elements.js';

const COMPARISON = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(<=|>=|<>|!=|=|<|>)\s*(\S.*?)\s*$/u;

/**
 * @param text occurs anywhere in a node, ignoring case; or it compares a property, like `age >= 30`, with numbers
 * compared as numbers. `undefined`: the text is empty.
 */
export function matcherOf(text: string): ((node: GraphNode) => boolean) | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const comparison = COMPARISON.exec(text);
  if (comparison === null) return node => textOf(node).includes(wanted);
  const [, key, operator, value] = comparison as unknown as [string, string, string, string];
  const other = value.replace(/^(['"])(.*)\1$/, '$2').toLowerCase();
  return ({ properties }) => {
    const own = properties[key];
    if (own === undefined || own === null) return false;
    return holds(operator, order(shown(own).toLowerCase(), other));
  };
}

/** Below 0, 0 or above 0, as for sorting. */
function order(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (a !== '' && b !== '' && !Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

function holds(operator: string, order: number): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return order !== 0;
  }
}

function textOf({ id, labels, properties }: GraphNode): string {
  const values = Object.entries(properties).map(([key, value]) => `${key} ${shown(value)}`);
  return [id, ...labels, ...values].join(' ').toLowerCase();
}
