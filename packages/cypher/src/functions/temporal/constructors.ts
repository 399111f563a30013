/**
 * `date`, `time`, `localtime`, `localdatetime`, `datetime`, `duration`: from no argument (now), maps, texts, or each
 * other.
 */
import { Duration, isInteger, OffsetTime, parseWithPattern } from '@weir/model';
import { isError } from '@weir/platform';
import type { Float, Value, ValueMap } from '@weir/model';
import {
  ArithmeticException,
  DateTimeException,
  Instant,
  LocalTime,
  ZoneOffset,
  ZonedDateTime,
} from '@js-joda/core';
import type { ZoneId } from '@js-joda/core';
import type { RunState } from '../../run/run-state.js';
import { arithmeticFailure, runtimeError, typeMismatch } from '../../operations/runtime-errors.js';
import { isMap, isNumber, toDouble } from '../../operations/value-kind.js';
import { define } from '../../registry/define-function.js';
import { checkedDuration } from '../../operations/duration-arithmetic.js';
import { checkComponent, component } from './components.js';
import type { FunctionDefinition } from '../../registry/function-definition.js';
import {
  checkFields,
  conflicting,
  dateFrom,
  datePart,
  inZone,
  offsetPart,
  timeBase,
  timeFrom,
  timePart,
  zoneByName,
  zoneFrom,
  zonePart,
} from './from-map.js';
import {
  dateOfText,
  dateTimeOfText,
  durationOfText,
  localDateTimeOfText,
  offsetTimeOfText,
  timeOfText,
} from './parse-text.js';

type PatternFields = NonNullable<ReturnType<typeof parseWithPattern>>;

interface TemporalType {
  readonly name: string;
  readonly type: string;
  readonly now: (moment: ZonedDateTime) => Value;
  readonly fromMap: (map: ValueMap) => Value;
  readonly fromText: (text: string) => Value | undefined;
  readonly fromFields: (fields: PatternFields) => Value | undefined;
  /** From another temporal value; `undefined` if that lacks a part. */
  readonly from: (value: Value) => Value | undefined;
}

export function offsetTimeOf(time: LocalTime, zone: ZoneId): OffsetTime {
  // For a named zone, uses the offset on the day of the Unix epoch, because a time of day has no date.
  const offset = zone instanceof ZoneOffset ? zone : zone.rules().offset(Instant.EPOCH);
  return new OffsetTime(time.toNanoOfDay(), offset.totalSeconds());
}

function timeFromMap(map: ValueMap): Value {
  checkFields(map, ['time', 'zone']);
  const base = timeBase(map);
  const time = timeFrom(map);
  const wanted = zoneFrom(map);
  const zone = offsetPart(base);
  if (zone === undefined) return offsetTimeOf(time, wanted ?? ZoneOffset.UTC);
  const there = offsetTimeOf(time, zone);
  return wanted === undefined ? there : atOffset(there, offsetTimeOf(time, wanted).offsetSeconds);
}

const NANOS_PER_DAY = 86_400_000_000_000;

function atOffset(time: OffsetTime, offsetSeconds: number): OffsetTime {
  const moved = time.nanoOfDay + (offsetSeconds - time.offsetSeconds) * 1_000_000_000;
  return new OffsetTime(((moved % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY, offsetSeconds);
}

function dateTimeFromMap(map: ValueMap): Value {
  const epoch = epochFrom(map);
  if (epoch !== undefined) return epoch;
  checkFields(map, ['date', 'time', 'zone']);
  const local = dateFrom(map).atTime(timeFrom(map));
  const zone = zonePart(timeBase(map));
  const wanted = zoneFrom(map);
  if (zone === undefined) return local.atZone(wanted ?? ZoneOffset.UTC);
  const there = inZone(local, zone, timeBase(map));
  return wanted === undefined ? there : there.withZoneSameInstant(wanted);
}

function epochFrom(map: ValueMap): ZonedDateTime | undefined {
  const millis = component(map, 'epochMillis');
  const seconds = component(map, 'epochSeconds');
  if (millis === undefined && seconds === undefined) return undefined;
  checkFields(map, ['epoch', 'zone']);
  if (millis !== undefined && seconds !== undefined) throw conflicting('epochMillis', 'epochSeconds');
  const nano = component(map, 'nanosecond', millis === undefined ? undefined : 999_999) ?? 0;
  return momentOf(
    seconds ?? Math.floor(millis! / 1000),
    seconds === undefined ? mod(millis!, 1000) * 1_000_000 + nano : nano,
  ).withZoneSameInstant(zoneFrom(map) ?? ZoneOffset.UTC);
}

function mod(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/**
 * Returns an instant in UTC.
 * @throws WeirError `cypher.arithmetic` beyond the years -999999 to 999999.
 */
export function momentOf(epochSeconds: number, nanos: number): ZonedDateTime {
  try {
    return ZonedDateTime.ofInstant(Instant.ofEpochSecond(epochSeconds, nanos), ZoneOffset.UTC);
  } catch (error) {
    if (error instanceof DateTimeException || error instanceof ArithmeticException) {
      throw arithmeticFailure('long overflow', [epochSeconds]);
    }
    throw error;
  }
}

const TYPES: readonly TemporalType[] = [
  {
    name: 'date',
    type: 'DATE',
    now: moment => moment.toLocalDate(),
    fromMap: map => {
      checkFields(map, ['date']);
      return dateFrom(map);
    },
    fromText: dateOfText,
    fromFields: fields => fields.date(),
    from: value => datePart(value),
  },
  {
    name: 'localtime',
    type: 'LOCALTIME',
    now: moment => moment.toLocalTime(),
    fromMap: map => {
      checkFields(map, ['time']);
      return timeFrom(map);
    },
    fromText: timeOfText,
    fromFields: fields => fields.localTime(),
    from: value => timePart(value),
  },
  {
    name: 'time',
    type: 'TIME',
    now: moment => offsetTimeOf(moment.toLocalTime(), moment.offset()),
    fromMap: timeFromMap,
    fromText: offsetTimeOfText,
    fromFields: fields => fields.offsetTime(),
    from: value => {
      const time = timePart(value);
      return time && offsetTimeOf(time, offsetPart(value) ?? ZoneOffset.UTC);
    },
  },
  {
    name: 'localdatetime',
    type: 'LOCALDATETIME',
    now: moment => moment.toLocalDateTime(),
    fromMap: map => {
      checkFields(map, ['date', 'time']);
      return dateFrom(map).atTime(timeFrom(map));
    },
    fromText: localDateTimeOfText,
    fromFields: fields => fields.localDateTime(),
    from: value => {
      const date = datePart(value);
      return date && date.atTime(timePart(value) ?? LocalTime.MIDNIGHT);
    },
  },
  {
    name: 'datetime',
    type: 'DATETIME',
    now: moment => moment,
    fromMap: dateTimeFromMap,
    fromText: dateTimeOfText,
    fromFields: fields => fields.dateTime(),
    from: value => {
      const date = datePart(value);
      const time = timePart(value) ?? LocalTime.MIDNIGHT;
      return date && inZone(date.atTime(time), zonePart(value) ?? ZoneOffset.UTC, value);
    },
  },
];

function nowOf(type: TemporalType, state: RunState, zone: ZoneId = ZoneOffset.UTC): Value {
  const millis = state.startMillis;
  const moment = momentOf(Math.floor(millis / 1000), mod(millis, 1000) * 1_000_000);
  return type.now(moment.withZoneSameInstant(zone));
}

function construct(type: TemporalType, args: readonly Value[], state: RunState): Value | undefined {
  const [value, pattern] = args;
  if (value === undefined) return nowOf(type, state);
  if (typeof value === 'string') {
    const result = pattern === undefined ? type.fromText(value) : byPattern(type, value, pattern);
    if (result === undefined) {
      throw runtimeError(`The string ${JSON.stringify(value)} is not a ${type.type}`, 'InvalidArgumentValue');
    }
    return result;
  }
  if (args.length > 1) return undefined;
  if (!isMap(value)) return type.from(value);
  const keys = Object.keys(value);
  if (keys.every(key => key === 'timezone')) return nowOf(type, state, zoneFrom(value));
  if (keys.some(key => value[key] === null)) return null;
  return guarded(() => type.fromMap(value));
}

function byPattern(type: TemporalType, text: string, pattern: Value): Value | undefined {
  if (typeof pattern !== 'string') throw typeMismatch(['Str'], pattern, `\`${type.name}\``);
  const fields = parseWithPattern(text, pattern);
  return fields && type.fromFields(fields);
}

/** A field out of range is an error of the caller. */
export function guarded<T>(build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (isError(error) && error.name === 'DateTimeException') {
      throw runtimeError(error.message, 'InvalidArgumentValue');
    }
    throw error;
  }
}

function constructor(type: TemporalType): FunctionDefinition[] {
  const clocks = ['transaction', 'statement', 'realtime'].map(clock =>
    define(
      `${type.name}.${clock}(timezone :: STRING?) :: ${type.type}`,
      'The present',
      ([zone], state) => {
        return nowOf(type, state, typeof zone === 'string' ? zoneByName(zone) : ZoneOffset.UTC);
      },
      { pure: false },
    ),
  );
  const definition = define(
    `${type.name}(x :: ANY?, pattern :: STRING?) :: ${type.type}`,
    'The current time, or a value from a map of fields, an ISO 8601 string, a string with a pattern, ' +
      'or another temporal value',
    (args, state) => construct(type, args, state),
    { pure: 'with-arguments', entities: 'never' },
  );
  return [definition, ...clocks];
}

const DURATION_FIELDS: Record<string, readonly ['months' | 'days' | 'seconds' | 'nanos', number]> = {
  years: ['months', 12],
  quarters: ['months', 3],
  months: ['months', 1],
  weeks: ['days', 7],
  days: ['days', 1],
  hours: ['seconds', 3600],
  minutes: ['seconds', 60],
  seconds: ['seconds', 1],
  milliseconds: ['nanos', 1_000_000],
  microseconds: ['nanos', 1000],
  nanoseconds: ['nanos', 1],
};

function durationFromMap(map: ValueMap): Value {
  const parts = { months: 0, days: 0, seconds: 0, nanos: 0 };
  for (const key of Object.keys(map)) {
    const field = Object.hasOwn(DURATION_FIELDS, key) ? DURATION_FIELDS[key] : undefined;
    if (field === undefined)
      throw runtimeError(`Unknown field in options map: \`${key}\``, 'InvalidArgumentValue');
    const value = map[key]!;
    if (value === null) return null;
    if (!isNumber(value)) throw typeMismatch(['Number'], value, `\`${key}\` field in options map`);
    if (field[0] === 'nanos') addFraction(parts, value, field[1]);
    else parts[field[0]] += toDouble(value) * field[1];
  }
  return checkedDuration({ ...parts, nanos: Math.trunc(parts.nanos) }, [map]);
}

/** Keeps whole seconds separate: long durations in nanoseconds alone would lose digits. */
function addFraction(
  parts: { seconds: number; nanos: number },
  value: number | bigint | Float,
  nanosEach: number,
): void {
  const perSecond = 1e9 / nanosEach;
  if (typeof value === 'bigint') {
    parts.seconds += Number(value / BigInt(perSecond));
    parts.nanos += Number(value % BigInt(perSecond)) * nanosEach;
    return;
  }
  const count = toDouble(value);
  parts.seconds += Math.trunc(count / perSecond);
  parts.nanos += (count % perSecond) * nanosEach;
}

function duration([value]: readonly Value[]): Value | undefined {
  if (value instanceof Duration) return value;
  if (typeof value !== 'string') return isMap(value!) ? durationFromMap(value) : undefined;
  const result = durationOfText(value);
  if (result === undefined)
    throw runtimeError(`The string ${JSON.stringify(value)} is not a DURATION`, 'InvalidArgumentValue');
  return checkedDuration(result, [value]);
}

export const TEMPORAL_CONSTRUCTORS: readonly FunctionDefinition[] = [
  ...TYPES.flatMap(constructor),
  define('duration(x :: ANY) :: DURATION', 'A duration from a map of units or an ISO 8601 string', duration, {
    entities: 'never',
  }),
  define(
    'datetime.fromepoch(seconds :: INTEGER, nanoseconds :: INTEGER) :: DATETIME',
    'A time from seconds and nanoseconds since 1970',
    ([seconds, nanos]) => {
      if (!isInteger(seconds!) || !isInteger(nanos!)) return undefined;
      checkComponent('nanosecond', nanos);
      return momentOf(Number(seconds), Number(nanos));
    },
  ),
  define(
    'datetime.fromepochmillis(millis :: INTEGER) :: DATETIME',
    'A time from milliseconds since 1970',
    ([millis]) => {
      if (!isInteger(millis!)) return undefined;
      const value = Number(millis);
      return momentOf(Math.floor(value / 1000), mod(value, 1000) * 1_000_000);
    },
  ),
];
