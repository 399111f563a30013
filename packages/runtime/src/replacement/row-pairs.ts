/**
 * Pairs the results of two plans while both are read in the order of rows and ids. A row of both plans is the same
 * result, whatever its ids. Results with the same id need no action. Results with different ids are paired as soon as
 * both plans have an unpaired one. Unpaired results of one plan are left when the row ends.
 */
import type { Sorted } from './sorted-merge.js';

/**
 * Maximum number of results with the same row and different ids that wait for each other; beyond it the first ones are
 * reported as differences.
 */
const MOST_WAITING = 262_144;

export interface PairListener<O, C> {
  /** The results are the same row under different ids; consumers know the old one's id. */
  same(old: O, current: C): void;
  /** @param isIdOver consumers know this id from a result that has ended. */
  begins(current: C, isIdOver: boolean): void;
  ends(old: O): void;
}

export class RowPairs<O extends Sorted & { readonly isOver: boolean }, C extends Sorted> {
  private key: string | undefined = undefined;
  /** One of the two lists is always empty. */
  private olds: O[] = [];
  private currents: { readonly result: C; readonly isIdOver: boolean }[] = [];

  constructor(
    private readonly listener: PairListener<O, C>,
    private readonly mostWaiting = MOST_WAITING,
  ) {}

  /** Adds the next result, which both plans have with the same id. */
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

  /** Called after the last result. */
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
