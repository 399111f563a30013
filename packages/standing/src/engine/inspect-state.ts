/** What a node's standing-query state holds, as plain data: for inspectors, tests and "why does this not match?". */
import type { NodeId } from '@weir/model';
import { bagOf, rowsOf } from '../rows/neighbour-rows.js';
import { Writers } from '../rows/origins/writers.js';
import type { SlotPlan } from '../plan/witness-plan.js';
import type { RowBag } from '../rows/row-bag.js';
import { exactKey } from '../rows/row-key.js';
import { GroupHome, RowPart, RowRoot } from '../rows/row-state.js';
import type { ReportedRow } from '../results/result-state.js';
import type { OriginSet, StandingRow, StandingState } from '../standing-contract.js';
import { allParts, type NodePart, type NodeParts } from './node-states.js';
import { freeIn, PartState, RootState, tracesIn } from '../witnesses/witness-state.js';
import type { Trace } from '../witnesses/witness.js';

export interface PartInspection {
  readonly query: number;
  readonly part: number;
  readonly active: boolean;
  /** Of a root that matches. */
  readonly resultId: string | undefined;
  /** Of a root of a row plan, or of a group's home: rows with the ids of their results. */
  readonly results: readonly ReportedRow[];
  /** Sorted. */
  readonly subscribers: readonly NodeId[];
  /**
   * A part of a row plan reports nothing before these have answered: `slot node`. Of a root, and of a group's home,
   * also the homes of groups that it left and that have not confirmed it. Sorted.
   */
  readonly waitingFor: readonly string[];
  readonly slots: readonly SlotInspection[];
  /** Of what a query keeps that tracks origins: which records wrote which piece of the node, sorted by piece. */
  readonly writers?: readonly (readonly [piece: string, origins: OriginSet])[];
}

export interface SlotInspection {
  /** What neighbours reported, sorted by neighbour. */
  readonly reported: readonly {
    readonly neighbour: NodeId;
    readonly rows: readonly (Trace | StandingRow)[];
  }[];
  readonly free: number;
  readonly traces: readonly Trace[];
}

/** Sorted by query and part. */
export function inspectState(state: StandingState | undefined): readonly PartInspection[] {
  return allParts(state as NodeParts)
    .map(inspectPartState)
    .sort((a, b) => a.query - b.query || a.part - b.part);
}

export function inspectPartState(part: NodePart): PartInspection {
  const { query, number } = part.plan;
  const results = part instanceof RowRoot || part instanceof GroupHome ? [...part.results.rows()] : [];
  const quiet = {
    query,
    part: number,
    active: true,
    resultId: part instanceof RootState ? part.resultId : undefined,
    results: inOrder(results),
    subscribers: [],
    waitingFor: [],
    slots: [],
  };
  if (part instanceof Writers) {
    return { ...quiet, writers: [...part.pieces()].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }
  if (part instanceof GroupHome) {
    const slots = [slotOf([...part].map(([member, rows]) => [member, bagOf(rows)] as const))];
    return { ...quiet, waitingFor: [...part.leaving].sort(), slots };
  }
  if (!(part instanceof PartState || part instanceof RowPart)) return quiet;
  const asking = { ...quiet, active: part.active, subscribers: [...part.subscribers()].sort() };
  if (part instanceof PartState)
    return { ...asking, slots: part.plan.slots.map(slot => tracesOf(part, slot)) };
  return {
    ...asking,
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

function tracesOf(part: PartState, { index, columns }: SlotPlan): SlotInspection {
  const state = part.slot(index);
  const reported = [...state].map(([neighbour, rows]) => ({ neighbour, rows }));
  reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
  return { reported, free: freeIn(state), traces: tracesIn(state, columns.length) };
}
