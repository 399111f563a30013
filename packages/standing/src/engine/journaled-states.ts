import type { StandingEvent } from '@weir/model';
import type { StandingNode } from '../contract/standing-node.js';
import type { StandingState } from '../contract/standing-state.js';
import type { StateStorage } from '../contract/state-storage.js';
import { allStates, sealed, unsealed } from '../state/node/node-states.js';
import type { StandingPayload } from '../state/node/standing-events.js';
import { writersOf } from '../state/origins/writers.js';
import type { QueryRegistry } from './query-registry.js';
import { condenseState } from './state-condense.js';
import { applyStandingEvent, deriveState } from './state-replay.js';

export class JournaledStates implements StateStorage {
  constructor(private readonly queries: QueryRegistry) {}

  replay(state: StandingState | undefined, event: StandingEvent): StandingState | undefined {
    const plan = this.queries.plans.get(event[1]);
    if (plan === undefined) return state;
    return sealed(applyStandingEvent(unsealed(state), plan, event[2] as StandingPayload));
  }

  restored(node: StandingNode, state: StandingState): StandingState | undefined {
    const states = unsealed(state);
    for (const state of allStates(states)) {
      const plan = this.queries.plans.get(state.plan.query)!;
      deriveState(state, node, plan, writersOf(states, plan));
    }
    return state;
  }

  condense(state: StandingState): readonly StandingEvent[] {
    return condenseState(unsealed(state), this.queries.plans);
  }

  withoutRemoved(state: StandingState): StandingState | undefined {
    return sealed(this.queries.statesOfRegistered(unsealed(state)));
  }
}
