/** The state of row plans as plain data: the same for the same knowledge, in whatever order it came. */
import type { NodeId } from '@weir/model';
import type { PartInspection, SlotInspection } from '../engine/inspect-state.js';
import type { StandingRow } from '../standing-operator.js';
import type { ReportedRow } from './result-state.js';
import { bagOf, rowsOf } from './neighbour-rows.js';
import type { RowBag } from './row-bag.js';
import { Writers } from './origins/writers.js';
import { exactKey } from './row-key.js';
import { GroupHome, type RowPart, RowRoot } from './row-state.js';

export function inspectRowPart(part: RowPart | Writers | GroupHome): PartInspection {
  const { query, number } = part.plan;
  const results = part instanceof RowRoot || part instanceof GroupHome ? [...part.results.rows()] : [];
  const common = { query, part: number, resultId: undefined, results: inOrder(results) };
  if (part instanceof Writers) {
    const writers = [...part.pieces()].sort(([a], [b]) => (a < b ? -1 : 1));
    return { ...common, active: true, subscribers: [], waitingFor: [], slots: [], writers };
  }
  if (part instanceof GroupHome) {
    const slots = [slotOf([...part].map(([member, rows]) => [member, bagOf(rows)] as const))];
    return { ...common, active: true, subscribers: [], waitingFor: [...part.leaving].sort(), slots };
  }
  return {
    ...common,
    active: part.active,
    subscribers: [...part.subscribers()].sort(),
    waitingFor: [...(part.waitingFor ?? []), ...(part instanceof RowRoot ? part.leaving : [])].sort(),
    slots: part.plan.slots.map(({ index }) =>
      slotOf([...part.slot(index)].map(([neighbour, kept]) => [neighbour, rowsOf(kept)] as const)),
    ),
  };
}

function slotOf(entries: Iterable<readonly [NodeId, RowBag]>): SlotInspection {
  const reported: { neighbour: NodeId; rows: readonly StandingRow[] }[] = [];
  for (const [neighbour, rows] of entries) reported.push({ neighbour, rows: sorted(rows.packed()) });
  reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
  return { reported, free: 0, traces: [] };
}

function sorted(rows: readonly StandingRow[]): StandingRow[] {
  return [...rows].sort((a, b) => (exactKey(a) < exactKey(b) ? -1 : 1));
}

function inOrder(results: readonly ReportedRow[]): ReportedRow[] {
  return [...results].sort((a, b) => (exactKey(a.row) < exactKey(b.row) ? -1 : 1));
}
