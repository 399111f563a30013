/**
 * The join: from a pattern node's edges to its matches, and to its report for a subscriber. Work is bounded by the
 * pattern, not by the number of neighbors, since pattern edges hold only representatives (representatives.ts).
 */
import { Direction, type NodeId } from '@weir/model';
import type { WitnessNodePlan, WitnessEdgePlan } from '../../plan/witness-plan.js';
import { type WitnessState, witnessesIn } from './witness-state.js';
import { representatives } from './representatives.js';
import {
  compareWitnesses,
  EMPTY_WITNESS,
  freeWitnessList,
  isFree,
  keepsImage,
  NO_WITNESSES,
  ONE_EMPTY_WITNESS,
} from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

/** Returns the witnesses of a pattern edge: one for each distinguishable way to fill it. */
export function edgeWitnesses(state: WitnessState, patternEdge: WitnessEdgePlan): readonly Witness[] {
  return patternEdge.bare && patternEdge.columns.length === 0
    ? ONE_EMPTY_WITNESS
    : witnessesIn(state.edgeState(patternEdge.state), patternEdge.columns.length);
}

/**
 * Returns the pattern node's matches on its node, as witnesses over the pattern node's columns; empty if there are
 * none.
 */
export function matchesOf(state: WitnessState, node: NodeId): readonly Witness[] {
  const { plan } = state;
  if (!state.active) return NO_WITNESSES;
  if (plan.patternEdges.length === 1 && plan.loops.length === 0) {
    const witnesses = edgeWitnesses(state, plan.patternEdges[0]!);
    // A root has no columns; otherwise the columns are the pattern edge's own, with the same exclusions.
    return plan.columns.length > 0 || witnesses.length === 0 ? witnesses : ONE_EMPTY_WITNESS;
  }
  return new Join(state, node).run();
}

class Join {
  private readonly chosen: Witness[];
  private readonly found: Witness[] = [];

  constructor(
    private readonly state: WitnessState,
    private readonly node: NodeId,
  ) {
    this.chosen = state.plan.patternEdges.map(() => EMPTY_WITNESS);
  }

  run(): readonly Witness[] {
    const { plan } = this.state;
    this.choose(0);
    if (this.found.length === 0) return NO_WITNESSES;
    if (plan.columns.length === 0) return ONE_EMPTY_WITNESS;
    if (this.found.some(isFree)) return freeWitnessList(plan.columns.length);
    return representatives(this.found, plan.exclusions);
  }

  /** @returns whether the pattern edges from `depth` on can be filled. */
  private choose(depth: number): boolean {
    const { plan } = this.state;
    if (depth === plan.edgeOrder.length) {
      this.found.push(this.combined());
      return true;
    }
    const edgeIndex = plan.edgeOrder[depth]!;
    let any = false;
    for (const witness of edgeWitnesses(this.state, plan.patternEdges[edgeIndex]!)) {
      this.chosen[edgeIndex] = witness;
      if (!this.fits(edgeIndex, depth) || !this.choose(depth + 1)) continue;
      any = true;
      if (depth >= plan.feedingEdges) break;
    }
    return any;
  }

  private fits(edgeIndex: number, depth: number): boolean {
    const { checks, edgeOrder, patternEdges } = this.state.plan;
    const { after } = patternEdges[edgeIndex]!;
    if (after >= 0 && compareWitnesses(this.chosen[after]!, this.chosen[edgeIndex]!) >= 0) return false;
    for (const check of checks) {
      if (check.edgeIndex !== edgeIndex && check.otherIndex !== edgeIndex) continue;
      const other = check.edgeIndex === edgeIndex ? check.otherIndex : check.edgeIndex;
      if (edgeOrder.indexOf(other) > depth) continue;
      const a = this.chosen[check.edgeIndex]!;
      const b = this.chosen[check.otherIndex]!;
      const at = check.column * 2;
      const otherAt = check.otherColumn * 2;
      if (a[at] !== null && a[at] === b[otherAt] && a[at + 1] === b[otherAt + 1]) return false;
    }
    return true;
  }

  private combined(): Witness {
    const { columns } = this.state.plan;
    if (columns.length === 0) return EMPTY_WITNESS;
    const witness: (NodeId | null)[] = [];
    for (const column of columns) {
      const from = column.edgeIndex < 0 ? undefined : this.chosen[column.edgeIndex]!;
      const source = from === undefined ? this.node : from[column.column * 2]!;
      const target = from === undefined ? this.node : from[column.column * 2 + 1]!;
      if (source !== null && target !== null && keepsImage(column.keep, source, target, this.node)) {
        witness.push(source, target);
      } else {
        witness.push(null, null);
      }
    }
    return witness;
  }
}

/**
 * Returns the report for `asker`: the matches that do not stand on its own edge, with the images that can still collide
 * further up. With `asker` `undefined`: the report for all subscribers that no image names.
 */
export function reportFor(
  plan: WitnessNodePlan,
  entryDirection: Direction,
  matches: readonly Witness[],
  node: NodeId,
  asker: NodeId | undefined,
): readonly Witness[] {
  if (plan.columns.length === 0 || matches.length === 0) return matches;
  let rows: Witness[] | undefined;
  for (const match of matches) {
    if (usesEntryEdge(plan, entryDirection, match, node, asker)) continue;
    const row = reportedRow(plan, match, asker);
    if (isFree(row)) return freeWitnessList(plan.reported.length);
    if (rows === undefined) rows = [row];
    else rows.push(row);
  }
  return rows === undefined ? NO_WITNESSES : representatives(rows, plan.reportedRivals);
}

function usesEntryEdge(
  plan: WitnessNodePlan,
  entryDirection: Direction,
  match: Witness,
  node: NodeId,
  asker: NodeId | undefined,
): boolean {
  if (asker === undefined) return false;
  const source = entryDirection === Direction.Outgoing ? asker : node;
  const target = entryDirection === Direction.Outgoing ? node : asker;
  for (let column = 0; column < plan.columns.length; column++) {
    if (!plan.columns[column]!.againstEntry) continue;
    if (match[column * 2] === source && match[column * 2 + 1] === target) return true;
  }
  return false;
}

function reportedRow(plan: WitnessNodePlan, match: Witness, asker: NodeId | undefined): Witness {
  if (plan.reported.length === 0) return EMPTY_WITNESS;
  const { reported } = plan;
  // Allocated with its final length, because it is kept.
  const row = new Array<NodeId | null>(reported.length * 2).fill(null);
  for (let i = 0; i < reported.length; i++) {
    const { column, keep } = reported[i]!;
    const source = match[column * 2]!;
    const target = match[column * 2 + 1]!;
    if (source === null || target === null || !keepsImage(keep, source, target, asker)) continue;
    row[i * 2] = source;
    row[i * 2 + 1] = target;
  }
  return row;
}
