/** Types of settings as users write them, in files (typed) and in the environment (always text). */
import { hostname, networkInterfaces } from 'node:os';
import { parseDuration } from '@weir/definitions';
import type { ExtensionType } from '@weir/plugins';
import { BUILT_IN_STORES, type StoreOptions } from '@weir/runtime';
import { z } from 'zod';
import { LOG_LEVELS, LOG_MODULES } from '../console/module-logs.js';

const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 'yes', 'on', '1', 1]);
const FALSE: ReadonlySet<unknown> = new Set([false, 'false', 'no', 'off', '0', 0]);

export const booleanSetting = z.unknown().transform((value, context): boolean => {
  if (TRUE.has(value)) return true;
  if (FALSE.has(value)) return false;
  context.addIssue('expected yes or no');
  return z.NEVER;
});

export function integerSetting(least: number, most = Number.MAX_SAFE_INTEGER) {
  return z.unknown().transform((value, context): number => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
      return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    context.addIssue(`expected a whole number ${range}`);
    return z.NEVER;
  });
}

export const fractionSetting = z.unknown().transform((value, context): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= 1) return number;
  context.addIssue('expected a number from 0 to 1');
  return z.NEVER;
});

/** Milliseconds, or text with a unit: `10s`, `100 ms`, `2 m`. */
export function durationSetting(leastMillis: number) {
  return z.unknown().transform((value, context): number => {
    const millis = millisOf(value);
    if (millis !== undefined && millis >= leastMillis) return millis;
    context.addIssue(`expected a duration such as 10s, 100 ms or 2 m, of at least ${leastMillis} ms`);
    return z.NEVER;
  });
}

function millisOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? value : undefined;
  return /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : parseDuration(value);
}

const SIZES: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mib: 1024 ** 2,
};

/** Bytes, or text with a unit: `512k`, `8m`. */
export const bytesSetting = z.unknown().transform((value, context): number => {
  const bytes = bytesOf(value);
  if (bytes !== undefined && Number.isInteger(bytes) && bytes > 0) return bytes;
  context.addIssue('expected bytes, such as 1048576, 512k or 8m');
  return z.NEVER;
});

function bytesOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const match = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(value) : null;
  const unit = match?.[2]?.toLowerCase();
  if (!match || unit === undefined || !Object.hasOwn(SIZES, unit)) return undefined;
  return Number(match[1]) * SIZES[unit]!;
}

/** A list, or comma-separated text. */
export const listSetting = z.preprocess(
  value =>
    typeof value === 'string'
      ? value
          .split(',')
          .map(item => item.trim())
          .filter(item => item !== '')
      : value,
  z.array(z.string()),
);

type StoreType = StoreOptions['type'];

const STORE_TYPES: ReadonlyMap<unknown, StoreType> = new Map<string, StoreType>([
  ...BUILT_IN_STORES.map(({ type }) => [type, type] as const),
  // Store names of the predecessor.
  ['rocks-db', 'embedded'],
  ['map-db', 'embedded'],
  ['in-memory', 'memory'],
]);

/** Names of stores. Names of other systems are read as the closest store available here. */
export const storeTypeSetting = z
  .unknown()
  .default('embedded')
  .transform((type, context): StoreType => {
    const builtIn = STORE_TYPES.get(type);
    if (builtIn !== undefined) return builtIn;
    if (typeof type === 'string' && /^[^.]+\.[^.]+$/.test(type)) return type as ExtensionType;
    const types = BUILT_IN_STORES.map(store => store.type).join(', ');
    context.addIssue(`valid values are ${types}, and the store of an extension, such as acme.bounded`);
    return z.NEVER;
  });

export const scheduleSetting = z.enum(['on-node-sleep', 'on-node-update', 'never']).default('on-node-sleep');

const level = z.preprocess(
  value => {
    const name = typeof value === 'string' ? value.toLowerCase() : value;
    return name === 'trace' || name === 'all' ? 'debug' : name;
  },
  z.enum(LOG_LEVELS, { error: `expected ${LOG_LEVELS.join(', ')}` }),
);

/** Names of levels, case-insensitive; levels finer than `debug` are `debug`. */
export const logLevelSetting = level.default('warn');

/** Keyed by module: a map, or text such as `ingest=debug, access=info`. */
export const logLevelsSetting = z
  .preprocess(
    value =>
      typeof value === 'string'
        ? Object.fromEntries(
            value
              .split(',')
              .filter(item => item.trim() !== '')
              .map(item => item.split('=', 2).map(part => part.trim())),
          )
        : value,
    z.partialRecord(z.enum(LOG_MODULES, { error: `modules are ${LOG_MODULES.join(', ')}` }), level),
  )
  .default({});

/** An address or a name; `<getHostAddress>` and `<getHostName>` stand for this machine's address and name. */
export const addressSetting = z.string().min(1).default('127.0.0.1').transform(listeningAddress);

export function listeningAddress(address: string): string {
  if (address === '<getHostName>') return hostname();
  if (address !== '<getHostAddress>') return address;
  const own = Object.values(networkInterfaces()).flatMap(each => each ?? []);
  return own.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
