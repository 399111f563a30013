/** Expressions over elements: what they need, and compiled for a row of some layout. */
import { type AstNode, compileRowExpression, cypherError, type RowExpressionColumn } from '@weir/cypher';
import { type Value, WeirError } from '@weir/model';
import type { RowCondition, RowExpression } from '../rows/row-plan.js';
import { mentions, ReadsOfElement, readsOf } from './expression-reads.js';
import type { Element, ElementExpression, ElementNumber } from './shape.js';

export interface Need {
  readonly element: ElementNumber;
  readonly reads: ReadsOfElement;
}

/** Elements that an expression uses, with what it reads of them. */
export function needsOf({ expression, names, counted }: ElementExpression): Need[] {
  const skip = (node: AstNode): boolean => counted.some(query => query.expression === node);
  const needs: Need[] = counted.map(({ element }) => ({ element, reads: new ReadsOfElement() }));
  for (const [name, element] of names) {
    if (mentions(expression, name, skip)) needs.push({ element, reads: readsOf(expression, name, skip) });
  }
  return needs;
}

/**
 * @param layout which element stands where in the rows.
 * @throws WeirError `cypher.compile`
 */
export function compileForRows(
  source: string,
  written: ElementExpression,
  elements: readonly Element[],
  layout: readonly ElementNumber[],
): RowExpression {
  const needs = needsOf(written);
  const columns: RowExpressionColumn[] = [];
  const positions: number[] = [];
  const asBoolean: boolean[] = [];
  for (const { element } of needs) {
    const counted = written.counted.find(query => query.element === element);
    const names = [...written.names].filter(([, number]) => number === element).map(([name]) => name);
    const kind = kindOf(elements[element]!);
    const forms: RowExpressionColumn[] =
      counted === undefined
        ? names.map(name => ({ name, kind }))
        : [{ standsFor: counted.expression, kind: 'value' }];
    for (const form of forms) {
      columns.push(form);
      positions.push(layout.indexOf(element));
      asBoolean.push(counted?.asBoolean === true);
    }
  }
  const compiled = compileRowExpression(written.expression, { source, columns });
  if (!compiled.isPure) {
    const message = `\`${written.text}\` can change without anything in the graph changing; a standing query can't watch that`;
    throw cypherError('cypher.compile', message, { source, offset: written.expression.span.start });
  }
  return row => {
    const values: Value[] = [];
    for (let i = 0; i < positions.length; i++) {
      const value = row[positions[i]!]!;
      values.push(asBoolean[i] === true ? (value as number) > 0 : value);
    }
    return valueOrNothing(compiled.evaluate, values);
  };
}

export function asCondition(expression: RowExpression): RowCondition {
  return row => expression(row) === true;
}

/** What an expression gives; nothing when it fails for these values, as `1 / 0` does. */
export function valueOrNothing(
  evaluate: (row: readonly Value[]) => Value,
  values: readonly Value[],
): Value | undefined {
  try {
    return evaluate(values);
  } catch (error) {
    if (error instanceof WeirError && error.code !== 'internal') return undefined;
    throw error;
  }
}

function kindOf(element: Element): 'node' | 'relationship' | 'value' | 'unknown' {
  if (element.kind === 'node') return 'node';
  if (element.kind === 'matches') return 'value';
  return element.hops === undefined ? 'relationship' : 'unknown';
}
