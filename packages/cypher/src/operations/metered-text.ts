/**
 * The text that the linear engine searches. One search can read millions of characters before it returns, so the budget
 * must be charged during the search. The engine accepts String objects, which it recognizes by their tag; it reads them
 * with `charCodeAt` and finds literals with `indexOf`. Both charge the budget here, which ends the search by throwing.
 * This is safe for the engine: until it returns, a search changes nothing that later searches rely on.
 *
 * This is not a subclass of String: while one exists, V8 reads the characters of every text in the thread more slowly,
 * and ingest takes 18 % more processor time.
 */
import type { QueryBudget } from '../budget/query-budget.js';
import { TextSearch } from './text-search.js';

export class MeteredText {
  readonly [Symbol.toStringTag] = 'String';
  readonly length: number;
  private searches: Map<string, TextSearch> | undefined;

  /** @param stepsPerRead depends on the work of the engine per character. */
  constructor(
    private readonly text: string,
    private readonly budget: QueryBudget,
    public stepsPerRead: number,
  ) {
    this.length = text.length;
  }

  charCodeAt(at: number): number {
    const { budget } = this;
    if ((budget.left -= this.stepsPerRead) < 0) budget.check();
    return this.text.charCodeAt(at);
  }

  indexOf(wanted: string, from = 0): number {
    this.searches ??= new Map();
    let search = this.searches.get(wanted);
    if (search === undefined) this.searches.set(wanted, (search = new TextSearch(wanted, this.budget)));
    return search.next(this.text, from);
  }

  substring(start: number, end?: number): string {
    return this.text.substring(start, end);
  }

  toString(): string {
    return this.text;
  }
}
