/**
 * Function calls. `idFrom`, the most frequent call of ingest queries, has its own compilation: constant arguments are
 * hashed beforehand, the others are passed directly to the hasher.
 */
import { IdHasher, argumentHash, idValue } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { cypherError } from '../errors/index.js';
import type { Expression, FunctionCall } from '../syntax/index.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import type { Evaluate } from './compiled-expression.js';
import type { ExpressionCompiler } from './expression-compiler.js';
import { constantValue } from './term.js';
import type { Term } from './term.js';
import { materialize } from '../run/materialize.js';
import type { RunState } from '../run/run-state.js';
import { regexProblem } from '../operations/regular-expression.js';
import { wrongSignature } from '../operations/runtime-errors.js';

export function compileCall(compiler: ExpressionCompiler, expression: FunctionCall): Term {
  const name = expression.name.toLowerCase();
  const terms = expression.arguments.map(argument => compiler.term(argument));
  if (name === 'idfrom') return compileIdFrom(compiler, expression, terms);
  const { functions } = compiler.context;
  const definition = functions.function(name);
  if (definition === undefined) {
    if (functions.aggregate(name) !== undefined) {
      throw compiler.error(
        `Invalid position for aggregating function \`${expression.name}\``,
        expression.span,
        'InvalidAggregation',
      );
    }
    throw compiler.error(
      `Failed to resolve function \`${expression.name}\``,
      expression.span,
      'UnknownFunction',
    );
  }
  if (expression.distinct) {
    throw compiler.error(
      `\`${expression.name}\` is not an aggregating function and does not support DISTINCT`,
      expression.span,
    );
  }
  checkArity(compiler, expression, definition);
  const { regex } = definition.arguments;
  if (regex !== undefined) {
    checkRegex(compiler, expression.arguments[regex]!, terms[regex]!);
  }
  const entityArguments = terms.some(term => term.entities);
  const pure = definition.pure !== false && (definition.pure !== 'with-arguments' || terms.length > 0);
  if (!pure) compiler.impure();
  if (definition.reads !== undefined) {
    // Functions that create nodes from ids and relationships read elements whatever their arguments are.
    if (entityArguments) definition.reads(compiler.reads);
  } else if (entityArguments && definition.loads === true) {
    compiler.reads.labels = compiler.reads.allProperties = true;
  }
  const evaluate = definition.compile
    ? definition.compile(terms.map(term => (term.constant ? constantValue(term) : undefined)))
    : undefined;
  const entities =
    definition.entities === 'never' ? false : definition.entities === 'always' || entityArguments;
  const call = callOf(definition, terms, entityArguments && definition.loads === true, evaluate);
  // The cost of all matches of a regular expression is not known in advance.
  if (!pure || definition.usesState === true || regex !== undefined) {
    return { evaluate: call, entities, constant: false };
  }
  return compiler.folded(terms, call, entities);
}

/** @throws WeirError for a constant that cannot be run as a regular expression. */
export function checkRegex(compiler: ExpressionCompiler, argument: Expression, term: Term): void {
  const pattern = term.constant ? constantValue(term) : undefined;
  const problem = typeof pattern === 'string' ? regexProblem(pattern, compiler.context.budget) : undefined;
  if (problem === undefined) return;
  const location = { source: compiler.context.source, offset: argument.span.start };
  throw cypherError('cypher.constraint-violation', problem, location, 'InvalidArgumentValue');
}

function loaded(value: Value, state: RunState): Value {
  state.budget.walk(value);
  return materialize(value, state);
}

function checkArity(
  compiler: ExpressionCompiler,
  expression: FunctionCall,
  definition: FunctionDefinition,
): void {
  const count = expression.arguments.length;
  if (count >= definition.arguments.min && count <= definition.arguments.max) return;
  throw compiler.error(
    `Expected signature \`${definition.signatures[0]}\` but got ${count} argument${count === 1 ? '' : 's'}`,
    expression.span,
    'InvalidNumberOfArguments',
  );
}

function callOf(
  definition: FunctionDefinition,
  terms: readonly Term[],
  loads: boolean,
  special: FunctionDefinition['evaluate'] | undefined,
): Evaluate {
  const run = special ?? definition.evaluate;
  const nullable = definition.nullArguments === true;
  const values = terms.map(term => term.evaluate);
  if (values.length === 1) {
    const argument = values[0]!;
    return (row, state) => {
      let value = argument(row, state);
      if (loads) value = loaded(value, state);
      if (value === null && !nullable) return null;
      const result = run([value], state);
      if (result === undefined) throw wrongSignature(definition.signatures[0]!, [value]);
      return result;
    };
  }
  return (row, state) => {
    const args = new Array<Value>(values.length);
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!(row, state);
      args[i] = loads ? loaded(value, state) : value;
    }
    if (!nullable && args.includes(null)) return null;
    const result = run(args, state);
    if (result === undefined) throw wrongSignature(definition.signatures[0]!, args);
    return result;
  };
}

/** Computes the id itself, without a value around it. `null` if an argument is null. */
export type EvaluateId = (row: Row, state: RunState) => NodeId | null;

function compileIdFrom(compiler: ExpressionCompiler, expression: FunctionCall, terms: readonly Term[]): Term {
  const id = idFromEvaluator(compiler, expression, terms);
  return compiler.folded(
    terms,
    (row, state) => {
      const value = id(row, state);
      return value === null ? null : idValue(value);
    },
    false,
  );
}

/** Compiles only `idFrom(...)`, for anchors. */
export function idFromEvaluator(
  compiler: ExpressionCompiler,
  expression: FunctionCall,
  terms: readonly Term[] = expression.arguments.map(argument => compiler.term(argument)),
): EvaluateId {
  if (terms.length === 0) {
    throw compiler.error('`idFrom` needs at least one argument', expression.span, 'InvalidNumberOfArguments');
  }
  const constants = terms.map(term => (term.constant ? constantValue(term) : undefined));
  if (constants.includes(null)) return () => null;
  const hashes = constants.map(value =>
    value === undefined || value === null ? undefined : argumentHash(value),
  );
  const values = terms.map(term => term.evaluate);
  // The hasher is shared and not re-entrant: an argument that may itself create an id is computed first.
  const simple = expression.arguments.every(argument => !mayMakeIds(argument));
  if (simple && !terms.some(term => term.entities)) {
    return (row, state) => {
      hasher.begin();
      for (let i = 0; i < values.length; i++) {
        const hash = hashes[i];
        if (hash !== undefined) {
          hasher.addHashed(hash);
          continue;
        }
        const value = values[i]!(row, state);
        if (value === null) return null;
        if (typeof value === 'object' || (typeof value === 'string' && value.length > LONG_TEXT))
          state.budget.digest(value);
        hasher.addValue(value);
      }
      return hasher.finish();
    };
  }
  return (row, state) => {
    const args = values.map((value, i) => {
      if (hashes[i] !== undefined) return true;
      const arg = value(row, state);
      state.budget.digest(arg);
      return materialize(arg, state);
    });
    hasher.begin();
    for (let i = 0; i < args.length; i++) {
      const hash = hashes[i];
      if (hash !== undefined) hasher.addHashed(hash);
      else hasher.addValue(args[i]!);
    }
    return hasher.finish();
  };
}

/** Hashing a shorter text costs less than checking the budget. */
const LONG_TEXT = 4096;

const hasher = new IdHasher();

function mayMakeIds(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ((node as { kind?: unknown }).kind === 'call') return true;
  return Object.values(node).some(mayMakeIds);
}
