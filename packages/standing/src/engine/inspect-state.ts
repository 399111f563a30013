/** What a node's standing-query state holds, as plain data: for inspectors, tests and "why does this not match?". */
import type { NodeId } from '@weir/model';
import { bagOf, rowsOf } from '../rows/neighbour-rows.js';
import { Writers } from '../rows/origins/writers.js';
import type { WitnessEdgePlan } from '../plan/witness-plan.js';
import type { RowBag } from '../rows/row-bag.js';
import { exactKey } from '../rows/row-key.js';
import { GroupNode, RowState, RowRoot } from '../rows/row-state.js';
import type { ReportedRow } from '../results/result-state.js';
import type { OriginSet, StandingRow, StandingState } from '../standing-contract.js';
import { allStates, type NodeState, type NodeStates } from './node-states.js';
import { freeIn, WitnessState, WitnessRoot, witnessesIn } from '../witnesses/witness-state.js';
import type { Witness } from '../witnesses/witness.js';

export interface StateInspection {
  readonly query: number;
  readonly patternNode: number;
  readonly active: boolean;
  /** Of a root that matches. */
  readonly resultId: string | undefined;
  /** Of a root of a row plan, or of a group node: rows with the ids of their results. */
  readonly results: readonly ReportedRow[];
  /** Sorted. */
  readonly subscribers: readonly NodeId[];
  /**
   * A pattern node of a row plan reports nothing before these have answered: `patternEdge node`. Of a root, and of a
   * group node, also group nodes that it left and that have not confirmed it. Sorted.
   */
  readonly waitingFor: readonly string[];
  readonly patternEdges: readonly EdgeInspection[];
  /** Of what a query keeps that tracks origins: which records wrote which piece of the node, sorted by piece. */
  readonly writers?: readonly (readonly [piece: string, origins: OriginSet])[];
}

export interface EdgeInspection {
  /** What neighbours reported, sorted by neighbour. */
  readonly reported: readonly {
    readonly neighbour: NodeId;
    readonly rows: readonly (Witness | StandingRow)[];
  }[];
  readonly free: number;
  readonly witnesses: readonly Witness[];
}

/** Sorted by query and pattern node. */
export function inspectState(state: StandingState | undefined): readonly StateInspection[] {
  return allStates(state as NodeStates)
    .map(inspectNodeState)
    .sort((a, b) => a.query - b.query || a.patternNode - b.patternNode);
}

export function inspectNodeState(patternNode: NodeState): StateInspection {
  const { query, number } = patternNode.plan;
  const results =
    patternNode instanceof RowRoot || patternNode instanceof GroupNode ? [...patternNode.results.rows()] : [];
  const quiet = {
    query,
    patternNode: number,
    active: true,
    resultId: patternNode instanceof WitnessRoot ? patternNode.resultId : undefined,
    results: inOrder(results),
    subscribers: [],
    waitingFor: [],
    patternEdges: [],
  };
  if (patternNode instanceof Writers) {
    return { ...quiet, writers: [...patternNode.pieces()].sort(([a], [b]) => (a < b ? -1 : 1)) };
  }
  if (patternNode instanceof GroupNode) {
    const patternEdges = [
      edgeInspection([...patternNode].map(([member, rows]) => [member, bagOf(rows)] as const)),
    ];
    return { ...quiet, waitingFor: [...patternNode.leaving].sort(), patternEdges };
  }
  if (!(patternNode instanceof WitnessState || patternNode instanceof RowState)) return quiet;
  const asking = { ...quiet, active: patternNode.active, subscribers: [...patternNode.subscribers()].sort() };
  if (patternNode instanceof WitnessState)
    return {
      ...asking,
      patternEdges: patternNode.plan.patternEdges.map(patternEdge => witnessesOf(patternNode, patternEdge)),
    };
  return {
    ...asking,
    waitingFor: [
      ...(patternNode.waitingFor ?? []),
      ...(patternNode instanceof RowRoot ? patternNode.leaving : []),
    ].sort(),
    patternEdges: patternNode.plan.patternEdges.map(({ index }) =>
      edgeInspection(
        [...patternNode.edgeState(index)].map(([neighbour, kept]) => [neighbour, rowsOf(kept)] as const),
      ),
    ),
  };
}

function edgeInspection(entries: Iterable<readonly [NodeId, RowBag]>): EdgeInspection {
  const reported: { neighbour: NodeId; rows: readonly StandingRow[] }[] = [];
  for (const [neighbour, rows] of entries) reported.push({ neighbour, rows: sorted(rows.packed()) });
  reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
  return { reported, free: 0, witnesses: [] };
}

function sorted(rows: readonly StandingRow[]): StandingRow[] {
  return [...rows].sort((a, b) => (exactKey(a) < exactKey(b) ? -1 : 1));
}

function inOrder(results: readonly ReportedRow[]): ReportedRow[] {
  return [...results].sort((a, b) => (exactKey(a.row) < exactKey(b.row) ? -1 : 1));
}

function witnessesOf(patternNode: WitnessState, { index, columns }: WitnessEdgePlan): EdgeInspection {
  const state = patternNode.edgeState(index);
  const reported = [...state].map(([neighbour, rows]) => ({ neighbour, rows }));
  reported.sort((a, b) => (a.neighbour < b.neighbour ? -1 : 1));
  return { reported, free: freeIn(state), witnesses: witnessesIn(state, columns.length) };
}
