/**
 * What a layout of state can do beside working: how a pattern node's state is made, read back from the journal, written
 * down, completed and shown. There are two, `../witnesses/witness-layout.ts` and `../rows/row-layout.ts`;
 * `engine/layouts.ts` knows which one a plan chose.
 */
import type { NodeId } from '@weir/model';
import type { PatternNodePlan, StandingPlan } from '../../plan/standing-plan.js';
import type { Writers } from '../origins/writers.js';
import type { StandingNode } from '../../contract/standing-node.js';
import type { StandingRow } from '../../contract/delta.js';
import type { StateInspection } from '../node/state-inspection.js';
import type { PatternState } from './pattern-node-state.js';
import type { StandingPayload } from '../node/standing-events.js';

export interface Layout<State extends PatternState, Plan extends PatternNodePlan> {
  newState(plan: Plan): State;

  /** @param rows as `StandingEventKind.Reported` has them. */
  putReport(
    state: State,
    edgeIndex: number,
    neighbour: NodeId,
    child: PatternNodePlan,
    rows: readonly StandingRow[] | undefined,
  ): void;
  dropReport(state: State, edgeIndex: number, neighbour: NodeId): void;

  /** The events that lead to what neighbours reported. */
  condense(state: State, add: (payload: StandingPayload) => void): void;

  /** Fills in what is not journalled, for an active one. */
  derive(state: State, node: StandingNode, plan: StandingPlan, writers: Writers | undefined): void;

  inspect(state: State): Pick<StateInspection, 'resultId' | 'results' | 'waitingFor' | 'patternEdges'>;
}
