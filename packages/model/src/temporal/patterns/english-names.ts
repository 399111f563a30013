/** Names of months and days in US English, which date patterns of logs use, whatever the machine's locale. */
export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** Monday first, as in ISO 8601. */
export const DAYS: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];
export const HALVES: readonly string[] = ['AM', 'PM'];

const SHORT = 3;
export const SHORT_MONTHS: readonly string[] = MONTHS.map(name => name.slice(0, SHORT));
export const SHORT_DAYS: readonly string[] = DAYS.map(name => name.slice(0, SHORT));
