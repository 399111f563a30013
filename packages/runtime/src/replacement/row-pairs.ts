/**
 * Which results of two plans stand for each other, told apart while both are read side by side in the order of rows and
 * ids. A row that both have is the same result, whichever ids it has; with the same id there is nothing to be done about
 * it, and of those with others each gets one as soon as both plans have one to spare. What one plan has more of is left
 * when the row ends.
 */
import type { Sorted } from './sorted-merge.js';

/** Results with one row and other ids that wait for each other; past it the first of them are told as differences. */
const MOST_WAITING = 262_144;

export interface PairListener<O, C> {
  /** Consumers know the result under the old one's id, and it has another one. */
  same(old: O, current: C): void;
  /** @param isIdOver consumers know a result with this id, which is over. */
  begins(current: C, isIdOver: boolean): void;
  ends(old: O): void;
}

export class RowPairs<O extends Sorted & { readonly isOver: boolean }, C extends Sorted> {
  private key: string | undefined = undefined;
  /** One of the two is empty. */
  private olds: O[] = [];
  private currents: { readonly result: C; readonly isIdOver: boolean }[] = [];

  constructor(
    private readonly listener: PairListener<O, C>,
    private readonly mostWaiting = MOST_WAITING,
  ) {}

  /** The next one of both, in order. */
  both(old: O, current: C): void {
    this.enter(old.key);
    if (old.isOver) this.addCurrent(current, true);
  }

  old(old: O): void {
    this.enter(old.key);
    if (old.isOver) return;
    const waiting = this.currents.pop();
    if (waiting !== undefined) this.listener.same(old, waiting.result);
    else if (this.olds.push(old) > this.mostWaiting) this.end();
  }

  current(current: C): void {
    this.enter(current.key);
    this.addCurrent(current, false);
  }

  /** Nothing more comes. */
  end(): void {
    const { olds, currents } = this;
    this.olds = [];
    this.currents = [];
    for (const old of olds) this.listener.ends(old);
    for (const { result, isIdOver } of currents) this.listener.begins(result, isIdOver);
  }

  private addCurrent(result: C, isIdOver: boolean): void {
    const waiting = this.olds.pop();
    if (waiting !== undefined) this.listener.same(waiting, result);
    else if (this.currents.push({ result, isIdOver }) > this.mostWaiting) this.end();
  }

  private enter(key: string): void {
    if (key === this.key) return;
    this.end();
    this.key = key;
  }
}
