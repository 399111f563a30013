/**
 * Keeps a pattern edge's witnesses consistent with the rows that neighbors reported, or, if the child demands nothing,
 * with the node's half-edges. Most pattern edges have no columns, or only empty ones: then only a count is kept.
 */
import { Direction, type NodeId } from '@weir/model';
import type { WitnessEdgePlan } from '../../plan/witness-plan.js';
import { Keep, type Witness } from '../../plan/edge-columns.js';
import type { StandingNode } from '../../contract/standing-node.js';
import { freeIn, type EdgeWitnesses, witnessesIn } from './witness-state.js';
import { representatives, withWitness } from './representatives.js';
import { includesWitness, isFree, keepsImage, NO_WITNESSES } from './witness.js';

/**
 * Returns the witness of filling the pattern edge with this neighbor and row; `undefined` if that is impossible because
 * an edge would stand on the node's loop.
 */
export function witnessOf(
  plan: WitnessEdgePlan,
  here: NodeId,
  neighbor: NodeId,
  row: Witness,
): Witness | undefined {
  let witness = row;
  if (plan.ownColumn) {
    const source = plan.direction === Direction.Outgoing ? here : neighbor;
    const target = plan.direction === Direction.Outgoing ? neighbor : here;
    const keeps = keepsImage(plan.columns[0]!.keep, source, target, here);
    witness = keeps ? [source, target, ...row] : [null, null, ...row];
  }
  for (const column of plan.notLoop) {
    if (witness[column * 2] === here && witness[column * 2 + 1] === here) return undefined;
  }
  return witness;
}

/** A neighbor's report changes from `before` to `after`; both without duplicates. Updates the entry too. */
export function replaceRows(
  plan: WitnessEdgePlan,
  edgeState: EdgeWitnesses,
  here: NodeId,
  neighbor: NodeId,
  before: readonly Witness[],
  after: readonly Witness[],
): void {
  if (after.length === 0) edgeState.delete(neighbor);
  else edgeState.set(neighbor, after);
  if (plan.columns.length === 0) {
    edgeState.held = freeIn(edgeState) + after.length - before.length || NO_WITNESSES;
    return;
  }
  let free = freeIn(edgeState);
  const held = free > 0 ? NO_WITNESSES : witnessesIn(edgeState, plan.columns.length);
  let rescan = false;
  for (const row of before) {
    if (includesWitness(after, row)) continue;
    const witness = witnessOf(plan, here, neighbor, row);
    if (witness === undefined) continue;
    if (isFree(witness)) free--;
    else if (includesWitness(held, witness)) rescan = true;
  }
  const wasFree = freeIn(edgeState) > 0;
  let witnesses: readonly Witness[] | undefined = held;
  for (const row of after) {
    if (includesWitness(before, row)) continue;
    const witness = witnessOf(plan, here, neighbor, row);
    if (witness === undefined) continue;
    if (isFree(witness)) free++;
    else if (!wasFree && witnesses !== undefined)
      witnesses = withWitness(witnesses, witness, plan.exclusions);
  }
  if (free > 0) edgeState.held = free;
  else if (wasFree || rescan || witnesses === undefined) edgeState.held = scanRows(plan, edgeState, here);
  else edgeState.held = witnesses;
}

/** Recomputes counts and representatives from the entries alone. */
export function recountRows(plan: WitnessEdgePlan, edgeState: EdgeWitnesses, here: NodeId): void {
  let free = 0;
  edgeState.forEach((neighbor, rows) => {
    for (const row of rows) {
      const witness = witnessOf(plan, here, neighbor, row);
      if (witness !== undefined && isFree(witness)) free++;
    }
  });
  edgeState.held = free > 0 ? free : scanRows(plan, edgeState, here);
}

function scanRows(plan: WitnessEdgePlan, edgeState: EdgeWitnesses, here: NodeId): readonly Witness[] {
  const witnesses: Witness[] = [];
  edgeState.forEach((neighbor, rows) => {
    for (const row of rows) {
      const witness = witnessOf(plan, here, neighbor, row);
      if (witness !== undefined) witnesses.push(witness);
    }
  });
  return witnesses.length === 0 ? NO_WITNESSES : representatives(witnesses, plan.exclusions);
}

const NO_ROW: Witness = [];

/**
 * Updates a bare pattern edge with columns from the current half-edges. `touched`: the neighbors whose edges were added
 * or removed since the last time; `undefined` if anything may have changed.
 */
export function refreshBareEdge(
  plan: WitnessEdgePlan,
  edgeState: EdgeWitnesses,
  node: StandingNode,
  touched: readonly NodeId[] | undefined,
): void {
  const { label, direction } = plan;
  const ownEnd = direction === Direction.Outgoing ? Keep.AtSource : Keep.AtTarget;
  const keepsAll = (plan.columns[0]!.keep & (Keep.Always | ownEnd)) !== 0;
  if (!keepsAll) {
    const loop = node.hasEdge(label, direction, node.id);
    const others = node.edgeCount(label, direction) - (loop ? 1 : 0);
    const witness = loop ? witnessOf(plan, node.id, node.id, NO_ROW) : undefined;
    edgeState.held = others > 0 ? others : witness === undefined ? NO_WITNESSES : [witness];
    return;
  }
  if (touched !== undefined) {
    const kept = withTouched(plan, witnessesIn(edgeState, 1), node, touched);
    if (kept !== undefined) {
      edgeState.held = kept;
      return;
    }
  }
  const witnesses: Witness[] = [];
  for (const neighbor of node.neighbors(label, direction)) {
    const witness = witnessOf(plan, node.id, neighbor, NO_ROW);
    if (witness !== undefined) witnesses.push(witness);
  }
  edgeState.held = witnesses.length === 0 ? NO_WITNESSES : representatives(witnesses, plan.exclusions);
}

/** `undefined` if it requires a scan of all half-edges. */
function withTouched(
  plan: WitnessEdgePlan,
  before: readonly Witness[],
  node: StandingNode,
  touched: readonly NodeId[],
): readonly Witness[] | undefined {
  let witnesses: readonly Witness[] | undefined = before;
  for (const neighbor of touched) {
    const witness = witnessOf(plan, node.id, neighbor, NO_ROW);
    if (witness === undefined) continue;
    if (node.hasEdge(plan.label, plan.direction, neighbor)) {
      witnesses = withWitness(witnesses, witness, plan.exclusions);
      if (witnesses === undefined) return undefined;
    } else if (includesWitness(witnesses, witness)) {
      return undefined;
    }
  }
  return witnesses;
}
