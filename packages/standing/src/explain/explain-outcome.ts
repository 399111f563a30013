/** Explains the rows of a root or group: which are not results, why, and which groups they are in. */
import type { NodeId } from '@weir/model';
import type { RowCondition } from '../plan/node-demands.js';
import type { GroupPlan } from '../plan/result-plan.js';
import type { StandingPlan } from '../plan/standing-plan.js';
import { shareOut } from '../state/groups/group-nodes.js';
import { memberOf, projected } from '../state/groups/group-state.js';
import { currentRows } from '../state/rows/output-rows.js';
import { RowBag } from '../collections/row-bag.js';
import type { GroupNode } from '../state/groups/group-node.js';
import { RowRoot } from '../state/rows/row-state.js';
import { unwound } from '../state/groups/unwound-rows.js';
import type { StandingRow } from '../contract/delta.js';
import { shownText } from './shown-text.js';

export interface OutcomeExplanation {
  readonly dropped: readonly DroppedRows[];
  /** Nodes that hold the groups of the rows. */
  readonly groupNodes: readonly NodeId[];
}

export interface DroppedRows {
  readonly because: string;
  readonly rows: number;
  /** The result that one of them would be; `undefined` if it cannot be determined. */
  readonly example: string | undefined;
}

export function explainOutcome(plan: StandingPlan, source: RowRoot | GroupNode): OutcomeExplanation {
  return new Outcome(plan).of(source);
}

class Outcome {
  private readonly dropped = new Map<string, { rows: number; example: string | undefined }>();

  constructor(private readonly plan: StandingPlan) {}

  of(source: RowRoot | GroupNode): OutcomeExplanation {
    const { groups } = this.plan.result;
    const isRoot = source instanceof RowRoot;
    let rows = isRoot ? this.afterUnwinds(currentRows(source)) : ownRows(source);
    for (let i = isRoot ? 0 : source.plan.grouping + 1; i < groups.length; i++) {
      const group = groups[i]!;
      this.tryMembers(group, rows);
      if (group.onGroupNodes) return this.explanation([...shareOut(this.plan, i, rows).keys()]);
      rows = groupedOn(source as RowRoot, i);
    }
    this.tryResults(rows);
    return this.explanation([]);
  }

  private explanation(groupNodes: readonly NodeId[]): OutcomeExplanation {
    const dropped = [...this.dropped].map(([because, each]) => ({ because, ...each }));
    return { dropped, groupNodes };
  }

  private drop(because: string, rows: number, example?: string): void {
    const known = this.dropped.get(because);
    if (known === undefined) this.dropped.set(because, { rows, example });
    else known.rows += rows;
  }

  /** Unwinds each list separately: a row with an empty list is dropped. */
  private afterUnwinds(rows: RowBag): RowBag {
    const { result, tracksOrigins } = this.plan;
    result.unwinds.forEach(({ listText, where, whereTexts }, i) => {
      const before = { result: { ...result, unwinds: result.unwinds.slice(0, i) }, tracksOrigins };
      const listed = { ...result, unwinds: [...before.result.unwinds, { ...result.unwinds[i]!, where: [] }] };
      for (const { row, count } of unwound(before, rows).rows()) {
        const one = new RowBag();
        one.add(row, count);
        const elements = unwound(
          { result: { ...listed, unwinds: listed.unwinds.slice(i) }, tracksOrigins },
          one,
        );
        if (elements.isEmpty) this.drop(`UNWIND ${listText} gives nothing`, count);
        for (const { row: element, count: times } of elements.rows()) {
          const failing = failingIn(where, whereTexts, element);
          if (failing !== undefined) this.drop(failing, times);
        }
      }
    });
    return unwound(this.plan, rows);
  }

  private tryMembers(group: GroupPlan, rows: RowBag): void {
    for (const { row, count } of rows.rows()) {
      if (memberOf(group, row, this.plan.tracksOrigins) !== undefined) continue;
      this.drop(failingIn(group.where, group.whereTexts, row) ?? 'an expression fails', count);
    }
  }

  private tryResults(rows: RowBag): void {
    const { result, columns } = this.plan;
    for (const { row, count } of rows.rows()) {
      if (projected(result, row) !== undefined) continue;
      const values = result.projections.map(projection => projection(row));
      const failing = values.indexOf(undefined);
      const example = columns
        .map((name, i) => `${name}: ${values[i] === undefined ? '?' : shownText(values[i])}`)
        .join(', ');
      const because =
        failing >= 0
          ? `${result.projectionTexts[failing]} fails`
          : failingIn(result.having, result.havingTexts, row);
      this.drop(because ?? 'an expression fails', count, failing >= 0 ? undefined : example);
    }
  }
}

function failingIn(
  conditions: readonly RowCondition[],
  texts: readonly string[],
  row: StandingRow,
): string | undefined {
  const failing = conditions.findIndex(condition => !condition(row));
  return failing < 0 ? undefined : `WHERE ${texts[failing]} does not hold`;
}

function ownRows({ group }: GroupNode): RowBag {
  const rows = new RowBag();
  const row = group.row();
  if (row !== undefined) rows.add(row, 1);
  return rows;
}

function groupedOn({ groups }: RowRoot, grouping: number): RowBag {
  const rows = new RowBag();
  for (const group of groups[grouping]?.values() ?? []) {
    const row = group.row();
    if (row !== undefined) rows.add(row, 1);
  }
  return rows;
}
