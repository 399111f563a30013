/**
 * One step of a pattern node's join, as a symmetric hash join over differences: the output rows of the previous step
 * are on the left, the rows of the step's pattern edges on the right. A change on either side is joined with the other
 * side, so its cost is that of the rows it affects. `inner` is the join. The other modes find, for each left row, the
 * right rows that match it, and pass it on:
 *
 * - `semi`: if there are some
 * - `anti`: if there are none
 * - `count`: with their number
 * - `aggregate`: with an aggregate of a value of each
 * - `optional`: joined with each, or with nulls if there are none
 *
 * If the plan tracks origins, the last column of a row has its origins. Output rows of a join combine the origins of
 * both sides; an answer about right rows has those of one of them (`semi`) or of all (`count`, `aggregate`).
 */
import type { OriginFolding, StepPlan } from '../../plan/row-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { aggregateState } from '../../aggregates/aggregate-state.js';
import { fits, mergedRow, pass, passAnswer } from './join-rows.js';
import { MatchedRows, MatchIndex } from './match-index.js';
import { OriginFold } from '../origins/origin-fold.js';
import { originsOfRow } from '../origins/origin-set.js';
import { OriginTally } from '../origins/origin-tally.js';
import { type CountedRow, RowBag } from '../../collections/row-bag.js';
import { joinKey, RowIndex } from './row-index.js';

export class JoinStep {
  /** Left rows of `inner`; the other modes store them in `asked`. */
  private readonly left: RowIndex | undefined;
  private readonly matchIndex: MatchIndex | undefined;
  private readonly right: RowIndex;
  private readonly fold: OriginFold | undefined;
  /**
   * How an answer combines the origins of right rows; `undefined` if it has none of them, or origins are not tracked.
   */
  private readonly answerOrigins: OriginFolding | undefined;

  constructor(private readonly plan: StepPlan) {
    const isInner = plan.mode === 'inner';
    this.left = isInner ? new RowIndex(plan.leftKey) : undefined;
    this.matchIndex = isInner ? undefined : new MatchIndex(plan.leftKey, plan.dependsOn);
    this.right = new RowIndex(plan.rightKey);
    this.fold = plan.origins === undefined ? undefined : new OriginFold(plan.origins);
    this.answerOrigins = this.fold === undefined ? undefined : answerOrigins(plan.mode);
  }

  /** @returns the changes in the step's output. */
  changeLeft(delta: RowBag): RowBag {
    const output = new RowBag();
    const { left, matchIndex } = this;
    if (matchIndex === undefined) {
      for (const { row, count } of delta.rows()) {
        left!.add(row, count);
        this.joinLeft(row, count, output);
      }
      return output;
    }
    const touched = new Set<MatchedRows>();
    for (const { row, count } of delta.rows()) {
      const matched = matchIndex.find(row) ?? this.openMatch(matchIndex, row);
      touched.add(matched);
      matched.rows.add(row, count);
      this.passMatched(matched, row, count, output);
    }
    for (const matched of touched) matchIndex.close(matched);
    return output;
  }

  changeRight(delta: RowBag): RowBag {
    const output = new RowBag();
    const folded = this.fold === undefined ? delta : this.fold.change(delta);
    for (const { row, count } of folded.rows()) {
      const key = this.right.keyOf(row);
      const now = this.right.add(row, count);
      const change = this.plan.distinct ? Number(now > 0) - Number(now - count > 0) : count;
      if (change === 0) continue;
      if (this.matchIndex === undefined) this.joinRight(row, change, this.left!.bucket(key), output);
      else this.matchRight(row, change, this.matchIndex.bucket(key), output);
    }
    return output;
  }

  /** The output for these left rows; changes nothing. */
  outputOf(rows: RowBag): RowBag {
    const output = new RowBag();
    for (const { row, count } of rows.rows()) {
      if (this.matchIndex === undefined) this.joinLeft(row, count, output);
      else this.passMatched(this.matchIndex.find(row) ?? new MatchedRows(row), row, count, output);
    }
    return output;
  }

  private joinLeft(row: StandingRow, count: number, output: RowBag): void {
    for (const right of this.right.bucket(joinKey(row, this.plan.leftKey))) {
      const merged = mergedRow(this.plan, row, right.row);
      if (fits(this.plan, merged))
        pass(this.plan, merged, count * (this.plan.distinct ? 1 : right.count), output);
    }
  }

  private joinRight(row: StandingRow, count: number, candidates: Iterable<CountedRow>, output: RowBag): void {
    for (const left of candidates) {
      const merged = mergedRow(this.plan, left.row, row);
      if (fits(this.plan, merged)) pass(this.plan, merged, count * left.count, output);
    }
  }

  /** Finds the right rows that match rows like this one. */
  private openMatch(matchIndex: MatchIndex, row: StandingRow): MatchedRows {
    const matched = matchIndex.open(row);
    for (const right of this.right.bucket(matchIndex.keyOf(row))) {
      const merged = mergedRow(this.plan, row, right.row);
      if (!fits(this.plan, merged)) continue;
      const times = this.plan.distinct ? 1 : right.count;
      this.addMatches(matched, merged, times);
      this.addOrigins(matched, right.row, times);
    }
    return matched;
  }

  private matchRight(
    row: StandingRow,
    count: number,
    candidates: Iterable<MatchedRows>,
    output: RowBag,
  ): void {
    for (const matched of candidates) {
      const merged = mergedRow(this.plan, matched.sample, row);
      if (!fits(this.plan, merged)) continue;
      for (const left of matched.rows.rows()) passAnswer(this.plan, matched, left.row, -left.count, output);
      this.addMatches(matched, merged, count);
      this.addOrigins(matched, row, count);
      for (const left of matched.rows.rows()) {
        if (this.plan.mode === 'optional') {
          pass(this.plan, mergedRow(this.plan, left.row, row), count * left.count, output);
        }
        passAnswer(this.plan, matched, left.row, left.count, output);
      }
    }
  }

  private addMatches(matched: MatchedRows, merged: StandingRow, count: number): void {
    matched.matches += count;
    const { aggregate } = this.plan;
    if (aggregate === undefined) return;
    const value = aggregate.value(merged);
    if (value === undefined || (value === null && !aggregate.keepsNulls)) return;
    (matched.aggregate ??= aggregateState(aggregate)).add(value, count);
  }

  private addOrigins(matched: MatchedRows, right: StandingRow, count: number): void {
    if (this.answerOrigins === undefined) return;
    (matched.origins ??= new OriginTally(this.answerOrigins)).add(originsOfRow(right), count);
  }

  /** Adds the output of a left row with its matches. */
  private passMatched(matched: MatchedRows, row: StandingRow, count: number, output: RowBag): void {
    if (this.plan.mode === 'optional') this.joinLeft(row, count, output);
    passAnswer(this.plan, matched, row, count, output);
  }
}

function answerOrigins(mode: StepPlan['mode']): OriginFolding | undefined {
  if (mode === 'semi') return 'one';
  return mode === 'count' || mode === 'aggregate' ? 'all' : undefined;
}
