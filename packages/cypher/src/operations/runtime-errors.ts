/**
 * Errors of running queries, in the classes that clients know: the message begins with the class name. `detail` is a
 * one-word cause, for programs.
 */
import { errorTypeName, shortText } from '@weir/model';
import type { Value } from '@weir/model';
import type { WeirError } from '@weir/platform';
import { cypherError } from '../errors/index.js';
import type { CypherErrorCode } from '../errors/index.js';

export function runtimeFailure(code: CypherErrorCode, message: string, detail?: string): WeirError {
  return cypherError(code, message, undefined, detail);
}

export function typeMismatch(
  expected: readonly string[],
  actual: Value,
  context: string,
  detail = 'InvalidArgumentType',
): WeirError {
  return runtimeFailure(
    'cypher.type-mismatch',
    `Expected type(s) ${expected.join(', ')} but got value ${shortText(actual)} of type ` +
      `${errorTypeName(actual)} in ${context}`,
    detail,
  );
}

export function arithmeticFailure(
  cause: '/ by zero' | 'long overflow',
  operands: readonly Value[],
): WeirError {
  return runtimeFailure(
    'cypher.arithmetic',
    `Arithmetic ${cause} with operands ${operands.map(operand => shortText(operand)).join(', ')}`,
    cause === '/ by zero' ? 'DivisionByZero' : 'NumberOutOfRange',
  );
}

export function wrongSignature(signature: string, args: readonly Value[]): WeirError {
  return runtimeFailure(
    'cypher.wrong-signature',
    `Expected signature \`${signature}\` but got arguments ${args.map(arg => shortText(arg)).join(', ')}`,
    'InvalidArgumentType',
  );
}

export function invalidIndex(value: Value): WeirError {
  return runtimeFailure(
    'cypher.invalid-index',
    `${shortText(value)} cannot be used as an index`,
    'InvalidArgumentType',
  );
}

export function runtimeError(message: string, detail?: string): WeirError {
  return runtimeFailure('cypher.runtime', message, detail);
}

export function constraintViolation(message: string, detail?: string): WeirError {
  return runtimeFailure('cypher.constraint-violation', message, detail);
}

export function deletedEntity(kind: 'node' | 'relationship'): WeirError {
  return runtimeFailure(
    'cypher.runtime',
    `The ${kind} was deleted earlier in this query; its properties can no longer be read`,
    'DeletedEntityAccess',
  );
}
