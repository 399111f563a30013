/** Checks whether an error has the type and detail that the kit expects. Types are the kit's names, codes ours. */
import { WeirError, type ErrorCode } from '@weir/platform';
import type { ExpectedError } from './scenario.js';

/** Codes keyed by the kit's type. A SyntaxError at run time is the kit's name for a value of the wrong type. */
const CODES: Readonly<Record<string, readonly ErrorCode[]>> = {
  SyntaxError: [
    'cypher.syntax',
    'cypher.compile',
    'cypher.type-mismatch',
    'cypher.runtime',
    'cypher.wrong-signature',
  ],
  TypeError: ['cypher.type-mismatch', 'cypher.wrong-signature', 'cypher.invalid-index', 'cypher.syntax'],
  ArgumentError: [
    'cypher.runtime',
    'cypher.type-mismatch',
    'cypher.wrong-signature',
    'cypher.arithmetic',
    'cypher.constraint-violation',
  ],
  ArithmeticError: ['cypher.arithmetic'],
  EntityNotFound: ['cypher.runtime', 'cypher.type-mismatch', 'cypher.constraint-violation'],
  SemanticError: ['cypher.runtime', 'cypher.constraint-violation', 'cypher.type-mismatch'],
  ConstraintVerificationFailed: ['cypher.constraint-violation'],
  ConstraintValidationFailed: ['cypher.constraint-violation'],
  ProcedureError: ['cypher.compile', 'cypher.runtime'],
  ParameterMissing: ['cypher.compile', 'cypher.runtime'],
  PropertyNotFound: ['cypher.runtime'],
};

/** @returns the difference, or `undefined`. */
export function errorMismatch(
  error: unknown,
  phase: 'compile time' | 'runtime',
  expected: ExpectedError,
): string | undefined {
  if (!(error instanceof WeirError)) return `an error that is none of ours: ${String(error)}`;
  const found = `${error.code} ${error.detail ?? ''} at ${phase}: ${error.message}`;
  if (expected.phase !== 'any time' && expected.phase !== phase)
    return `expected at ${expected.phase}, but ${found}`;
  if (CODES[expected.type]?.includes(error.code) !== true) return `expected ${expected.type}, but ${found}`;
  // Run-time errors need not have the kit's detail; compile-time errors must.
  const isDetailed = phase === 'compile time' || error.detail !== undefined;
  if (isDetailed && expected.detail !== '*' && error.detail !== expected.detail) {
    return `expected ${expected.detail}, but ${found}`;
  }
  return undefined;
}
