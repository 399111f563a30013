import type { NodeId } from '@weir/model';
import type { KeptRows } from '../../collections/kept-rows.js';
import { LeanMap, LeanSet } from '../../collections/lean-map.js';
import type { GroupNodePlan, StandingPlan } from '../../plan/standing-plan.js';
import type { NodeState } from '../node/node-states.js';
import { ResultState } from '../results/result-state.js';
import { GroupState } from './group-state.js';
import type { Member } from './member.js';

const NOWHERE: readonly NodeId[] = [];

/** A group whose members are on many nodes: roots, or group nodes. As a map: the members' reports. */
export class GroupNode extends LeanMap<NodeId, KeptRows> implements Member {
  next: NodeState | undefined = undefined;
  /** For the last grouping. */
  readonly results = new ResultState();
  readonly group: GroupState;
  private removed: LeanSet<NodeId> | undefined = undefined;

  constructor(
    readonly plan: GroupNodePlan,
    { result, tracksOrigins }: StandingPlan,
  ) {
    super();
    this.group = new GroupState(result.groups[plan.grouping]!, tracksOrigins);
  }

  /** Group nodes of the next grouping. */
  get leaving(): Iterable<NodeId> {
    return this.removed ?? NOWHERE;
  }

  leave(groupNode: NodeId): boolean {
    return (this.removed ??= new LeanSet()).add(groupNode);
  }

  left(groupNode: NodeId): boolean {
    return this.removed?.delete(groupNode) === true;
  }

  /** Whether no state is left. */
  get isIdle(): boolean {
    return this.size === 0 && this.results.isEmpty && (this.removed?.size ?? 0) === 0;
  }
}
