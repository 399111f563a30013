/** Durations in ISO 8601, as openCypher writes them: `P12Y5M14DT16H13M10.5S`, each part with its own sign. */
import { Duration } from '../values/value.js';

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;
const NANOS_PER_SECOND = 1_000_000_000;

export function formatDuration({ months, days, seconds, nanos }: Duration): string {
  let text = 'P';
  const years = Math.trunc(months / 12);
  const restOfMonths = months % 12;
  if (years !== 0) text += `${years}Y`;
  if (restOfMonths !== 0) text += `${restOfMonths}M`;
  if (days !== 0) text += `${days}D`;
  if (seconds !== 0 || nanos !== 0) text += 'T' + formatTime(seconds, nanos);
  return text === 'P' ? 'PT0S' : text;
}

function formatTime(seconds: number, nanos: number): string {
  const negative = seconds < 0;
  // `nanos` counts upwards from `seconds`; for a negative duration the text needs the complement.
  const whole = negative && nanos > 0 ? seconds + 1 : seconds;
  const fraction = negative && nanos > 0 ? NANOS_PER_SECOND - nanos : nanos;
  const hours = Math.trunc(whole / SECONDS_PER_HOUR);
  const minutes = Math.trunc((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const rest = whole % SECONDS_PER_MINUTE;
  let text = '';
  if (hours !== 0) text += `${hours}H`;
  if (minutes !== 0) text += `${minutes}M`;
  if (rest === 0 && fraction === 0) return text;
  text += rest === 0 && negative ? '-0' : `${rest}`;
  if (fraction !== 0) text += '.' + String(fraction).padStart(9, '0').replace(/0+$/, '');
  return text + 'S';
}

const NUMBER = '([+-]?\\d+(?:[.,]\\d+)?)';
const UNITS = new RegExp(
  `^([+-])?P(?:${NUMBER}Y)?(?:${NUMBER}M)?(?:${NUMBER}W)?(?:${NUMBER}D)?` +
    `(?:T(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
  'i',
);

/** A fraction of a month carries over to days, one of a day to seconds, by the mean length of a month. */
const DAYS_PER_MONTH = 30.436875;
const SECONDS_PER_DAY = 86400;

/** Parses ISO 8601 units, each optionally signed and with a fraction; returns `undefined` for any other text. */
export function parseDuration(text: string): Duration | undefined {
  const match = UNITS.exec(text);
  if (!match || /(?:P|T)$/i.test(text)) return undefined;
  const sign = match[1] === '-' ? -1 : 1;
  const part = (group: number) => sign * Number((match[group] ?? '0').replace(',', '.'));
  const { seconds, nanos } = secondsOf(match[8] ?? '0');
  return durationOf({
    months: part(2) * 12 + part(3),
    days: part(4) * 7 + part(5),
    seconds: part(6) * SECONDS_PER_HOUR + part(7) * SECONDS_PER_MINUTE + sign * seconds,
    nanos: sign * nanos,
  });
}

/** Exact seconds from text: seconds with nanoseconds have more digits than a double. Both have the sign of the text. */
function secondsOf(text: string): { seconds: number; nanos: number } {
  const [whole = '0', fraction = ''] = text.replace(',', '.').split('.');
  const nanos = Number(fraction.slice(0, 9).padEnd(9, '0'));
  return { seconds: Number(whole), nanos: whole.startsWith('-') ? -nanos : nanos };
}

/** Creates a duration from parts of any sign and size, fractional ones included; normalizes seconds and nanoseconds. */
export function durationOf(parts: {
  months: number;
  days: number;
  seconds: number;
  nanos: number;
}): Duration {
  const months = Math.trunc(parts.months);
  const daysWithRest = parts.days + (parts.months - months) * DAYS_PER_MONTH;
  const days = Math.trunc(daysWithRest);
  const secondsWithRest = parts.seconds + (daysWithRest - days) * SECONDS_PER_DAY;
  const seconds = Math.floor(secondsWithRest);
  const nanos = Math.round((secondsWithRest - seconds) * NANOS_PER_SECOND) + parts.nanos;
  const carry = Math.floor(nanos / NANOS_PER_SECOND);
  return new Duration(months + 0, days + 0, seconds + carry + 0, nanos - carry * NANOS_PER_SECOND);
}
