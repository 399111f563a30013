/**
 * Existing data that may have been meant instead of the missing data, for likely mistakes: case, direction, type of a
 * value.
 */
import { Direction, Float, type HalfEdge, literalText, mapGet, type Value, type ValueMap } from '@weir/model';
import type { PropertyTest } from '../plan/property-test.js';
import type { StandingNode } from '../contract/standing-node.js';

/** Maximum number of edges of a node that are examined. */
const MOST_EDGES = 1000;
const MOST_LISTED = 5;

export function labelHint(node: StandingNode, label: string): string {
  const labels = node.labels();
  const alike = labels.find(each => isAlike(each, label));
  if (alike !== undefined) return `it has the label ${alike}, and case counts`;
  return labels.length === 0 ? 'it has no label' : `it has ${listed([...labels].sort())}`;
}

/** @returns `undefined` without a similar key. */
export function keyHint(properties: ValueMap, key: string): string | undefined {
  const alike = Object.keys(properties).find(each => isAlike(each, key));
  return alike === undefined ? undefined : `it has ${alike}, and case counts`;
}

/** Hint if the value exists, but with another type or case. */
export function valueHint(test: PropertyTest, properties: ValueMap): string | undefined {
  const found = mapGet(properties, test.key);
  if (test.kind !== 'equal' || found === undefined) return undefined;
  const { value } = test;
  if (typeof found === 'string' && typeof value === 'string') {
    return isAlike(found, value) ? 'case counts' : undefined;
  }
  const isSame = plain(found) === plain(value);
  return isSame && typeOf(found) !== typeOf(value) ? `${aTypeOf(found)}, not ${aTypeOf(value)}` : undefined;
}

/** @param labels `undefined` for any. */
export function edgeHint(
  node: StandingNode,
  labels: readonly string[] | undefined,
  direction: Direction | undefined,
): string | undefined {
  const others: HalfEdge[] = [];
  let checked = 0;
  for (const edge of node.edgesWith(undefined)) {
    if (checked++ === MOST_EDGES) break;
    const isNamed = labels === undefined || labels.includes(edge.label);
    if (isNamed && direction !== undefined && edge.direction !== direction) {
      return `there is ${edgeText(edge)}, in the other direction`;
    }
    const alike = labels?.some(label => isAlike(label, edge.label)) === true;
    if (alike && !isNamed) others.push(edge);
  }
  const [other] = others;
  return other === undefined ? undefined : `there is ${edgeText(other)}, and case counts`;
}

function edgeText({ label, direction }: HalfEdge): string {
  return direction === Direction.Outgoing ? `-[:${label}]->` : `<-[:${label}]-`;
}

function isAlike(a: string, b: string): boolean {
  return a !== b && a.toLowerCase() === b.toLowerCase();
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, MOST_LISTED).join(', ');
  return names.length > MOST_LISTED ? `${some} and ${names.length - MOST_LISTED} more` : some;
}

function plain(value: Value): string {
  return typeof value === 'string' ? value : literalText(value).replace(/\.0$/, '');
}

function typeOf(value: Value): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float
    ? 'number'
    : 'other value';
}

function aTypeOf(value: Value): string {
  return `${typeOf(value) === 'other value' ? 'an' : 'a'} ${typeOf(value)}`;
}
