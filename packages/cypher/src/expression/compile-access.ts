/** `x.key` and `x:Label`: expressions that read a node or relationship. */
import { NodeValue, RelationshipValue, isTemporal } from '@weir/model';
import type { Value } from '@weir/model';
import { temporalField } from '../operations/temporal-fields.js';
import type { HasLabels, LabelExpression, PropertyAccess } from '../syntax/index.js';
import type { ExpressionCompiler } from './expression-compiler.js';
import type { Term } from './term.js';
import type { RunState } from '../run/run-state.js';
import { typeMismatch } from '../operations/runtime-errors.js';
import { isInheritedKey, isMap } from '../operations/value-kind.js';

export function compileProperty(compiler: ExpressionCompiler, expression: PropertyAccess): Term {
  const subject = compiler.term(expression.subject);
  const { key } = expression;
  const value = subject.evaluate;
  if (!subject.entities) {
    // The hot path: a field of the record.
    if (isInheritedKey(key)) {
      return compiler.folded([subject], (row, state) => propertyOf(value(row, state), key, state), false);
    }
    return compiler.folded(
      [subject],
      (row, state) => {
        const map = value(row, state);
        if (map === null) return null;
        if (isMap(map)) {
          const found = map[key];
          return found === undefined ? null : found;
        }
        return propertyOf(map, key, state);
      },
      false,
    );
  }
  compiler.reads.addProperty(key);
  // A map may contain nodes; a node's or relationship's property cannot.
  const kind = compiler.kindOf(expression.subject);
  return {
    evaluate: (row, state) => propertyOf(value(row, state), key, state),
    entities: kind === 'unknown',
    constant: false,
  };
}

/** Returns whether `value.key` and `value['key']` are defined for the value. */
export function hasProperties(value: Value): boolean {
  if (value === null || typeof value !== 'object') return false;
  return (
    isMap(value) || value instanceof NodeValue || value instanceof RelationshipValue || isTemporal(value)
  );
}

/** A missing key is null; so is any key of null. */
export function propertyOf(subject: Value, key: string, state: RunState): Value {
  if (subject === null) return null;
  if (subject instanceof NodeValue) {
    const properties = state.propertiesOfNode(subject, key);
    return properties !== undefined && Object.hasOwn(properties, key) ? properties[key]! : null;
  }
  if (subject instanceof RelationshipValue) {
    const properties = state.propertiesOfRelationship(subject);
    return properties !== undefined && Object.hasOwn(properties, key) ? properties[key]! : null;
  }
  if (isMap(subject)) return Object.hasOwn(subject, key) ? subject[key]! : null;
  const field = temporalField(subject, key);
  if (field !== undefined) return field;
  throw typeMismatch(
    ['Map', 'Node', 'Relationship', 'LocalDateTime', 'DateTime', 'Duration'],
    subject,
    'property access',
  );
}

export function compileHasLabels(compiler: ExpressionCompiler, expression: HasLabels): Term {
  const subject = compiler.term(expression.subject);
  compiler.reads.labels = true;
  const value = subject.evaluate;
  const matches = labelTest(expression.labels);
  return {
    evaluate: (row, state) => {
      const element = value(row, state);
      if (element === null) return null;
      if (element instanceof NodeValue) {
        const labels = state.labelsOfNode(element);
        return labels === undefined ? null : matches(labels);
      }
      if (element instanceof RelationshipValue) return matches([element.label]);
      throw typeMismatch(['Node', 'Relationship'], element, 'label expression');
    },
    entities: false,
    constant: false,
  };
}

export type LabelTest = (labels: readonly string[]) => boolean;

export function labelTest(expression: LabelExpression): LabelTest {
  switch (expression.kind) {
    case 'label-name':
      return labels => labels.includes(expression.name);
    case 'label-any':
      return labels => labels.length > 0;
    case 'label-not': {
      const operand = labelTest(expression.operand);
      return labels => !operand(labels);
    }
    case 'label-and': {
      const operands = expression.operands.map(labelTest);
      return labels => operands.every(operand => operand(labels));
    }
    case 'label-or': {
      const operands = expression.operands.map(labelTest);
      return labels => operands.some(operand => operand(labels));
    }
  }
}
