/** One group of a grouped query: its number of rows, and its aggregates. */
import type { Value } from '@weir/model';
import type { GroupPlan, ResultPlan } from '../../plan/result-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import type { AggregateState } from '../../aggregates/aggregate.js';
import { aggregateState } from '../../aggregates/aggregate-state.js';
import { originsOfRow } from '../origins/origin-set.js';
import { OriginTally } from '../origins/origin-tally.js';
import { bagOf, type KeptRows, keptRows } from '../../collections/kept-rows.js';
import type { LeanMap } from '../../collections/lean-map.js';
import { exactKey } from '../../collections/row-key.js';

const NO_AGGREGATES: readonly AggregateState[] = [];

export class GroupState {
  private readonly aggregates: readonly AggregateState[];
  /** Original keys of the members: within a group they are equal, but may differ like `1` and `1.0`. */
  private keys: KeptRows | undefined = undefined;
  /** Origins of the members, if the plan tracks origins: of one member if the group consists only of its keys. */
  private readonly memberOrigins: OriginTally | undefined;

  constructor(
    private readonly plan: GroupPlan,
    tracksOrigins: boolean,
  ) {
    const folding = plan.aggregates.length === 0 ? 'one' : 'all';
    this.memberOrigins = tracksOrigins ? new OriginTally(folding) : undefined;
    this.aggregates = plan.aggregates.length === 0 ? NO_AGGREGATES : plan.aggregates.map(aggregateState);
  }

  /** @param member `[...keys, ...arguments]`, then its origins if they are tracked. */
  add(member: StandingRow, count: number): void {
    const keyCount = this.plan.keys.length;
    const keys = bagOf(this.keys);
    keys.add(member.slice(0, keyCount), count);
    this.keys = keys.isEmpty ? undefined : keptRows(keys);
    this.memberOrigins?.add(originsOfRow(member), count);
    this.plan.aggregates.forEach(({ argument }, i) => {
      const value = argument === undefined ? 1 : member[keyCount + i]!;
      if (value !== null) this.aggregates[i]!.add(value, count);
    });
  }

  get isEmpty(): boolean {
    return this.keys === undefined;
  }

  /** `[...keys, ...aggregates]`, then its origins if they are tracked; `undefined` while the group has no row. */
  row(): StandingRow | undefined {
    if (this.keys === undefined && !this.plan.isGlobal) return undefined;
    const row = [...this.shownKeys()];
    for (const aggregate of this.aggregates) {
      const value = aggregate.result();
      if (value === undefined) return undefined;
      row.push(value);
    }
    if (this.memberOrigins !== undefined) row.push(this.memberOrigins.set());
    return row;
  }

  /** The keys of one member, always the same for the same set of members. */
  private shownKeys(): StandingRow {
    let shown: StandingRow | undefined;
    for (const { row } of bagOf(this.keys).rows()) {
      if (shown === undefined || exactKey(row) < exactKey(shown)) shown = row;
    }
    return shown ?? [];
  }
}

/** The groups of one grouping, by their keys. */
export type Groups = LeanMap<string, GroupState>;

/** Returns the result for a row; `undefined` if it is filtered out or an expression fails. */
export function projected(plan: ResultPlan, row: StandingRow): StandingRow | undefined {
  for (const condition of plan.having) if (!condition(row)) return undefined;
  const { projections } = plan;
  const values = new Array<Value>(projections.length);
  for (let i = 0; i < projections.length; i++) {
    const value = projections[i]!(row);
    if (value === undefined) return undefined;
    values[i] = value;
  }
  return values;
}

/**
 * `[...keys, ...arguments]` for an input row, then its origins if they are tracked; `undefined` if it is not a member
 * or an expression fails.
 */
export function memberOf(plan: GroupPlan, row: StandingRow, tracksOrigins: boolean): StandingRow | undefined {
  for (const condition of plan.where) if (!condition(row)) return undefined;
  const values = [];
  for (const key of plan.keys) {
    const value = key(row);
    if (value === undefined) return undefined;
    values.push(value);
  }
  for (const { argument } of plan.aggregates) {
    const value = argument === undefined ? null : argument(row);
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (tracksOrigins) values.push(row[row.length - 1]!);
  return values;
}
