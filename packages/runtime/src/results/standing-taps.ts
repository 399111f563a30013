/**
 * Queries of this worker that read along with standing queries (`standing.wiretap`). The coordinator is told which
 * query wants what; it hands results over batch by batch, each when the one before was taken.
 */
import type { StandingQueryAccess, TappedResult } from '@weir/cypher';
import type { StandingIdentity } from '../contract/result-service.js';

export class StandingTaps implements StandingQueryAccess {
  private readonly queries = new Map<number, StandingIdentity>();
  private readonly taps = new Map<number, Tap>();
  private nextTap = 1;

  /** @param report tells the coordinator that a tap wants results of a query from now on, or (`undefined`) no more. */
  constructor(private readonly report: (tap: number, query: number | undefined) => void) {}

  know(number: number, identity: StandingIdentity): void {
    this.queries.set(number, identity);
  }

  /** Who reads along comes to the end. */
  forget(number: number): void {
    this.queries.delete(number);
    for (const tap of this.taps.values()) if (tap.query === number) tap.end();
  }

  find(by: { readonly name: string } | { readonly id: string }): number | undefined {
    for (const [number, { name, id }] of this.queries) {
      if ('name' in by ? by.name === name : by.id === id) return number;
    }
    return undefined;
  }

  identify(number: number): StandingIdentity | undefined {
    return this.queries.get(number);
  }

  tap(query: number): AsyncIterable<readonly TappedResult[]> {
    return { [Symbol.asyncIterator]: () => this.open(query) };
  }

  /** Resolves when the results were taken, or nobody wants them any more. */
  offer(number: number, results: readonly TappedResult[]): Promise<void> {
    return this.taps.get(number)?.offer(results) ?? Promise.resolve();
  }

  endAll(): void {
    for (const tap of this.taps.values()) tap.end();
  }

  private open(query: number): Tap {
    const number = this.nextTap++;
    const tap = new Tap(query, () => {
      this.taps.delete(number);
      this.report(number, undefined);
    });
    this.taps.set(number, tap);
    this.report(number, query);
    return tap;
  }
}

/** An iterator by hand: `return` must take effect also while `next` waits, which a generator's does not. */
class Tap implements AsyncIterator<readonly TappedResult[], undefined> {
  private offered: { readonly results: readonly TappedResult[]; taken(): void } | undefined = undefined;
  private wanted: ((result: IteratorResult<readonly TappedResult[], undefined>) => void) | undefined =
    undefined;
  private isOver = false;

  constructor(
    readonly query: number,
    private readonly closed: () => void,
  ) {}

  next(): Promise<IteratorResult<readonly TappedResult[], undefined>> {
    if (this.offered !== undefined) {
      const { results, taken } = this.offered;
      this.offered = undefined;
      taken();
      return Promise.resolve({ done: false, value: results });
    }
    if (this.isOver) return Promise.resolve({ done: true, value: undefined });
    return new Promise(resolve => (this.wanted = resolve));
  }

  return(): Promise<IteratorResult<readonly TappedResult[], undefined>> {
    this.end();
    this.offered = undefined;
    return Promise.resolve({ done: true, value: undefined });
  }

  /** What was offered can still be taken, but nobody waits for that. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.wanted?.({ done: true, value: undefined });
    this.wanted = undefined;
    this.offered?.taken();
    this.closed();
  }

  offer(results: readonly TappedResult[]): Promise<void> {
    if (this.isOver) return Promise.resolve();
    const { wanted } = this;
    if (wanted !== undefined) {
      this.wanted = undefined;
      wanted({ done: false, value: results });
      return Promise.resolve();
    }
    return new Promise(resolve => (this.offered = { results, taken: resolve }));
  }
}
