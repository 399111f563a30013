/**
 * Substring search. The runtime's own search is the fastest for short texts, but takes up to the product of both
 * lengths for long ones, without interruption: finding `a...ab...a` in `aaa...` takes hours. Long texts use the
 * Knuth-Morris-Pratt algorithm, in time linear in both, charged before it starts.
 */
import type { QueryBudget } from '../budget/query-budget.js';

/** The longest text for which the runtime's search is used. */
const SHORT = 64;
const CHARS_PER_STEP = 16;
const TABLE_BYTES = 4;

export class TextSearch {
  private readonly table: Int32Array | undefined;

  constructor(
    private readonly wanted: string,
    private readonly budget: QueryBudget,
  ) {
    this.table = wanted.length > SHORT ? this.borders() : undefined;
  }

  /** The first occurrence at or after `from`, or -1. */
  next(text: string, from: number): number {
    const { wanted, table, budget } = this;
    if (table === undefined) {
      const found = text.indexOf(wanted, from);
      budget.steps(1 + ((found < 0 ? text.length - from : found - from) >>> 4));
      return found;
    }
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      if (at % 4096 === 0) budget.steps(4096 / CHARS_PER_STEP);
      const char = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== char) matched = table[matched - 1]!;
      if (wanted.charCodeAt(matched) === char) matched++;
      if (matched === wanted.length) return at + 1 - matched;
    }
    return -1;
  }

  /** By position: length of the longest proper prefix that ends there. */
  private borders(): Int32Array {
    const { wanted, budget } = this;
    budget.steps(wanted.length >>> 4);
    budget.made(wanted.length * TABLE_BYTES);
    const table = new Int32Array(wanted.length);
    for (let at = 1, length = 0; at < wanted.length; at++) {
      const char = wanted.charCodeAt(at);
      while (length > 0 && wanted.charCodeAt(length) !== char) length = table[length - 1]!;
      if (wanted.charCodeAt(length) === char) length++;
      table[at] = length;
    }
    return table;
  }
}

export function containsText(text: string, wanted: string, budget: QueryBudget): boolean {
  if (wanted.length <= SHORT && text.length <= 4096) return text.includes(wanted);
  return wanted.length <= text.length && new TextSearch(wanted, budget).next(text, 0) >= 0;
}
