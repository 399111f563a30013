/** Conversions between types. Unsupported conversions are errors; the `OrNull` forms return null. */
import { Float, float, integer, isInteger, typeName, valueText, walkText } from '@weir/model';
import type { Value } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import { typeMismatch } from '../operations/runtime-errors.js';
import { isList, isMap, isNumber, toDouble } from '../operations/value-kind.js';
import { NodeValue, PathValue, RelationshipValue } from '@weir/model';
import { define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

/** Bytes as text are hexadecimal digits. */
const CHARS_PER_BYTE = 2;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

function saturated(x: number): Value {
  if (Number.isNaN(x)) return 0;
  const whole = Math.trunc(x);
  if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole;
  if (whole >= 2 ** 63) return INT64_MAX;
  if (whole <= -(2 ** 63)) return INT64_MIN;
  return integer(BigInt(whole))!;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

function integerOfText(text: string): Value {
  const hex = /^(-?)0[xX]([0-9a-fA-F]+)$/.exec(text);
  if (hex) {
    const value = BigInt('0x' + hex[2]!);
    return integer(BigInt.asIntN(64, hex[1] === '-' ? -value : value))!;
  }
  const parts = DECIMAL.exec(text);
  if (!parts) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  if (whole === '' && fraction === '') return null;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const length = whole.length + shift;
  if (length > 400) return null;
  const kept = length <= 0 ? '0' : digits.slice(0, length).padEnd(length, '0');
  const value = BigInt(kept || '0');
  return integer(BigInt.asIntN(64, sign === '-' ? -value : value))!;
}

export function toInteger(value: Value): Value | undefined {
  if (isInteger(value)) return value;
  if (typeof value === 'number') return saturated(value);
  if (value instanceof Float) return saturated(value.value);
  if (typeof value === 'string') return integerOfText(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return undefined;
}

const FLOAT_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/;

export function toFloat(value: Value): Value | undefined {
  if (isNumber(value)) return float(toDouble(value));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (FLOAT_TEXT.test(text)) return float(Number(text.replace(/[fFdD]$/, '')));
  const special = /^([+-]?)(NaN|Infinity)$/.exec(text);
  return special ? (special[2] === 'NaN' ? NaN : special[1] === '-' ? -Infinity : Infinity) : null;
}

export function toBoolean(value: Value): Value | undefined {
  if (typeof value === 'boolean') return value;
  if (isInteger(value)) return value !== 0;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}

export function toStringValue(value: Value): Value | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof NodeValue || value instanceof RelationshipValue || value instanceof PathValue)
    return undefined;
  return isList(value) || isMap(value) ? undefined : valueText(value);
}

/** A conversion in its three forms: failing on a wrong type, `OrNull`, and for each element of a list. */
function conversion(
  name: string,
  type: string,
  plural: string,
  convertAny: (value: Value) => Value | undefined,
): readonly FunctionDefinition[] {
  const convert = (value: Value, budget: QueryBudget): Value | undefined => {
    if (typeof value === 'string') walkText(value, budget);
    else if (value instanceof Uint8Array) budget.string(CHARS_PER_BYTE * value.length);
    return convertAny(value);
  };
  const expected: Record<string, string[]> = {
    INTEGER: ['Integer', 'Floating', 'Str'],
    FLOAT: ['Number', 'Str'],
    BOOLEAN: ['Bool', 'Str'],
    STRING: ['Anything'],
  };
  return [
    define1(`${name}(x :: ANY) :: ${type}`, `Converts to ${type}`, (value, { budget }) => {
      const result = convert(value, budget);
      if (result === undefined)
        throw typeMismatch(expected[type]!, value, `\`${name}\``, 'InvalidArgumentValue');
      return result;
    }),
    define1(
      `${name}OrNull(x :: ANY) :: ${type}`,
      `Converts to ${type}; null if that is not possible`,
      (value, { budget }) => convert(value, budget) ?? null,
    ),
    define1(
      `${plural}(list :: LIST OF ANY) :: LIST OF ${type}`,
      `Converts each element to ${type}; null if that is not possible`,
      (value, { budget }) => {
        if (!isList(value)) return undefined;
        budget.list(value.length);
        return value.map(element => {
          budget.step();
          return element === null ? null : (convert(element, budget) ?? null);
        });
      },
    ),
  ];
}

export const CONVERSION_FUNCTIONS: readonly FunctionDefinition[] = [
  ...conversion('toInteger', 'INTEGER', 'toIntegerList', toInteger),
  ...conversion('toFloat', 'FLOAT', 'toFloatList', toFloat),
  ...conversion('toBoolean', 'BOOLEAN', 'toBooleanList', toBoolean),
  ...conversion('toString', 'STRING', 'toStringList', toStringValue),
  define1('meta.type(x :: ANY) :: STRING', 'The name of the type', value => typeName(value), {
    nullArguments: true,
    entities: 'never',
  }),
  define1('valueType(x :: ANY) :: STRING', 'The name of the type', value => typeName(value), {
    nullArguments: true,
    entities: 'never',
  }),
];
