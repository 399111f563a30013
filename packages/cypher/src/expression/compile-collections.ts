/** Lists and maps: literals, elements, slices, comprehensions, quantifiers, reduce, map projections. */
import { NodeValue, RelationshipValue, mapSet } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { walk } from '../syntax/index.js';
import type {
  Expression,
  IndexAccess,
  ListComprehension,
  ListLiteral,
  MapLiteral,
  MapProjection,
  Quantifier,
  Reduce,
  SliceAccess,
} from '../syntax/index.js';
import { ENTRY_BYTES, WORTH_SETTLING } from '../budget/query-budget.js';
import { hasProperties, propertyOf } from './compile-access.js';
import type { ExpressionCompiler } from './expression-compiler.js';
import type { Term } from './term.js';
import type { RunState } from '../run/run-state.js';
import { invalidIndex, runtimeFailure, typeMismatch } from '../operations/runtime-errors.js';
import { isInteger, isList, isMap } from '../operations/value-kind.js';

export function compileListLiteral(compiler: ExpressionCompiler, expression: ListLiteral): Term {
  const terms = expression.elements.map(element => compiler.term(element));
  const elements = terms.map(term => term.evaluate);
  return compiler.folded(
    terms,
    (row, state) => {
      state.budget.list(elements.length);
      const list = new Array<Value>(elements.length);
      for (let i = 0; i < elements.length; i++) list[i] = elements[i]!(row, state);
      return list;
    },
    terms.some(term => term.entities),
  );
}

export function compileMapLiteral(compiler: ExpressionCompiler, expression: MapLiteral): Term {
  const terms = expression.entries.map(entry => compiler.term(entry.value));
  const keys = expression.entries.map(entry => entry.key);
  const values = terms.map(term => term.evaluate);
  return compiler.folded(
    terms,
    (row, state) => {
      state.budget.list(keys.length);
      const map: ValueMap = {};
      for (let i = 0; i < keys.length; i++) mapSet(map, keys[i]!, values[i]!(row, state));
      return map;
    },
    terms.some(term => term.entities),
  );
}

export function compileIndex(compiler: ExpressionCompiler, expression: IndexAccess): Term {
  const subject = compiler.term(expression.subject);
  const index = compiler.term(expression.index);
  if (subject.entities) compiler.reads.allProperties = true;
  const container = subject.evaluate;
  const key = index.evaluate;
  return compiler.folded(
    [subject, index],
    (row, state) => elementOf(container(row, state), key(row, state), state),
    subject.entities,
  );
}

/** `container[key]`: an element of a list (negative indexes count from the end), or a map entry by a computed key. */
export function elementOf(container: Value, key: Value, state: RunState): Value {
  if (container === null || key === null) return null;
  if (isList(container)) {
    if (!isInteger(key)) throw typeMismatch(['Integer'], key, 'list index');
    if (typeof key === 'bigint' || Math.abs(key) > 0x7fffffff) throw invalidIndex(key);
    const at = key < 0 ? container.length + key : key;
    return at >= 0 && at < container.length ? container[at]! : null;
  }
  if (hasProperties(container)) {
    if (typeof key !== 'string') {
      throw typeMismatch(['Str'], key, 'property access', 'MapElementAccessByNonString');
    }
    return propertyOf(container, key, state);
  }
  throw typeMismatch(
    ['List(Anything)', 'Map', 'Node', 'Relationship', 'LocalDateTime', 'DateTime', 'Duration'],
    container,
    'element access',
  );
}

export function compileSlice(compiler: ExpressionCompiler, expression: SliceAccess): Term {
  const terms = [compiler.term(expression.subject)];
  const { from, to } = expression;
  const fromTerm = from && compiler.term(from);
  const toTerm = to && compiler.term(to);
  if (fromTerm) terms.push(fromTerm);
  if (toTerm) terms.push(toTerm);
  const list = terms[0]!.evaluate;
  return compiler.folded(
    terms,
    (row, state) => {
      const elements = list(row, state);
      const start = fromTerm ? fromTerm.evaluate(row, state) : 0;
      const end = toTerm ? toTerm.evaluate(row, state) : undefined;
      return slice(elements, start, end, state);
    },
    terms[0]!.entities,
  );
}

function slice(list: Value, from: Value, to: Value | undefined, { budget }: RunState): Value {
  if (list === null || from === null || to === null) return null;
  if (!isList(list)) throw typeMismatch(['List(Anything)'], list, 'list slice');
  if (!isInteger(from)) throw typeMismatch(['Integer'], from, 'list slice');
  if (to !== undefined && !isInteger(to)) throw typeMismatch(['Integer'], to, 'list slice');
  budget.list(list.length);
  return list.slice(Number(from), to === undefined ? undefined : Number(to));
}

function listOf(value: Value, context: string): readonly Value[] | null {
  if (value === null || isList(value)) return value;
  throw typeMismatch(['List(Anything)'], value, context);
}

export function compileListComprehension(compiler: ExpressionCompiler, expression: ListComprehension): Term {
  const list = compiler.term(expression.list);
  const elements = list.evaluate;
  return compiler.withVariables([{ name: expression.variable.name, entities: list.entities }], ([slot]) => {
    const where = expression.where && compiler.term(expression.where).evaluate;
    const projection = expression.projection && compiler.term(expression.projection);
    const project = projection?.evaluate;
    const cost = stepsOf(expression.where) + stepsOf(expression.projection);
    return {
      evaluate: (row, state) => {
        const source = listOf(elements(row, state), 'list comprehension');
        if (source === null) return null;
        const { budget } = state;
        const mark = budget.bytes;
        let worth = WORTH_SETTLING;
        const result: Value[] = [];
        for (let i = 0; i < source.length; i++) {
          const element = source[i]!;
          budget.steps(cost);
          if (budget.bytes - mark > worth) {
            worth = budget.settled(mark, result);
            budget.made(0);
          }
          row[slot!] = element;
          if (where !== undefined && !holds(where(row, state), 'filter comprehension')) continue;
          result.push(project === undefined ? element : project(row, state));
          // The checks above notice soon if this exceeds the limit.
          budget.bytes += ENTRY_BYTES;
        }
        return result;
      },
      entities: projection ? projection.entities : list.entities,
      constant: false,
    };
  });
}

/** Steps of a round that computes an expression: one per part. */
function stepsOf(expression: Expression | undefined): number {
  let parts = 0;
  if (expression !== undefined) walk(expression, () => void parts++);
  return 1 + (parts >>> 3);
}

/** Result of a predicate; null counts as false. */
export function holds(value: Value, context: string): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  throw typeMismatch(['Bool'], value, context);
}

export function compileQuantifier(compiler: ExpressionCompiler, expression: Quantifier): Term {
  const list = compiler.term(expression.list);
  const elements = list.evaluate;
  const { quantifier } = expression;
  return compiler.withVariables([{ name: expression.variable.name, entities: list.entities }], ([slot]) => {
    const where = expression.where && compiler.term(expression.where).evaluate;
    const cost = stepsOf(expression.where);
    return {
      evaluate: (row, state) => {
        const source = listOf(elements(row, state), 'quantifier');
        if (source === null) return null;
        const { budget } = state;
        const mark = budget.bytes;
        let worth = WORTH_SETTLING;
        let yes = 0;
        let unknown = 0;
        for (let i = 0; i < source.length; i++) {
          const element = source[i]!;
          budget.steps(cost);
          if (budget.bytes - mark > worth) worth = budget.settled(mark, []);
          row[slot!] = element;
          const answer = where === undefined ? element : where(row, state);
          if (answer === true) yes++;
          else if (answer === null) unknown++;
          else if (answer !== false) throw typeMismatch(['Bool'], answer, 'quantifier');
        }
        return quantified(quantifier, source.length, yes, unknown);
      },
      entities: false,
      constant: false,
    };
  });
}

function quantified(
  quantifier: Quantifier['quantifier'],
  total: number,
  yes: number,
  unknown: number,
): Value {
  switch (quantifier) {
    case 'all':
      return yes + unknown < total ? false : unknown > 0 ? null : true;
    case 'any':
      return yes > 0 ? true : unknown > 0 ? null : false;
    case 'none':
      return yes > 0 ? false : unknown > 0 ? null : true;
    case 'single':
      return yes > 1 ? false : unknown > 0 ? null : yes === 1;
  }
}

export function compileReduce(compiler: ExpressionCompiler, expression: Reduce): Term {
  const initial = compiler.term(expression.initial);
  const list = compiler.term(expression.list);
  const variables = [
    { name: expression.accumulator.name, entities: initial.entities || list.entities },
    { name: expression.variable.name, entities: list.entities },
  ];
  return compiler.withVariables(variables, ([accumulator, variable]) => {
    const step = compiler.term(expression.step);
    const cost = stepsOf(expression.step);
    return {
      evaluate: (row, state) => {
        const source = listOf(list.evaluate(row, state), 'reduce');
        let value = initial.evaluate(row, state);
        if (source === null) return null;
        const { budget } = state;
        const mark = budget.bytes;
        let worth = WORTH_SETTLING;
        for (let i = 0; i < source.length; i++) {
          budget.steps(cost);
          if (budget.bytes - mark > worth) worth = budget.settled(mark, [value]);
          row[accumulator!] = value;
          row[variable!] = source[i]!;
          value = step.evaluate(row, state);
        }
        return value;
      },
      entities: initial.entities || step.entities,
      constant: false,
    };
  });
}

export function compileMapProjection(compiler: ExpressionCompiler, expression: MapProjection): Term {
  const subject = compiler.term(expression.subject);
  let entities = false;
  const steps = expression.items.map(item => {
    if (item.kind === 'map-projection-all') {
      if (subject.entities) compiler.reads.allProperties = true;
      entities ||= compiler.kindOf(expression.subject) === 'unknown';
      return { key: undefined, value: subject.evaluate };
    }
    const term = compiler.term(item.value);
    entities ||= term.entities;
    return { key: item.key, value: term.evaluate };
  });
  return {
    evaluate: (row, state) => {
      if (subject.evaluate(row, state) === null) return null;
      state.budget.list(steps.length);
      const map: ValueMap = {};
      for (const { key, value } of steps) {
        const term = value(row, state);
        if (key !== undefined) mapSet(map, key, term);
        else copyEntries(propertiesOf(term, state) ?? {}, map, state);
      }
      return map;
    },
    entities,
    constant: false,
  };
}

function copyEntries(from: ValueMap, to: ValueMap, { budget }: RunState): void {
  const keys = Object.keys(from);
  budget.list(keys.length);
  for (const key of keys) mapSet(to, key, from[key]!);
}

/** Returns the properties of a node or relationship, or the map itself; `undefined` if they are not loaded yet. */
export function propertiesOf(value: Value, state: RunState): ValueMap | undefined {
  if (value instanceof NodeValue) return state.propertiesOfNode(value);
  if (value instanceof RelationshipValue) return state.propertiesOfRelationship(value);
  if (isMap(value)) return value;
  throw runtimeFailure(
    'cypher.type-mismatch',
    'Expected type(s) Map, Node, Relationship in the properties of a value',
    'InvalidArgumentType',
  );
}
