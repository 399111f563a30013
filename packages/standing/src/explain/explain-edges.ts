/** What a part asks its neighbours for, and who answers. */
import { type Direction, formatNodeId, type NodeId } from '@weir/model';
import type { PartPlan } from '../plan/witness-plan.js';
import type { RowPartPlan, RowSlotPlan, StepPlan } from '../plan/row-plan.js';
import type { PartState } from '../witnesses/witness-state.js';
import { neighboursOf } from '../rows/node-reading.js';
import { contributionsOf } from '../rows/contributions.js';
import { RowBag } from '../rows/row-bag.js';
import type { RowPart } from '../rows/row-state.js';
import type { StandingNode } from '../standing-contract.js';
import { slotsOf } from './describe-plan.js';
import type { StepExplanation } from './explain-steps.js';
import { edgeHint } from './hints.js';

export interface SlotExplanation {
  readonly edge: string;
  /** The part that is asked at the other end; `undefined`: any node will do. */
  readonly part: number | undefined;
  readonly mode: StepPlan['mode'];
  /** Several slots of one step are alternatives. */
  readonly step: number;
  /** Neighbours over fitting edges. */
  readonly neighbours: number;
  /** Those that report a match, as text ids, at most `MOST_NAMED`. */
  readonly matching: readonly string[];
  readonly matchingCount: number;
  /** The other ones, likewise at most `MOST_NAMED`: there a partial match may wait. */
  readonly others: readonly NodeId[];
  /** The slot keeps the part from matching, as far as it alone can tell. */
  readonly isMissing: boolean;
  /** What matches is kept out by conditions, or leads elsewhere: another neighbour that matched might help. */
  readonly wantsMore: boolean;
  /** Where there is no such edge: one that may have been meant. */
  readonly hint: string | undefined;
}

export const MOST_NAMED = 20;

/** @param steps of a part that is active; else what its neighbours would say is not known. */
export function explainRowSlots(
  plan: RowPartPlan,
  node: StandingNode,
  part: RowPart | undefined,
  steps: readonly StepExplanation[] | undefined,
): SlotExplanation[] {
  const neighbours = plan.slots.map(slot => [...neighboursOf(slot, node)]);
  const hasNobody = (step: number): boolean =>
    plan.slots.every((slot, i) => slot.step !== step || neighbours[i]!.length === 0);
  const described = slotsOf(plan);
  return plan.slots.map((slot, i) => {
    const { mode } = plan.steps[slot.step]!;
    const isNeeded = mode === 'inner' || mode === 'semi';
    const outcome = steps?.[slot.step]!.outcome;
    return explainSlot(node, described[i]!, slot.step, slot.labels, slot.direction, {
      neighbours: neighbours[i]!,
      matching: steps === undefined ? [] : matchingOf(part!, slot),
      wantsMore: mode !== 'anti' && (outcome === 'filtered' || outcome === 'other ends'),
      isMissing:
        outcome === undefined || outcome === 'unreached'
          ? isNeeded && hasNobody(slot.step)
          : outcome === 'nothing' || outcome === 'forbidden',
    });
  });
}

export function explainTraceSlots(
  plan: PartPlan,
  node: StandingNode,
  part: PartState | undefined,
): SlotExplanation[] {
  const described = slotsOf(plan);
  return plan.slots.map((slot, i) => {
    const neighbours = [...node.neighbours(slot.label, slot.direction)];
    const matching: NodeId[] = [];
    if (slot.bare) matching.push(...neighbours);
    else part?.slot(slot.state).forEach((neighbour, rows) => rows.length > 0 && matching.push(neighbour));
    const isAsking = part?.active === true;
    const isMissing = matching.length === 0 && (isAsking || neighbours.length === 0);
    return explainSlot(node, described[i]!, i, [slot.label], slot.direction, {
      neighbours,
      matching,
      isMissing,
      wantsMore: false,
    });
  });
}

/** Neighbours that fill the slot. */
function matchingOf(part: RowPart, slot: RowSlotPlan): NodeId[] {
  const matching: NodeId[] = [];
  part.slot(slot.index).forEach((neighbour, kept) => {
    const rows = new RowBag();
    contributionsOf(slot, part.node, neighbour, kept, (row, count) => void rows.add(row, count));
    if (!rows.isEmpty) matching.push(neighbour);
  });
  return matching;
}

function explainSlot(
  node: StandingNode,
  described: Pick<SlotExplanation, 'edge' | 'part' | 'mode'>,
  step: number,
  labels: readonly string[] | undefined,
  direction: Direction | undefined,
  found: {
    readonly neighbours: readonly NodeId[];
    readonly matching: readonly NodeId[];
    readonly isMissing: boolean;
    readonly wantsMore: boolean;
  },
): SlotExplanation {
  const { neighbours, matching, isMissing, wantsMore } = found;
  const known = new Set(matching);
  return {
    ...described,
    step,
    neighbours: neighbours.length,
    matching: matching.slice(0, MOST_NAMED).map(formatNodeId),
    matchingCount: matching.length,
    others: neighbours.filter(neighbour => !known.has(neighbour)).slice(0, MOST_NAMED),
    isMissing,
    wantsMore,
    hint: isMissing && neighbours.length === 0 ? edgeHint(node, labels, direction) : undefined,
  };
}
