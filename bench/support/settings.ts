/** Settings of a benchmark run from the environment. */

/** Returns a whole number of at least 1. @throws Error otherwise. */
export function setting(name: string, otherwise: number): number {
  const text = process.env[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} must be an integer from 1, not '${text}'`);
  return value;
}

const wanted = process.env['WEIR_BENCH_CASES']?.split(',');

/** Returns whether WEIR_BENCH_CASES contains the case; if it is not set, every case runs. */
export function isWanted(name: string): boolean {
  return wanted === undefined || wanted.includes(name);
}
