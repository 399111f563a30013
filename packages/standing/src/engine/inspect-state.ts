/** What a node's standing-query state holds, as plain data: for inspectors, tests and "why does this not match?". */
import type { NodeId } from '@weir/model';
import { inspectRowPart } from '../rows/inspect-rows.js';
import type { OriginSet } from '../rows/origins/origin-set.js';
import type { ReportedRow } from '../rows/result-state.js';
import type { StandingRow, StandingState } from '../standing-operator.js';
import { allParts, type AnyPart, type NodeParts } from './node-parts.js';
import { ChildState, PartState, RootState } from './part-state.js';
import type { Trace } from './trace.js';

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

export function inspectPartState(part: AnyPart): PartInspection {
  return part instanceof PartState ? inspectPart(part) : inspectRowPart(part);
}

function inspectPart(part: PartState): PartInspection {
  const subscribers = part instanceof ChildState ? [...part.subscribers()] : [];
  return {
    query: part.plan.query,
    part: part.plan.number,
    active: part.active,
    resultId: part instanceof RootState ? part.resultId : undefined,
    results: [],
    subscribers: subscribers.sort(),
    waitingFor: [],
    slots: part.plan.slots.map(slot => {
      const state = part.slot(slot.index);
      const reported: { neighbour: NodeId; rows: readonly Trace[] }[] = [];
      state.forEach((neighbour, rows) => reported.push({ neighbour, rows }));
      reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
      return { reported, free: state.free, traces: state.traces(slot.columns.length) };
    }),
  };
}
