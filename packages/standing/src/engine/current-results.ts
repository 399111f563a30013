/** The results of a query that are true now on a node: which they are, and how they get other ids. */
import { EventKind } from '@weir/model';
import { RowEventKind } from '../rows/row-events.js';
import { GroupHome, RowRoot } from '../rows/row-state.js';
import type { ReportedRow } from '../rows/result-state.js';
import type { ResultName, StandingEffects, StandingRow } from '../standing-operator.js';
import { allParts, type NodeParts } from './node-parts.js';
import { RootState } from './part-state.js';
import { StandingEventKind } from './standing-events.js';

export function eachResult(
  parts: NodeParts,
  query: number,
  visit: (resultId: string, row: StandingRow | undefined) => void,
): void {
  for (const part of allParts(parts)) {
    if (part.plan.query !== query) continue;
    if (part instanceof RootState) {
      if (part.resultId !== undefined) visit(part.resultId, undefined);
    } else if (part instanceof RowRoot || part instanceof GroupHome) {
      for (const { row, ids } of part.results.rows()) for (const id of ids) visit(id, row);
    }
  }
}

/**
 * Cancellations of the results carry the new ids: when they have them, nothing happens.
 * @returns names of results that are not there under either id.
 */
export function renameResults(
  parts: NodeParts,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  let missing = names;
  for (const part of allParts(parts)) {
    if (part.plan.query !== query) continue;
    if (part instanceof RootState) missing = renameMatch(part, query, missing, effects);
    else if (part instanceof RowRoot || part instanceof GroupHome) {
      missing = renameRows(row => part.results.of(row), query, missing, effects);
    }
  }
  return missing;
}

function renameMatch(
  root: RootState,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  const known = root.resultId;
  if (known === undefined) return names;
  const found = names.find(({ resultId, name }) => resultId === known || name === known);
  if (found === undefined) return names;
  if (found.name !== known) {
    root.resultId = found.name;
    effects.journal([EventKind.Standing, query, [StandingEventKind.MatchBegan, found.name]]);
  }
  return names.filter(each => each !== found);
}

function renameRows(
  find: (row: StandingRow) => ReportedRow | undefined,
  query: number,
  names: readonly ResultName[],
  effects: StandingEffects,
): readonly ResultName[] {
  const missing: ResultName[] = [];
  const renamed = new Set<ReportedRow>();
  for (const each of names) {
    const reported = find(each.row);
    const at = reported?.ids.indexOf(each.resultId) ?? -1;
    if (reported === undefined || (at < 0 && !reported.ids.includes(each.name))) missing.push(each);
    if (reported === undefined || at < 0) continue;
    reported.ids[at] = each.name;
    renamed.add(reported);
  }
  for (const reported of renamed) journalAgain(reported, query, effects);
  return missing;
}

/** The journal names a row's results by their order alone: all of them end, and begin again under their new ids. */
function journalAgain({ row, ids }: ReportedRow, query: number, effects: StandingEffects): void {
  for (let i = 0; i < ids.length; i++) {
    effects.journal([EventKind.Standing, query, [RowEventKind.ResultEnded, row]]);
  }
  for (const id of ids) {
    effects.journal([EventKind.Standing, query, [RowEventKind.ResultBegan, id, row]]);
  }
}
