/** Shorthands for the tables of functions. Imported by extensions: keep it light. */
import type { Value } from '@weir/model';
import type { RunState } from '../run/run-state.js';
import type { FunctionDefinition } from './function-definition.js';

type Extra = Partial<Omit<FunctionDefinition, 'name' | 'signatures' | 'description' | 'evaluate'>>;

/**
 * Defines a function with one signature, which determines the numbers of arguments: in `f(a :: T, b :: T?)` the last
 * one is optional, `f(a :: T...)` takes any number.
 */
export function define(
  signature: string,
  description: string,
  evaluate: FunctionDefinition['evaluate'],
  extra: Extra = {},
): FunctionDefinition {
  const open = signature.indexOf('(');
  const inside = signature.slice(open + 1, signature.lastIndexOf(') ::')).trim();
  const parameters = inside === '' ? [] : inside.split(',');
  const optional = parameters.filter(parameter => parameter.includes('?')).length;
  const variadic = inside.includes('...');
  return {
    name: signature.slice(0, open),
    signatures: [signature],
    description,
    arguments: {
      min: parameters.length - optional - (variadic ? 1 : 0),
      max: variadic ? Infinity : parameters.length,
    },
    evaluate,
    ...extra,
  };
}

/** Defines a function of one argument. */
export function define1(
  signature: string,
  description: string,
  evaluate: (value: Value, state: RunState) => Value | undefined,
  extra: Extra = {},
): FunctionDefinition {
  return define(signature, description, (args, state) => evaluate(args[0]!, state), extra);
}
