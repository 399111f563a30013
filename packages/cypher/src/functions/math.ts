import { float, isInteger } from '@weir/model';
import type { Value } from '@weir/model';
import { negate } from '../operations/arithmetic.js';
import { constraintViolation, runtimeError } from '../operations/runtime-errors.js';
import { isNumber, toDouble } from '../operations/value-kind.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import { ROUNDING_MODES, roundDecimal } from './round-decimal.js';
import type { RoundingMode } from './round-decimal.js';

function real(name: string, description: string, compute: (x: number) => number): FunctionDefinition {
  return define1(`${name}(x :: NUMBER) :: FLOAT`, description, value =>
    isNumber(value) ? float(compute(toDouble(value))) : undefined,
  );
}

function round(args: readonly Value[]): Value | undefined {
  const [value, precision = 0, mode = 'HALF_UP'] = args;
  if (!isNumber(value!) || !isInteger(precision) || typeof mode !== 'string') return undefined;
  const name = mode.toUpperCase();
  if (!(ROUNDING_MODES as readonly string[]).includes(name)) {
    throw constraintViolation(
      'Rounding mode must be one of: UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, or UNNECESSARY',
    );
  }
  // A double has no digits further from the decimal point.
  const places = Math.max(-400, Math.min(400, Number(precision)));
  const rounded = roundDecimal(toDouble(value), places, name as RoundingMode);
  if (rounded === undefined) throw runtimeError('Rounding is necessary, but the mode UNNECESSARY forbids it');
  return float(rounded);
}

function sign(value: Value): Value | undefined {
  if (!isNumber(value)) return undefined;
  const x = toDouble(value);
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

function abs(value: Value): Value | undefined {
  if (!isNumber(value)) return undefined;
  if (isInteger(value)) return value < 0 ? negate(value) : value;
  return float(Math.abs(toDouble(value)));
}

export const MATH_FUNCTIONS: readonly FunctionDefinition[] = [
  define1('abs(x :: NUMBER) :: NUMBER', 'The absolute value', abs),
  define1('sign(x :: NUMBER) :: INTEGER', '-1, 0 or 1 for a number below, equal to or above zero', sign),
  real('ceil', 'The smallest whole number that is not less than the number', Math.ceil),
  real('floor', 'The largest whole number that is not greater than the number', Math.floor),
  define(
    'round(x :: NUMBER, precision :: INTEGER?, mode :: STRING?) :: FLOAT',
    'Rounds to a number of decimals (default 0), half away from zero unless another mode is given',
    round,
  ),
  real('sqrt', 'The square root', Math.sqrt),
  real('exp', 'e to the power of the number', Math.exp),
  real('log', 'The natural logarithm', Math.log),
  real('log10', 'The logarithm to base 10', Math.log10),
  real('sin', 'The sine of radians', Math.sin),
  real('cos', 'The cosine of radians', Math.cos),
  real('tan', 'The tangent of radians', Math.tan),
  real('cot', 'The cotangent of radians', x => 1 / Math.tan(x)),
  real('asin', 'The arcsine in radians', Math.asin),
  real('acos', 'The arccosine in radians', Math.acos),
  real('atan', 'The arctangent in radians', Math.atan),
  define('atan2(y :: NUMBER, x :: NUMBER) :: FLOAT', 'The angle of a point in radians', ([y, x]) =>
    isNumber(y!) && isNumber(x!) ? float(Math.atan2(toDouble(y), toDouble(x))) : undefined,
  ),
  real('degrees', 'Radians as degrees', x => (x * 180) / Math.PI),
  real('radians', 'Degrees as radians', x => (x * Math.PI) / 180),
  real('haversin', 'Half the versine', x => (1 - Math.cos(x)) / 2),
  define1('isNaN(x :: NUMBER) :: BOOLEAN', 'Whether the value is NaN', value =>
    isNumber(value) ? Number.isNaN(toDouble(value)) : undefined,
  ),
  define('e() :: FLOAT', 'The base of the natural logarithm', () => Math.E),
  define('pi() :: FLOAT', 'The constant pi', () => Math.PI),
  define(
    'rand() :: FLOAT',
    'A random number from 0 (inclusive) to 1 (exclusive)',
    (_args, state) => {
      return float(state.environment.random.next());
    },
    { pure: false },
  ),
];
