/** Expressions over elements: their needs, and their compilation for a row layout. */
import {
  type AstNode,
  compileRowExpression,
  cypherError,
  type Expression,
  type RowExpressionColumn,
  walk,
} from '@weir/cypher';
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { Reduction } from '../../plan/row-plan.js';
import type { RowCondition, RowExpression } from '../../plan/node-demands.js';
import type { StandingRow } from '../../contract/delta.js';
import { edgeEndReader, edgeEndsIn, unknownEndIn } from './edge-ends.js';
import { mentions, ReadsOfElement, readsOf, readsOfPath } from './expression-reads.js';
import { positionIn } from './layout.js';
import { edgesOnly, pathReader } from './path-values.js';
import type {
  Element,
  ElementExpression,
  ElementNumber,
  FailureListener,
  PathElement,
  Shape,
} from '../shape/shape.js';

export interface Need {
  readonly element: ElementNumber;
  readonly reads: ReadsOfElement;
}

/** Returns elements of rows that an expression uses, with its reads of each. */
export function needsOf(written: ElementExpression, elements: readonly Element[]): Need[] {
  const { expression, names, counted } = written;
  const skip = skipOf(written);
  const needs: Need[] = counted.map(({ element }) => ({ element, reads: new ReadsOfElement() }));
  for (const [name, element] of names) {
    if (!mentions(expression, name, skip)) continue;
    const path = elements[element]!;
    if (path.kind === 'unwound') continue;
    if (path.kind === 'path') needs.push(...needsOfPath(path, readsOfPath(expression, name, skip)));
    else needs.push({ element, reads: readsOf(expression, name, skip) });
  }
  for (const { edge, reads } of edgeEndsIn(expression, names, elements, skip)) {
    reads.identity = true;
    needs.push({ element: edge.source, reads }, { element: edge.target, reads });
  }
  return needs;
}

function needsOfPath({ start, hops }: PathElement, wanted: ReturnType<typeof readsOfPath>): Need[] {
  const need = (element: ElementNumber, isRead: boolean, innerNodes = false): Need => {
    const reads = new ReadsOfElement();
    reads.identity = true;
    if (isRead) reads.addAll();
    reads.innerNodes = innerNodes;
    return { element, reads };
  };
  const ends = hops.map(({ to }) => need(to, wanted.nodes));
  const edges = hops.map(({ edge }) => need(edge, wanted.edges, wanted.nodes));
  return [need(start, wanted.nodes), ...ends, ...edges];
}

function skipOf({ counted }: ElementExpression): (node: AstNode) => boolean {
  return node => counted.some(query => query.expression === node);
}

const NOTHING_REDUCED: ReadonlyMap<ElementNumber, Reduction> = new Map();

type ColumnReader = (row: StandingRow) => Value;

/**
 * @param layout the element at each position of the rows.
 * @param reduced nodes of which the rows contain only properties.
 * @throws WeirError `cypher.compile`
 */
export function compileForRows(
  shape: Pick<Shape, 'text' | 'elements' | 'extensions' | 'onFailure'>,
  written: ElementExpression,
  layout: readonly ElementNumber[],
  reduced: ReadonlyMap<ElementNumber, Reduction> = NOTHING_REDUCED,
): RowExpression {
  const { text: source, elements, extensions, onFailure } = shape;
  const { expression } = written;
  const columns: RowExpressionColumn[] = [];
  const readers: ColumnReader[] = [];
  for (const { expression: represents, element, isBoolean, ofNone } of written.counted) {
    columns.push({ represents, kind: 'value' });
    readers.push(amountReader(positionIn(layout, element), isBoolean, ofNone));
  }
  const skip = skipOf(written);
  const ends = edgeEndsIn(expression, written.names, elements, skip);
  refuseUnknownEnd(source, unknownEndIn(expression, ends, skip));
  for (const end of ends) {
    columns.push({ represents: end.call, kind: 'node' });
    readers.push(edgeEndReader(end, layout));
  }
  for (const [name, number] of written.names) {
    if (!mentions(expression, name, skip)) continue;
    const reduction = reduced.get(number);
    if (reduction !== undefined) {
      const position = positionIn(layout, number);
      const reads = propertiesOf(expression, name);
      reduction.forEach((key, at) => {
        const represents = reads.get(key);
        if (represents === undefined) return;
        columns.push({ represents, kind: 'value' });
        readers.push(reducedReader(position, reduction, at));
      });
      continue;
    }
    const element = elements[number]!;
    columns.push({ name, kind: kindOf(element) });
    readers.push(columnReader(element, number, layout));
  }
  const compiled = compileRowExpression(expression, { source, columns, extensions });
  if (!compiled.isPure) {
    const message =
      `\`${written.text}\` can change without a change in the graph, so a standing query cannot watch ` +
      `it: use a value from a record`;
    throw cypherError('cypher.compile', message, { source, offset: expression.span.start });
  }
  const fallible = { evaluate: compiled.evaluate, text: written.text, onFailure };
  return row => {
    const values: Value[] = [];
    for (const reader of readers) values.push(reader(row));
    return valueOrNothing(fallible, values);
  };
}

/** @throws WeirError `cypher.compile` if `end` is defined. */
export function refuseUnknownEnd(source: string, end: Expression | undefined): void {
  if (end === undefined) return;
  const message =
    `Reading \`${source.slice(end.span.start, end.span.end)}\` is not supported in standing queries where its edge is not a ` +
    'variable of the pattern: name the edge, or name the node, or take it from nodes(p) of a path';
  throw cypherError('cypher.compile', message, { source, offset: end.span.start });
}

/** Returns each `name.key` in the expression, by key. */
function propertiesOf(expression: Expression, name: string): Map<string, Expression> {
  const found = new Map<string, Expression>();
  walk(expression, node => {
    if (node.kind !== 'property' || node.subject.kind !== 'variable') return;
    if (node.subject.name === name) found.set(node.key, node);
  });
  return found;
}

/** @param at index of the property in the reduction. */
function reducedReader(position: number, reduction: Reduction, at: number): ColumnReader {
  if (reduction.length === 1) return row => row[position]!;
  // Null: an OPTIONAL MATCH without a match.
  return row => (row[position] as readonly Value[] | null)?.[at] ?? null;
}

/** A branch has no match at a null node. */
function amountReader(position: number, isBoolean: boolean, ofNone: Value): ColumnReader {
  return isBoolean ? row => ((row[position] ?? 0) as number) > 0 : row => row[position] ?? ofNone;
}

function columnReader(
  element: Element,
  number: ElementNumber,
  layout: readonly ElementNumber[],
): ColumnReader {
  if (element.kind === 'path') return pathReader(element, layout);
  const position = positionIn(layout, number);
  if (element.kind !== 'edge' || element.hops === undefined) return row => row[position]!;
  return row => edgesOnly(row[position]!);
}

export function asCondition(expression: RowExpression): RowCondition {
  return row => expression(row) === true;
}

/** Evaluates an expression; returns nothing if it fails for these values. */
export function valueOrNothing(
  { evaluate, text, onFailure }: Fallible,
  values: readonly Value[],
): Value | undefined {
  try {
    return evaluate(values);
  } catch (error) {
    if (!(error instanceof WeirError) || error.code === 'internal') throw error;
    onFailure({ expression: text, reason: error.message });
    return undefined;
  }
}

/** An expression that may fail, and the listener for failures. */
export interface Fallible {
  readonly evaluate: (row: readonly Value[]) => Value;
  readonly text: string;
  readonly onFailure: FailureListener;
}

function kindOf(element: Element): 'node' | 'relationship' | 'value' | 'unknown' {
  if (element.kind === 'node') return 'node';
  if (element.kind === 'matches') return 'value';
  return element.kind === 'edge' && element.hops === undefined ? 'relationship' : 'unknown';
}
