/** Does an error say what the kit expects? Types are the kit's names, codes ours. */
import { WeirError, type ErrorCode } from '@weir/model';
import type { ExpectedError } from './scenario.js';

/** Codes by the kit's type. What the kit calls a SyntaxError at run time is a value that does not fit its place. */
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

/** @returns what is wrong with it, or `undefined`. */
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
  // Errors of running queries need not carry the kit's detail; those of compiling must.
  const isDetailed = phase === 'compile time' || error.detail !== undefined;
  if (isDetailed && expected.detail !== '*' && error.detail !== expected.detail) {
    return `expected ${expected.detail}, but ${found}`;
  }
  return undefined;
}
