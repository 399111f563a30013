/** Evaluates an expression for one row, directly from the syntax tree. */
import { PlainEdge, PlainNode, type PlainRow, type PlainValue } from './plain-elements.js';
import { labelsMatch } from './plain-labels.js';
import { extended, type KnownValue, type PlainRun } from './plain-run.js';
import type { Expression, LabelExpression } from '@weir/cypher';
import { alive, callFunction, idOf, propertiesOf } from './plain-functions.js';
import { allTrue, anyTrue, asBoolean, comparison, equal, isList, NotComparable } from './plain-value.js';

export function evaluate(
  run: PlainRun,
  expression: Expression,
  row: PlainRow,
  known?: KnownValue,
): PlainValue {
  const found = known?.(expression);
  if (found !== undefined) return found;
  const value = (inner: Expression, innerRow = row): PlainValue => evaluate(run, inner, innerRow, known);
  switch (expression.kind) {
    case 'literal': {
      const literal = expression.value;
      if (typeof literal === 'bigint' || (typeof literal === 'object' && literal !== null))
        throw new NotComparable('a number that is not a small integer');
      return literal;
    }
    case 'list':
      return expression.elements.map(element => value(element));
    case 'map':
      return new Map(expression.entries.map(entry => [entry.key, value(entry.value)]));
    case 'variable':
      return row.get(expression.name) ?? null;
    case 'parameter':
      return run.parameters.get(expression.name) ?? null;
    case 'property':
      return propertyOf(value(expression.subject), expression.key);
    case 'index':
      return elementOf(value(expression.subject), value(expression.index));
    case 'slice':
      return sliceOf(
        value(expression.subject),
        expression.from === undefined ? 0 : value(expression.from),
        expression.to === undefined ? undefined : value(expression.to),
      );
    case 'unary':
      return unary(expression.operator, value(expression.operand));
    case 'binary':
      return binary(expression.operator, value(expression.left), value(expression.right));
    case 'comparison': {
      const operands = expression.operands.map(operand => value(operand));
      return allTrue(
        expression.operators.map((operator, i) => compare(operator, operands[i]!, operands[i + 1]!)),
      );
    }
    case 'is-null':
      return (value(expression.operand) === null) !== expression.negated;
    case 'has-labels':
      return hasLabels(value(expression.subject), expression.labels);
    case 'case': {
      const { subject, branches, otherwise } = expression;
      const branch = branches.find(({ when }) =>
        subject === undefined ? value(when) === true : equal(value(subject), value(when)) === true,
      );
      if (branch !== undefined) return value(branch.then);
      return otherwise === undefined ? null : value(otherwise);
    }
    case 'call':
      if (expression.name === 'idFrom')
        return idFrom(
          run,
          expression.arguments.map(argument => value(argument)),
        );
      return callFunction(
        expression.name,
        expression.arguments.map(argument => value(argument)),
      );
    case 'list-comprehension': {
      const { list, variable, where, projection } = expression;
      const source = value(list);
      if (source === null) return null;
      return elements(source)
        .map(element => extended(row, variable.name, element))
        .filter(inner => where === undefined || asBoolean(value(where, inner)) === true)
        .map(inner => (projection === undefined ? inner.get(variable.name)! : value(projection, inner)));
    }
    case 'quantifier': {
      const { list, variable, where, quantifier } = expression;
      const source = value(list);
      if (source === null) return null;
      return quantified(
        quantifier,
        elements(source).map(element =>
          asBoolean(where === undefined ? element : value(where, extended(row, variable.name, element))),
        ),
      );
    }
    case 'reduce': {
      const { list, accumulator, initial, variable, step } = expression;
      const source = value(list);
      if (source === null) return null;
      return elements(source).reduce<PlainValue>(
        (result, element) =>
          value(step, new Map(row).set(accumulator.name, result).set(variable.name, element)),
        value(initial),
      );
    }
    case 'map-projection': {
      const entries = expression.items.flatMap(item =>
        item.kind === 'map-entry'
          ? [[item.key, value(item.value)] as const]
          : [...propertiesOf(value(expression.subject))],
      );
      return value(expression.subject) === null ? null : new Map(entries);
    }
    case 'shortest-path': {
      const path = { kind: 'variable', name: ' path', span: expression.span } as const;
      const found = run.parts.matchPattern(run, [{ ...expression.pattern, path }], undefined, row);
      return run.arrange(found)[0]?.get(path.name) ?? null;
    }
    case 'pattern-predicate':
      return run.parts.matchPattern(run, [expression.pattern], undefined, row).length > 0;
    case 'pattern-comprehension':
      return run
        .arrange(run.parts.matchPattern(run, [expression.pattern], expression.where, row))
        .map(inner => evaluate(run, expression.projection, inner));
    case 'subquery': {
      const rows = run.parts.runBody(run, expression.body, row);
      if (expression.form === 'exists') return rows.length > 0;
      if (expression.form === 'count') return rows.length;
      return rows.map(inner => [...inner.values()][0] ?? null);
    }
    default:
      throw new NotComparable(`the expression ${expression.kind}`);
  }
}

/** The id of a seeded node. A deleted node could be found by it, as an empty one. */
function idFrom({ graph }: PlainRun, [space, number]: readonly PlainValue[]): PlainValue {
  const node = space === 'n' && typeof number === 'number' ? graph.seeded[number - 1] : undefined;
  if (node === undefined || node.isDeleted) throw new NotComparable('the id of no node');
  return idOf(node);
}

function elements(value: PlainValue): readonly PlainValue[] {
  if (value === null) return [];
  if (!isList(value)) throw new NotComparable('a list was expected');
  return value;
}

function propertyOf(subject: PlainValue, key: string): PlainValue {
  return subject === null ? null : (propertiesOf(subject).get(key) ?? null);
}

function elementOf(subject: PlainValue, index: PlainValue): PlainValue {
  if (subject === null || index === null) return null;
  if (typeof index === 'string') return propertyOf(subject, index);
  if (!isList(subject) || typeof index !== 'number') throw new NotComparable('an index of something else');
  return subject.at(index) ?? null;
}

function sliceOf(subject: PlainValue, from: PlainValue, to: PlainValue | undefined): PlainValue {
  if (subject === null || from === null || to === null) return null;
  if (!isList(subject) || typeof from !== 'number' || (to !== undefined && typeof to !== 'number'))
    throw new NotComparable('a slice of something else');
  return subject.slice(from, to);
}

function unary(operator: 'NOT' | '+' | '-', operand: PlainValue): PlainValue {
  if (operand === null) return null;
  if (operator === 'NOT') return !asBoolean(operand);
  if (typeof operand !== 'number') throw new NotComparable('a sign of something else');
  return operator === '-' ? -operand : operand;
}

function binary(operator: string, left: PlainValue, right: PlainValue): PlainValue {
  switch (operator) {
    case 'AND':
      return allTrue([asBoolean(left), asBoolean(right)]);
    case 'OR':
      return anyTrue([asBoolean(left), asBoolean(right)]);
    case 'IN':
      if (right === null) return null;
      return anyTrue(elements(right).map(element => equal(left, element)));
  }
  if (left === null || right === null) return null;
  if (operator === 'XOR') return asBoolean(left) !== asBoolean(right);
  if (operator === '+' && isList(left)) return [...left, ...(isList(right) ? right : [right])];
  if (operator === '+' && isList(right)) return [left, ...right];
  if (typeof left === 'string' && typeof right === 'string') {
    if (operator === 'STARTS WITH') return left.startsWith(right);
    if (operator === 'ENDS WITH') return left.endsWith(right);
    if (operator === 'CONTAINS') return left.includes(right);
  }
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) return `${left}${right}`;
  if (typeof left !== 'number' || typeof right !== 'number') throw new NotComparable('arithmetic of others');
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  if (operator === '*') return left * right;
  if (operator === '%' && right !== 0) return left % right;
  throw new NotComparable(`the operator ${operator}`);
}

function compare(operator: string, a: PlainValue, b: PlainValue): boolean | null {
  if (operator === '=') return equal(a, b);
  if (operator === '<>') {
    const found = equal(a, b);
    return found === null ? null : !found;
  }
  const found = comparison(a, b);
  if (found === null) {
    if (a !== null && b !== null && typeof a === 'object') throw new NotComparable('the order of structures');
    return null;
  }
  if (operator === '<') return found < 0;
  if (operator === '<=') return found <= 0;
  return operator === '>' ? found > 0 : found >= 0;
}

function hasLabels(subject: PlainValue, labels: LabelExpression): PlainValue {
  if (subject === null) return null;
  if (subject instanceof PlainNode) return labelsMatch(labels, alive(subject).labels);
  if (subject instanceof PlainEdge) return labelsMatch(labels, new Set([subject.label]));
  throw new NotComparable('labels of something else');
}

function quantified(quantifier: string, tests: readonly (boolean | null)[]): boolean | null {
  if (quantifier === 'all') return allTrue(tests);
  const any = anyTrue(tests);
  if (quantifier === 'any') return any;
  if (quantifier === 'none') return any === null ? null : !any;
  const matching = tests.filter(test => test === true).length;
  if (matching > 1) return false;
  return tests.includes(null) ? null : matching === 1;
}
