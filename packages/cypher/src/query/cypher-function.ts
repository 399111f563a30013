/** Functions written in Cypher: an expression over parameters, usable in any query once it is an extension. */
import type { Value } from '@weir/model';
import { WeirError } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { Binding } from '../expression/bindings.js';
import { BUILT_IN } from '../functions/built-in.js';
import type { FunctionDefinition } from '../functions/function-definition.js';
import type { Extensions } from '../functions/function-registry.js';
import { PlanContext } from '../plan/plan-context.js';
import { parseExpression } from '../syntax/index.js';

export interface CypherFunctionSource {
  /** Names joined by dots. */
  readonly name: string;
  /** Names of the arguments, as the expression uses them. */
  readonly parameters: readonly string[];
  /** May read what is on its arguments; may not hold a query of its own, nor call itself. */
  readonly expression: string;
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/**
 * @param extensions other functions that it may use.
 * @throws WeirError `cypher.syntax` or `cypher.compile`.
 */
export function cypherFunction(
  source: CypherFunctionSource,
  extensions: Extensions = {},
): FunctionDefinition {
  const { name, parameters, expression: text } = source;
  if (!NAME.test(name)) throw new WeirError('cypher.compile', `\`${name}\` is no name for a function`);
  if (BUILT_IN.function(name) !== undefined || BUILT_IN.aggregate(name) !== undefined) {
    throw new WeirError(
      'cypher.compile',
      `There is a built-in function \`${name}\` already; choose another name`,
    );
  }
  if (new Set(parameters).size < parameters.length) {
    throw new WeirError('cypher.compile', `Two parameters of \`${name}\` have the same name`);
  }
  // The function itself is not in the registry: a recursive one does not resolve.
  const others = (extensions.functions ?? []).filter(
    other => other.name.toLowerCase() !== name.toLowerCase(),
  );
  const options = {
    source: text,
    functions: BUILT_IN.extended({ ...extensions, functions: others }),
    rowParameters: parameters,
    parameters: [],
  };
  const context = new PlanContext(options, (planContext, inner) => {
    throw planContext.error('A function written in Cypher may not hold a query', inner.span);
  });
  const bindings = new Map<string, Binding>(
    parameters.map((parameter, slot) => [parameter, { slot, kind: 'unknown' }]),
  );
  const compiled = context.compile(parseExpression(text), bindings);
  const { width } = context.slots;
  return {
    name,
    signatures: [`${name}(${parameters.map(parameter => `${parameter} :: ANY`).join(', ')}) :: ANY`],
    description: text,
    minArguments: parameters.length,
    maxArguments: parameters.length,
    pure: compiled.isPure,
    nullArguments: true,
    usesState: true,
    entities: compiled.entities ? 'always' : 'never',
    reads: footprint => footprint.add(compiled.reads),
    evaluate: (args: readonly Value[], state) => {
      const row: Row = [...args];
      row.length = width;
      return compiled.evaluate(row, state);
    },
  };
}
