/**
 * Arithmetic on canonical numbers. Integers are exact within 64 bits and overflow is an error; if one operand is a
 * float, the result is one. Safe integers take the fast path: if the double result is a safe integer too, it is exact.
 */
import { Duration, OffsetTime, float, integer, formatDouble } from '@weir/model';
import type { Value, Float } from '@weir/model';
import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import {
  divideDuration,
  multiplyDuration,
  negateDuration,
  plusDuration,
  sumDurations,
} from './duration-arithmetic.js';
import type { QueryBudget } from '../budget/query-budget.js';
import { arithmeticFailure, typeMismatch } from './runtime-errors.js';
import { isInteger, isList, isNumber, toDouble } from './value-kind.js';

type Numeric = number | bigint | Float;

function exact(result: bigint, left: Value, right: Value): Value {
  const value = integer(result);
  if (value === undefined) throw arithmeticFailure('long overflow', [left, right]);
  return value;
}

function isTemporalInstant(
  value: Value,
): value is LocalDate | LocalDateTime | LocalTime | ZonedDateTime | OffsetTime {
  return (
    value instanceof LocalDate ||
    value instanceof LocalDateTime ||
    value instanceof LocalTime ||
    value instanceof ZonedDateTime ||
    value instanceof OffsetTime
  );
}

const ADDITION_TYPES = ['Str', 'Number', 'List(Anything)', 'DateTime', 'LocalDateTime', 'Duration'];
const NUMBER_TYPES = ['Number'];

/** @param budget charged for a new string or list. */
export function add(left: Value, right: Value, budget: QueryBudget): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right;
    if (Number.isSafeInteger(sum) && Number.isSafeInteger(left) && Number.isSafeInteger(right)) return sum;
  }
  if (typeof left === 'string' && typeof right === 'string') return joined(left, right, budget);
  if (isList(left)) {
    if (right === null) return null;
    budget.list(left.length + (isList(right) ? right.length : 1));
    return isList(right) ? left.concat(right) : [...left, right];
  }
  if (left === null) return null;
  if (isList(right)) {
    budget.list(right.length + 1);
    return [left, ...right];
  }
  if (right === null) return null;
  if (isNumber(left)) {
    if (isNumber(right)) {
      if (isInteger(left) && isInteger(right)) return exact(BigInt(left) + BigInt(right), left, right);
      return float(toDouble(left) + toDouble(right));
    }
    if (typeof right === 'string') return joined(numberText(left), right, budget);
  }
  if (typeof left === 'string' && isNumber(right)) return joined(left, numberText(right), budget);
  if (left instanceof Duration) {
    if (right instanceof Duration) return sumDurations(left, right, 1);
    if (isTemporalInstant(right)) return plusDuration(right, left, 1);
  }
  if (isTemporalInstant(left) && right instanceof Duration) return plusDuration(left, right, 1);
  throw typeMismatch(ADDITION_TYPES, addable(left) ? right : left, 'addition');
}

function joined(left: string, right: string, budget: QueryBudget): string {
  budget.joined(left, right);
  return left + right;
}

function addable(value: Value): boolean {
  return (
    typeof value === 'string' || isNumber(value) || isTemporalInstant(value) || value instanceof Duration
  );
}

export function subtract(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    if (Number.isSafeInteger(difference) && Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
      return difference;
    }
  }
  if (left === null || right === null) return null;
  if (isNumber(left) && isNumber(right)) {
    if (isInteger(left) && isInteger(right)) return exact(BigInt(left) - BigInt(right), left, right);
    return float(toDouble(left) - toDouble(right));
  }
  if (right instanceof Duration) {
    if (left instanceof Duration) return sumDurations(left, right, -1);
    if (isTemporalInstant(left)) return plusDuration(left, right, -1);
  }
  throw typeMismatch(
    ['Number', 'DateTime', 'LocalDateTime', 'Duration'],
    addable(left) && typeof left !== 'string' ? right : left,
    'subtraction',
  );
}

function numbers(left: Value, right: Value, context: string): void {
  if (!isNumber(left)) throw typeMismatch(NUMBER_TYPES, left, context);
  if (!isNumber(right)) throw typeMismatch(NUMBER_TYPES, right, context);
}

export function multiply(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const product = left * right;
    if (Number.isSafeInteger(product) && Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
      return product === 0 ? 0 : product;
    }
  }
  if (left === null || right === null) return null;
  if (left instanceof Duration && isNumber(right)) return multiplyDuration(left, toDouble(right));
  if (right instanceof Duration && isNumber(left)) return multiplyDuration(right, toDouble(left));
  numbers(left, right, 'multiplication');
  if (isInteger(left) && isInteger(right)) return exact(BigInt(left) * BigInt(right), left, right);
  return float(toDouble(left as Numeric) * toDouble(right as Numeric));
}

export function divide(left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  if (left instanceof Duration && isNumber(right)) return divideDuration(left, toDouble(right));
  numbers(left, right, 'division');
  if (isInteger(left) && isInteger(right)) {
    if (right === 0) throw arithmeticFailure('/ by zero', [left, right]);
    if (typeof left === 'number' && typeof right === 'number') {
      const quotient = Math.trunc(left / right);
      // A rounded double quotient can be off by one for large dividends.
      if (Math.abs(left) < 2 ** 51) return quotient === 0 ? 0 : quotient;
    }
    return exact(BigInt(left) / BigInt(right), left, right);
  }
  return float(toDouble(left as Numeric) / toDouble(right as Numeric));
}

export function modulo(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number' && right !== 0) {
    if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
      const rest = left % right;
      return rest === 0 ? 0 : rest;
    }
  }
  if (left === null || right === null) return null;
  numbers(left, right, 'modulus');
  if (isInteger(left) && isInteger(right)) {
    if (right === 0) throw arithmeticFailure('/ by zero', [left, right]);
    return exact(BigInt(left) % BigInt(right), left, right);
  }
  return float(toDouble(left as Numeric) % toDouble(right as Numeric));
}

export function power(left: Value, right: Value): Value {
  if (left === null || right === null) return null;
  numbers(left, right, 'exponentiation');
  return float(Math.pow(toDouble(left as Numeric), toDouble(right as Numeric)));
}

export function negate(value: Value): Value {
  if (value === null) return null;
  if (value instanceof Duration) return negateDuration(value);
  if (!isNumber(value)) throw typeMismatch(NUMBER_TYPES, value, 'unary negation');
  if (isInteger(value)) {
    const result = integer(-BigInt(value));
    if (result === undefined) throw arithmeticFailure('long overflow', [0, value]);
    return result;
  }
  return float(-toDouble(value));
}

export function positive(value: Value): Value {
  if (value !== null && !isNumber(value)) throw typeMismatch(NUMBER_TYPES, value, 'unary addition');
  return value;
}

function numberText(value: Numeric): string {
  return isInteger(value) ? String(value) : formatDouble(toDouble(value));
}
