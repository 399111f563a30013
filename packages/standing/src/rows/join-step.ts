/**
 * One step of a part's join, as a symmetric hash join over differences: rows that came out of the step before are
 * on the left, what the step's slots hold is on the right. A change on either side is joined with what is on the
 * other, so its cost is that of the rows it touches. `inner` is the join; the other modes ask for each left row
 * how many right rows match it, and pass it on if there are some (`semi`), if there are none (`anti`), with that
 * number (`count`), with a list of a value of each (`list`), or joined with each, or with nulls when there are none
 * (`optional`).
 *
 * Where the plan tracks origins, the last column of a row says which records it comes from: what comes out of a step
 * comes from what went in on both sides; an answer about right rows from one of them (`semi`) or from all (`count`,
 * `list`).
 */
import type { Value } from '@weir/model';
import type { StandingRow } from '../standing-operator.js';
import { OriginFold } from './origins/origin-fold.js';
import { type OriginSet, originsOfRow, unionOf, withOrigins } from './origins/origin-set.js';
import { OriginTally } from './origins/origin-tally.js';
import type { OriginFolding, StepPlan } from './row-plan.js';
import { RowBag } from './row-bag.js';
import { RankedBag } from './aggregates/ranked-bag.js';
import { type IndexedRow, RowIndex } from './row-index.js';

const NO_VALUES: readonly Value[] = [];

export class JoinStep {
  private readonly left: RowIndex;
  private readonly right: RowIndex;
  private readonly fold: OriginFold | undefined;
  /** How an answer about right rows comes from theirs; `undefined`: from none of them, or origins are not tracked. */
  private readonly answerOrigins: OriginFolding | undefined;

  constructor(private readonly plan: StepPlan) {
    this.left = new RowIndex(plan.leftKey);
    this.right = new RowIndex(plan.rightKey);
    this.fold = plan.origins === undefined ? undefined : new OriginFold(plan.origins);
    this.answerOrigins = this.fold === undefined ? undefined : answerOrigins(plan.mode);
  }

  clear(): void {
    this.left.clear();
    this.right.clear();
    this.fold?.clear();
  }

  /** @returns what changes in the step's output. */
  changeLeft(delta: RowBag): RowBag {
    const output = new RowBag();
    for (const { row, count } of delta.rows()) {
      const candidates = this.right.bucket(this.left.keyOf(row));
      const entry = this.left.add(row, count);
      if (this.plan.mode === 'inner') this.joinLeft(row, count, candidates, output);
      else this.matchLeft(entry, count, candidates, output);
    }
    return output;
  }

  changeRight(delta: RowBag): RowBag {
    const output = new RowBag();
    const folded = this.fold === undefined ? delta : this.fold.change(delta);
    for (const { row, count } of folded.rows()) {
      const candidates = this.left.bucket(this.right.keyOf(row));
      const now = this.right.add(row, count).count;
      const change = this.plan.distinct ? Number(now > 0) - Number(now - count > 0) : count;
      if (change === 0) continue;
      if (this.plan.mode === 'inner') this.joinRight(row, change, candidates, output);
      else this.matchRight(row, change, candidates, output);
    }
    return output;
  }

  /** What comes out for these of the left rows; changes nothing. */
  outputOf(rows: RowBag): RowBag {
    const output = new RowBag();
    for (const { row, count } of rows.rows()) {
      if (this.plan.mode === 'inner' || this.plan.mode === 'optional') {
        this.joinLeft(row, count, this.right.bucket(this.left.keyOf(row)), output);
      }
      if (this.plan.mode !== 'inner') this.passAnswer(this.left.find(row) ?? unmatched(row), count, output);
    }
    return output;
  }

  private joinLeft(
    row: StandingRow,
    count: number,
    candidates: ReadonlyMap<string, IndexedRow>,
    output: RowBag,
  ): void {
    for (const right of candidates.values()) {
      const merged = this.merged(row, right.row);
      if (this.fits(merged)) this.pass(merged, count * (this.plan.distinct ? 1 : right.count), output);
    }
  }

  private joinRight(
    row: StandingRow,
    count: number,
    candidates: ReadonlyMap<string, IndexedRow>,
    output: RowBag,
  ): void {
    for (const left of candidates.values()) {
      const merged = this.merged(left.row, row);
      if (this.fits(merged)) this.pass(merged, count * left.count, output);
    }
  }

  private matchLeft(
    entry: IndexedRow,
    count: number,
    candidates: ReadonlyMap<string, IndexedRow>,
    output: RowBag,
  ): void {
    entry.matches = 0;
    entry.values = undefined;
    entry.origins = undefined;
    for (const right of candidates.values()) {
      const merged = this.merged(entry.row, right.row);
      if (!this.fits(merged)) continue;
      const times = this.plan.distinct ? 1 : right.count;
      this.addMatches(entry, merged, times);
      this.addOrigins(entry, right.row, times);
      if (this.plan.mode === 'optional') this.pass(merged, count * times, output);
    }
    this.passAnswer(entry, count, output);
  }

  private matchRight(
    row: StandingRow,
    count: number,
    candidates: ReadonlyMap<string, IndexedRow>,
    output: RowBag,
  ): void {
    for (const left of candidates.values()) {
      const merged = this.merged(left.row, row);
      if (!this.fits(merged)) continue;
      if (this.plan.mode === 'optional') this.pass(merged, count * left.count, output);
      this.passAnswer(left, -left.count, output);
      this.addMatches(left, merged, count);
      this.addOrigins(left, row, count);
      this.passAnswer(left, left.count, output);
    }
  }

  private addMatches(entry: IndexedRow, merged: StandingRow, count: number): void {
    entry.matches += count;
    if (this.plan.value === undefined) return;
    const value = this.plan.value(merged);
    if (value !== undefined) (entry.values ??= new RankedBag()).add(value, count);
  }

  private addOrigins(entry: IndexedRow, right: StandingRow, count: number): void {
    if (this.answerOrigins === undefined) return;
    (entry.origins ??= new OriginTally(this.answerOrigins)).add(originsOfRow(right), count);
  }

  /** What a left row becomes by its matches, joined rows aside. */
  private passAnswer(entry: IndexedRow, count: number, output: RowBag): void {
    const { row, matches, origins } = entry;
    const left = origins === undefined ? row : comingFrom(row, origins.set());
    switch (this.plan.mode) {
      case 'inner':
        break;
      case 'semi':
        if (matches > 0) this.pass(left, count, output);
        break;
      case 'anti':
        if (matches === 0) this.pass(left, count, output);
        break;
      case 'count':
        this.passWith(this.extended(left, [matches]), left, count, output);
        break;
      case 'list':
        this.passWith(this.extended(left, [entry.values?.values() ?? NO_VALUES]), left, count, output);
        break;
      case 'optional':
        if (matches === 0) this.pass(this.extended(left, this.plan.take.map(nothing)), count, output);
    }
  }

  /** With the answer only if somebody needs it after this step: then most changes of it change nothing. */
  private passWith(answered: StandingRow, row: StandingRow, count: number, output: RowBag): void {
    if (this.plan.keepsAnswer) {
      this.pass(answered, count, output);
      return;
    }
    for (const condition of this.plan.after) if (!condition(answered)) return;
    output.add(row, count);
  }

  private extended(row: StandingRow, values: StandingRow): StandingRow {
    if (this.fold === undefined) return [...row, ...values];
    return [...row.slice(0, -1), ...values, row[row.length - 1]!];
  }

  private merged(left: StandingRow, right: StandingRow): StandingRow {
    const { take } = this.plan;
    if (this.fold !== undefined) return this.mergedWithOrigins(left, right);
    if (take.length === 0) return left;
    const row = left.slice();
    for (const position of take) row.push(right[position]!);
    return row;
  }

  private mergedWithOrigins(left: StandingRow, right: StandingRow): StandingRow {
    const row = left.slice(0, -1);
    for (const position of this.plan.take) row.push(right[position]!);
    return withOrigins(row, unionOf(originsOfRow(left), originsOfRow(right)));
  }

  private fits(merged: StandingRow): boolean {
    for (const condition of this.plan.on) if (!condition(merged)) return false;
    return true;
  }

  private pass(row: StandingRow, count: number, output: RowBag): void {
    for (const condition of this.plan.after) if (!condition(row)) return;
    output.add(row, count);
  }
}

function answerOrigins(mode: StepPlan['mode']): OriginFolding | undefined {
  if (mode === 'semi') return 'one';
  return mode === 'count' || mode === 'list' ? 'all' : undefined;
}

function comingFrom(row: StandingRow, origins: OriginSet): StandingRow {
  if (origins.length === 0) return row;
  return withOrigins(row.slice(0, -1), unionOf(originsOfRow(row), origins));
}

function nothing(): null {
  return null;
}

function unmatched(row: StandingRow): IndexedRow {
  return { row, count: 0, matches: 0, origins: undefined, values: undefined };
}
