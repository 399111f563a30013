/** Gives results that are true now other ids, so that their cancellations carry those. */
import { EventKind } from '@weir/model';
import { RowEventKind } from '../rows/row-events.js';
import { GroupHome, RowRoot } from '../rows/row-state.js';
import type { ReportedRow } from '../rows/result-state.js';
import type { StandingEffects } from '../standing-operator.js';
import { allParts, type NodeParts } from './node-parts.js';
import { RootState } from './part-state.js';
import { StandingEventKind } from './standing-events.js';

export function renameResults(
  parts: NodeParts,
  query: number,
  names: ReadonlyMap<string, string>,
  effects: StandingEffects,
): void {
  for (const part of allParts(parts)) {
    if (part.plan.query !== query) continue;
    if (part instanceof RootState) renameMatch(part, query, names, effects);
    else if (part instanceof RowRoot || part instanceof GroupHome) {
      for (const reported of part.results.rows()) renameRow(reported, query, names, effects);
    }
  }
}

function renameMatch(
  root: RootState,
  query: number,
  names: ReadonlyMap<string, string>,
  effects: StandingEffects,
): void {
  const name = root.resultId === undefined ? undefined : names.get(root.resultId);
  if (name === undefined) return;
  root.resultId = name;
  effects.journal([EventKind.Standing, query, [StandingEventKind.MatchBegan, name]]);
}

/** The journal names a row's results by their order alone: all of them end, and begin again under their new ids. */
function renameRow(
  { row, ids }: ReportedRow,
  query: number,
  names: ReadonlyMap<string, string>,
  effects: StandingEffects,
): void {
  if (!ids.some(id => names.has(id))) return;
  for (let i = 0; i < ids.length; i++) {
    effects.journal([EventKind.Standing, query, [RowEventKind.ResultEnded, row]]);
  }
  ids.forEach((id, i) => {
    const name = names.get(id) ?? id;
    ids[i] = name;
    effects.journal([EventKind.Standing, query, [RowEventKind.ResultBegan, name, row]]);
  });
}
