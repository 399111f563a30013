/** Conditions as text: the source text and its reads. */
import type { ConditionText, PropertyRead } from '../../plan/node-demands.js';
import { needsOf } from './element-expressions.js';
import type { ElementExpression, ElementNumber, Shape } from '../shape/shape.js';

/** @param layout of the rows on which it is evaluated. */
export function conditionText(
  { elements }: Pick<Shape, 'elements'>,
  condition: ElementExpression,
  layout: readonly ElementNumber[],
): ConditionText {
  const propertyReads = needsOf(condition, elements).flatMap(({ element, reads }): PropertyRead[] => {
    const position = layout.indexOf(element);
    const known = elements[element]!;
    const name = known.kind === 'matches' ? known.text : known.variable;
    if (position < 0 || name === undefined) return [];
    const keys = [...reads.keys].sort();
    if (keys.length === 0 || reads.all || reads.labels) return [{ name, position, key: undefined }];
    return keys.map(key => ({ name: `${name}.${key}`, position, key }));
  });
  return { text: condition.text, propertyReads };
}

/** States that two edges of the pattern stand on different edges of the graph. */
export function apartText(
  { elements }: Pick<Shape, 'elements'>,
  edges: readonly [ElementNumber, ElementNumber],
  layout: readonly ElementNumber[],
): ConditionText {
  const propertyReads = edges.flatMap((edge): PropertyRead[] => {
    const name = elements[edge]!.variable;
    return name === undefined ? [] : [{ name, position: layout.indexOf(edge), key: undefined }];
  });
  const [a, b] = propertyReads;
  const isNamed = a !== undefined && b !== undefined;
  return {
    text: isNamed ? `${a.name} and ${b.name} are different edges` : 'the edges are different',
    propertyReads,
  };
}
