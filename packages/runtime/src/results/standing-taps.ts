/**
 * Queries of this worker that tap standing queries (`standing.wiretap`). The coordinator is notified of each tap and
 * delivers results batch by batch, each after the previous one was taken.
 */
import type { StandingQueryAccess, TappedResult } from '@weir/cypher';
import type { StandingIdentity } from '../contract/result-service.js';

export class StandingTaps implements StandingQueryAccess {
  private readonly queries = new Map<number, StandingIdentity>();
  private readonly taps = new Map<number, Tap>();
  private nextTap = 1;

  /** @param report notifies the coordinator that a tap starts on a query, or (`undefined`) ends. */
  constructor(private readonly report: (tap: number, query: number | undefined) => void) {}

  know(number: number, identity: StandingIdentity): void {
    this.queries.set(number, identity);
  }

  /** Ends the taps on a removed query. */
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

  /** Resolves when the results were taken, or the tap has ended. */
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

/** Implemented without a generator, because `return` must take effect even while `next` waits. */
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

  /** Results already offered can still be taken, but the offer does not wait any longer. */
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
