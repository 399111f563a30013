/** Names of months and days, US English: what date patterns of logs use, whatever the machine's locale. */
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
/** From Monday on, as ISO counts them. */
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
