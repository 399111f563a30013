/** Values of random queries and writes: few, so that they often coincide, and of every type. */
import { float, parseDate, parseDuration, type Value } from '@weir/model';

/** As plain JSON, so that a failing case can be printed. Types that JSON lacks are objects. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly float: number | 'NaN' }
  | { readonly integer: string }
  | { readonly date: string }
  | { readonly duration: string }
  | { readonly map: Readonly<Record<string, PlainValue>> };

export const KEYS = ['p', 'q'] as const;
/** Contains only numbers: sums must not include strings. */
export const NUMBER_KEY = 'k';
export const EDGE_KEY = 'w';
export const NODE_LABELS = ['A', 'B'] as const;
export const EDGE_LABELS = ['x', 'y'] as const;

/** Common values of properties. */
export const VALUES: readonly PlainValue[] = [1, 2, 'a', 'ab', { float: 1 }, true];

/** Rare values of properties, as far as a pattern can express them. */
export const RARE_LITERALS: readonly PlainValue[] = [
  false,
  '',
  { float: 1.5 },
  { float: -0 },
  0,
  { integer: '9007199254740993' },
  [1, 'a'],
  [{ float: 1 }, 'a'],
  [],
  { map: { a: 1 } },
  { map: { a: { float: 1 } } },
];

export const RARE_VALUES: readonly PlainValue[] = [
  ...RARE_LITERALS,
  { float: 'NaN' },
  [{ float: 'NaN' }],
  { date: '2024-02-29' },
  { duration: 'P1M2DT3S' },
];

/** Exact in binary, so that sums do not depend on the order. */
export const NUMBERS: readonly PlainValue[] = [0, 1, 2, 3, 1, 2, { float: 1.5 }, { float: 2 }];

export function valueOf(value: PlainValue): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(valueOf);
  if ('float' in value) return float(Number(value.float));
  if ('integer' in value) return BigInt(value.integer);
  if ('date' in value) return parseDate(value.date)!;
  if ('duration' in value) return parseDuration(value.duration)!;
  return Object.fromEntries(Object.entries(value.map).map(([key, each]) => [key, valueOf(each)]));
}

/** As Cypher text. */
export function literal(value: PlainValue): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(literal).join(', ')}]`;
  if ('float' in value) return value.float === 'NaN' ? '(0.0 / 0.0)' : floatText(value.float);
  if ('integer' in value) return value.integer;
  if ('date' in value) return `date('${value.date}')`;
  if ('duration' in value) return `duration('${value.duration}')`;
  return `{${Object.entries(value.map)
    .map(([key, each]) => `${key}: ${literal(each)}`)
    .join(', ')}}`;
}

function floatText(value: number): string {
  return (Object.is(value, -0) ? '-' : '') + value.toFixed(1);
}

function isList(value: PlainValue): value is readonly PlainValue[] {
  return Array.isArray(value);
}
