/**
 * State of a pattern node on one graph node, common to both layouts: whether it is active, and its subscribers. As a
 * map: the reports of the neighbors over its first pattern edge, since almost every state has one or none. There may be
 * several states per graph node and millions of nodes, so the only subscriber, and a link to the next state, are
 * inline.
 */
import type { NodeId } from '@weir/model';
import {
  isMember,
  LeanMap,
  type Members,
  membersOf,
  withMember,
  withoutMember,
} from '../../collections/lean-map.js';
import type { PatternNodePlan } from '../../plan/standing-plan.js';
import type { NodeState } from '../node/node-states.js';

const Flag = { Active: 1, Complete: 2 } as const;

export abstract class PatternNodeState<V> extends LeanMap<NodeId, V> implements NodeState {
  next: NodeState | undefined = undefined;
  private flags = 0;
  private subscriberIds: Members<NodeId> = undefined;

  abstract readonly plan: PatternNodePlan;

  /** Clears everything but its subscribers, and the results of a root. */
  abstract forget(): void;

  /** Whether no state of a root is left. */
  abstract get isIdle(): boolean;

  /** The demands on the node itself hold, and it has subscribed to its neighbors. */
  get active(): boolean {
    return (this.flags & Flag.Active) !== 0;
  }

  set active(active: boolean) {
    this.flags = active ? this.flags | Flag.Active : this.flags & ~Flag.Active;
  }

  /** It is journaled that no answers are pending. */
  get complete(): boolean {
    return (this.flags & Flag.Complete) !== 0;
  }

  set complete(complete: boolean) {
    this.flags = complete ? this.flags | Flag.Complete : this.flags & ~Flag.Complete;
  }

  get hasSubscribers(): boolean {
    return this.subscriberIds !== undefined;
  }

  isSubscribed(node: NodeId): boolean {
    return isMember(this.subscriberIds, node);
  }

  /** Do not change them while iterating. */
  subscribers(): Iterable<NodeId> {
    return membersOf(this.subscriberIds);
  }

  /** @returns false if it was subscribed already. */
  subscribe(node: NodeId): boolean {
    if (isMember(this.subscriberIds, node)) return false;
    this.subscriberIds = withMember(this.subscriberIds, node);
    return true;
  }

  /** @returns false if it was not subscribed. */
  unsubscribe(node: NodeId): boolean {
    if (!isMember(this.subscriberIds, node)) return false;
    this.subscriberIds = withoutMember(this.subscriberIds, node);
    return true;
  }
}

/** A state of a pattern node in either layout. */
export type PatternState = PatternNodeState<unknown>;
