/** What the environment says about a benchmark run. */

/** A whole number from 1. @throws Error otherwise. */
export function setting(name: string, otherwise: number): number {
  const text = process.env[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name} is a whole number from 1, not '${text}'`);
  return value;
}

const wanted = process.env['WEIR_BENCH_CASES']?.split(',');

/** The case is in WEIR_BENCH_CASES; without it, every case is wanted. */
export function isWanted(name: string): boolean {
  return wanted === undefined || wanted.includes(name);
}
