/**
 * Operations of a state layout apart from its work: how a pattern node's state is created, replayed from the journal,
 * condensed, completed and inspected. There are two, `../witnesses/witness-layout.ts` and `../rows/row-layout.ts`;
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

  /** @param rows in the form of `StandingEventKind.Reported`. */
  putReport(
    state: State,
    edgeIndex: number,
    neighbor: NodeId,
    child: PatternNodePlan,
    rows: readonly StandingRow[] | undefined,
  ): void;
  dropReport(state: State, edgeIndex: number, neighbor: NodeId): void;

  /** Emits the events that restore the reports of neighbors. */
  condense(state: State, add: (payload: StandingPayload) => void): void;

  /** For an active state: derives everything that is not journaled. */
  derive(state: State, node: StandingNode, plan: StandingPlan, writers: Writers | undefined): void;

  inspect(state: State): Pick<StateInspection, 'resultId' | 'results' | 'waitingFor' | 'patternEdges'>;
}
