/** Explains the pattern edges of a pattern node, and which neighbors match. */
import { type Direction, formatNodeId, type NodeId } from '@weir/model';
import type { WitnessNodePlan } from '../plan/witness-plan.js';
import type { RowNodePlan, RowEdgePlan, StepPlan } from '../plan/row-plan.js';
import type { WitnessState } from '../state/witnesses/witness-state.js';
import { neighborsOf } from '../state/node/node-reading.js';
import { contributionsOf } from '../state/rows/contributions.js';
import { RowBag } from '../collections/row-bag.js';
import type { RowState } from '../state/rows/row-state.js';
import type { StandingNode } from '../contract/standing-node.js';
import { patternEdgesOf } from './describe-plan.js';
import type { StepExplanation } from './explain-steps.js';
import { edgeHint } from './hints.js';

export interface PatternEdgeExplanation {
  readonly edge: string;
  /** The pattern node at the other end; `undefined` if any node satisfies it. */
  readonly nodeIndex: number | undefined;
  readonly mode: StepPlan['mode'];
  /** Several pattern edges of one step are alternatives. */
  readonly step: number;
  /** Number of neighbors over edges that fit. */
  readonly neighbours: number;
  /** Neighbors that report a match, as text ids, at most `MOST_NAMED`. */
  readonly matching: readonly string[];
  readonly matchingCount: number;
  /** The other neighbors, at most `MOST_NAMED`: a partial match may wait there. */
  readonly others: readonly NodeId[];
  /** Whether this pattern edge alone prevents a match. */
  readonly isMissing: boolean;
  /** Whether another matching neighbor might help: conditions reject the existing ones, or they lead elsewhere. */
  readonly wantsMore: boolean;
  /** If the edge is missing: an existing edge that may have been meant. */
  readonly hint: string | undefined;
}

export const MOST_NAMED = 20;

/** @param steps of an active pattern node; `undefined` if the reports of its neighbors are unknown. */
export function explainRowEdges(
  plan: RowNodePlan,
  node: StandingNode,
  state: RowState | undefined,
  steps: readonly StepExplanation[] | undefined,
): PatternEdgeExplanation[] {
  const neighbours = plan.patternEdges.map(patternEdge => [...neighborsOf(patternEdge, node)]);
  const hasNoNeighbors = (step: number): boolean =>
    plan.patternEdges.every((patternEdge, i) => patternEdge.step !== step || neighbours[i]!.length === 0);
  const described = patternEdgesOf(plan);
  return plan.patternEdges.map((patternEdge, i) => {
    const { mode } = plan.steps[patternEdge.step]!;
    const isNeeded = mode === 'inner' || mode === 'semi';
    const outcome = steps?.[patternEdge.step]!.outcome;
    return explainEdge(node, described[i]!, patternEdge.step, patternEdge.labels, patternEdge.direction, {
      neighbours: neighbours[i]!,
      matching: steps === undefined ? [] : matchingOf(state!, patternEdge),
      wantsMore: mode !== 'anti' && (outcome === 'filtered' || outcome === 'other ends'),
      isMissing:
        outcome === undefined || outcome === 'unreached'
          ? isNeeded && hasNoNeighbors(patternEdge.step)
          : outcome === 'nothing' || outcome === 'forbidden',
    });
  });
}

export function explainWitnessEdges(
  plan: WitnessNodePlan,
  node: StandingNode,
  state: WitnessState | undefined,
): PatternEdgeExplanation[] {
  const described = patternEdgesOf(plan);
  return plan.patternEdges.map((patternEdge, i) => {
    const neighbours = [...node.neighbors(patternEdge.label, patternEdge.direction)];
    const matching: NodeId[] = [];
    if (patternEdge.bare) matching.push(...neighbours);
    else
      state
        ?.edgeState(patternEdge.state)
        .forEach((neighbor, rows) => rows.length > 0 && matching.push(neighbor));
    const isAsking = state?.active === true;
    const isMissing = matching.length === 0 && (isAsking || neighbours.length === 0);
    return explainEdge(node, described[i]!, i, [patternEdge.label], patternEdge.direction, {
      neighbours,
      matching,
      isMissing,
      wantsMore: false,
    });
  });
}

/** Neighbors that fill the pattern edge. */
function matchingOf(state: RowState, patternEdge: RowEdgePlan): NodeId[] {
  const matching: NodeId[] = [];
  state.edgeState(patternEdge.index).forEach((neighbor, kept) => {
    const rows = new RowBag();
    contributionsOf(patternEdge, state.node, neighbor, kept, (row, count) => void rows.add(row, count));
    if (!rows.isEmpty) matching.push(neighbor);
  });
  return matching;
}

function explainEdge(
  node: StandingNode,
  described: Pick<PatternEdgeExplanation, 'edge' | 'nodeIndex' | 'mode'>,
  step: number,
  labels: readonly string[] | undefined,
  direction: Direction | undefined,
  found: {
    readonly neighbours: readonly NodeId[];
    readonly matching: readonly NodeId[];
    readonly isMissing: boolean;
    readonly wantsMore: boolean;
  },
): PatternEdgeExplanation {
  const { neighbours, matching, isMissing, wantsMore } = found;
  const known = new Set(matching);
  return {
    ...described,
    step,
    neighbours: neighbours.length,
    matching: matching.slice(0, MOST_NAMED).map(formatNodeId),
    matchingCount: matching.length,
    others: neighbours.filter(neighbor => !known.has(neighbor)).slice(0, MOST_NAMED),
    isMissing,
    wantsMore,
    hint: isMissing && neighbours.length === 0 ? edgeHint(node, labels, direction) : undefined,
  };
}
