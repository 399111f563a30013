/** Functions written in Cypher: an expression over parameters, available in any query once it is an extension. */
import type { Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { Row } from '../compiled-query.js';
import { cypherError } from '../errors/index.js';
import type { Binding } from '../expression/bindings.js';
import { BUILT_IN } from './built-in-registry.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import type { Extensions } from '../registry/function-registry.js';
import { PlanContext } from '../plan/plan-context.js';
import { checkExpression, parseExpression, parseQuery, walk } from '../syntax/index.js';
import type { AstNode, Expression } from '../syntax/index.js';
import { checkOptions } from './check-options.js';

export interface CypherFunctionSource {
  /** Dotted name. */
  readonly name: string;
  /** Names of the arguments in the expression. */
  readonly parameters: readonly string[];
  /** May read the properties of its arguments; may not contain a query, nor call itself. */
  readonly expression: string;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;
const PARAMETER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * @param extensions other functions that it may use.
 * @throws WeirError `cypher.syntax`, `cypher.compile` or `cypher.type-mismatch`, with a position in the expression;
 * `function.invalid` for a name that cannot be one; `function.exists`.
 */
export function cypherFunction(
  source: CypherFunctionSource,
  extensions: Extensions = {},
): FunctionDefinition {
  checkNames(source);
  const { name, parameters, expression: text } = source;
  const registry = BUILT_IN.extended(extensions);
  if (registry.function(name) !== undefined || registry.aggregate(name) !== undefined) {
    throw new WeirError(
      'function.exists',
      `There is already a function named \`${name}\`; choose another name`,
    );
  }
  const expression = parseExpression(text);
  refuseRecursion(expression, source);
  checkExpression(expression, text, checkOptions(registry, parameters, parameters));
  const options = { source: text, functions: registry, rowParameters: parameters, parameters: [] };
  const context = new PlanContext(options, (planContext, inner) => {
    throw planContext.error('A user-defined function must not contain a query', inner.span);
  });
  const bindings = new Map<string, Binding>(
    parameters.map((parameter, slot) => [parameter, { slot, kind: 'unknown' }]),
  );
  const compiled = context.compile(expression, bindings);
  const { width } = context.slots;
  return {
    name,
    signatures: [`${name}(${parameters.map(parameter => `${parameter} :: ANY`).join(', ')}) :: ANY`],
    description: text,
    arguments: { min: parameters.length, max: parameters.length },
    pure: compiled.isPure,
    nullArguments: true,
    usesState: true,
    entities: compiled.entities ? 'always' : 'never',
    reads: footprint => footprint.add(compiled.reads),
    evaluate: (args: readonly Value[], state) => {
      state.budget.step();
      const row: Row = [...args];
      row.length = width;
      return compiled.evaluate(row, state);
    },
  };
}

/** Returns whether the expression of one function calls another. Names are compared case-insensitively. */
export function callsFunction(source: CypherFunctionSource, name: string): boolean {
  return callOf(parseExpression(source.expression), name) !== undefined;
}

/** Returns whether a query calls a function. The text must compile. */
export function queryCallsFunction(text: string, name: string): boolean {
  return callOf(parseQuery(text), name) !== undefined;
}

function checkNames({ name, parameters }: CypherFunctionSource): void {
  if (!NAME.test(name)) {
    throw new WeirError(
      'function.invalid',
      `\`${name}\` is not a valid function name: use letters, digits and _, with dots between the parts`,
    );
  }
  const wrong = parameters.find(parameter => !PARAMETER.test(parameter));
  if (wrong !== undefined) {
    throw new WeirError(
      'function.invalid',
      `\`${wrong}\` is not a valid parameter name of \`${name}\`: use letters, digits and _`,
    );
  }
  const twice = parameters.find((parameter, i) => parameters.indexOf(parameter) !== i);
  if (twice !== undefined) {
    throw new WeirError('function.invalid', `Two parameters of \`${name}\` have the same name: \`${twice}\``);
  }
}

function refuseRecursion(expression: Expression, { name, expression: text }: CypherFunctionSource): void {
  const offset = callOf(expression, name);
  if (offset === undefined) return;
  throw cypherError(
    'cypher.compile',
    `A user-defined function must not call itself: \`${name}\``,
    { source: text, offset },
    'RecursiveFunction',
  );
}

/** Position of the first call of a function. */
function callOf(expression: AstNode, name: string): number | undefined {
  const wanted = name.toLowerCase();
  let offset: number | undefined;
  walk(expression, node => {
    if (offset === undefined && node.kind === 'call' && node.name.toLowerCase() === wanted)
      offset = node.span.start;
  });
  return offset;
}
