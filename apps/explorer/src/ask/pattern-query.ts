/** The Cypher of a pattern. Names and values may be anything that a record contains, so both are quoted. */
import { quoted } from '../graph/canvas-queries.js';
import {
  isEmpty,
  type Condition,
  type EdgePart,
  type NodePart,
  type Pattern,
  type Value,
} from './pattern.js';

/** Names that need no quotes. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** @returns an empty text for an empty pattern. A pattern of one node returns nodes, others return paths. */
export function queryOf(pattern: Pattern): string {
  if (isEmpty(pattern)) return '';
  const { nodes, edges, limit } = pattern;
  // The node after a last edge is any node.
  const chain: readonly NodePart[] = edges.length < nodes.length ? nodes : [...nodes, { conditions: [] }];
  const path = chain
    .map((node, i) => nodeText(node, i) + (i < edges.length ? edgeText(edges[i]!) : ''))
    .join('');
  const conditions = chain.flatMap((node, i) => [
    ...(node.id === undefined ? [] : [`strId(${variable(i)}) = ${literal(node.id)}`]),
    ...node.conditions.map(condition => conditionText(variable(i), condition)),
  ]);
  const isPath = edges.length > 0;
  return [
    `MATCH ${isPath ? 'p = ' : ''}${path}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join('\n  AND ')}`]),
    `RETURN ${isPath ? 'p' : variable(0)}`,
    `LIMIT ${limit}`,
  ].join('\n');
}

/** Whether no node of the pattern is given by its id, so that the query may read all nodes. */
export function mayReadAll({ nodes }: Pattern): boolean {
  return nodes.every(({ id }) => id === undefined);
}

function variable(index: number): string {
  return `n${index + 1}`;
}

function nodeText({ label }: NodePart, index: number): string {
  return `(${variable(index)}${label === undefined ? '' : `:${nameText(label)}`})`;
}

function edgeText({ type, direction, least, most }: EdgePart): string {
  const steps = least === 1 && most === 1 ? '' : `*${least}..${most}`;
  const inside = `${type === undefined ? '' : `:${nameText(type)}`}${steps}`;
  const edge = inside === '' ? '-' : `-[${inside}]-`;
  if (direction === 'out') return edge === '-' ? '-->' : `${edge}>`;
  return edge === '-' ? '<--' : `<${edge}`;
}

function conditionText(node: string, condition: Condition): string {
  const property = `${node}.${nameText(condition.key)}`;
  return 'value' in condition
    ? `${property} ${condition.test} ${literal(condition.value)}`
    : `${property} ${condition.test}`;
}

function nameText(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoted(name);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function literal(value: Value): string {
  if (typeof value === 'string') return `'${value.replace(/[\\'\n\r\t]/g, found => ESCAPES[found]!)}'`;
  if (Object.is(value, -0)) return '-0.0';
  // A whole number beyond 2^53 is a float here: integers of that size are bigints.
  const text = String(value);
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && !text.includes('e')
    ? `${text}.0`
    : text;
}
