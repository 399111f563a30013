/**
 * Determines which messages of a node a crash may have lost, from what its journal records since the last checkpoint.
 * Messages sent because of earlier changes have arrived: see packages/graph/src/durability/checkpoint.ts.
 *
 * A subscription and its reports are a link between a pattern node and one of a neighbor. If something on a link may be
 * lost, one of the two ends has a recent change of it:
 *
 * - the asking end became active or ceased to be, or has a recent edge to the neighbor, or recorded a report from it;
 * - the answering end recorded the subscription, or its report may have changed, which concerns all its subscribers.
 *
 * The end that recorded something also speaks if the change that led to it was lost at the other end, which has no
 * record of it then.
 *
 * Only the recorded changes count, not the node's present state: while other workers are replaced, this worker's nodes
 * change further, and send messages that arrive.
 */
import type { HalfEdge, NodeId, StandingEvent } from '@weir/model';
import type { RecentChanges } from '../contract/recent-changes.js';
import type { StandingNode } from '../contract/standing-node.js';
import type { PlanNode, StandingPlan } from '../plan/standing-plan.js';
import { groupNodeAbove } from '../state/groups/group-nodes.js';
import { allStates, type NodeStates } from '../state/node/node-states.js';
import { StandingEventKind, type StandingPayload } from '../state/node/standing-events.js';
import { Doubt } from '../state/pattern/doubt.js';
import type { WatchIndex } from './watch-index.js';

/** @returns doubts, also of pattern nodes whose state was dropped. */
export function doubtsOf(
  node: StandingNode,
  states: NodeStates,
  recent: RecentChanges,
  plans: ReadonlyMap<number, StandingPlan>,
  index: WatchIndex,
): ReadonlyMap<PlanNode, Doubt> {
  const { isWhole, edges, events } = recent;
  const doubts = new NodeDoubts(plans, removedEnds(node, edges));
  for (const { plan } of allStates(states)) {
    if (!isWhole) doubts.of(plan).asksAll = true;
    if (!isWhole || index.isAffected(plan, recent)) doubts.of(plan).answersAll = true;
    if (edges.length > 0) doubts.addNodes(plan, edges);
  }
  for (const event of events) doubts.add(event);
  return doubts.byPlan;
}

function removedEnds(node: StandingNode, edges: readonly HalfEdge[]): readonly NodeId[] {
  const removed = edges.filter(({ label, direction, other }) => !node.hasEdge(label, direction, other));
  return [...new Set(removed.map(({ other }) => other))];
}

class NodeDoubts {
  readonly byPlan = new Map<PlanNode, Doubt>();

  /** @param gone see `Doubt`. */
  constructor(
    private readonly plans: ReadonlyMap<number, StandingPlan>,
    private readonly gone: readonly NodeId[],
  ) {}

  of(plan: PlanNode): Doubt {
    let doubt = this.byPlan.get(plan);
    if (doubt === undefined) this.byPlan.set(plan, (doubt = new Doubt(this.gone)));
    return doubt;
  }

  addNodes(plan: PlanNode, edges: readonly HalfEdge[]): void {
    const { nodes } = this.of(plan);
    for (const { other } of edges) nodes.add(other);
  }

  add([, query, payload]: StandingEvent): void {
    const plan = this.plans.get(query);
    if (plan !== undefined) this.addOf(plan, payload as StandingPayload);
  }

  private addOf(plan: StandingPlan, event: StandingPayload): void {
    const doubtAbout = (number: number): Doubt => this.of(plan.nodes[number]!);
    switch (event[0]) {
      case StandingEventKind.Subscribed:
        doubtAbout(event[1]).nodes.add(event[2]);
        return;
      case StandingEventKind.Unsubscribed:
        doubtAbout(event[1]).hasEnded = true;
        return;
      case StandingEventKind.Reported:
      case StandingEventKind.Silent:
      case StandingEventKind.Answered:
        return this.addReport(plan, event[1], event[2]);
      case StandingEventKind.Cleared:
        doubtAbout(event[1]).hasEnded = true;
        doubtAbout(event[1]).answersAll = true;
        return;
      case StandingEventKind.Complete:
        doubtAbout(event[1]).answersAll = true;
        return;
      case StandingEventKind.RootActive:
        doubtAbout(0).asksAll = true;
        doubtAbout(0).answersAll = true;
        return;
      case StandingEventKind.Asked:
        doubtAbout(event[1]).asksAll = true;
        return;
      case StandingEventKind.Leaving:
        doubtAbout(event[2] ?? 0).answersAll = true;
        return;
      case StandingEventKind.Written:
        for (const each of plan.nodes) this.of(each).answersAll = true;
        return;
      default:
    }
  }

  private addReport(plan: StandingPlan, child: number, from: NodeId): void {
    const parent = groupNodeAbove(plan, child) ?? plan.nodes[plan.nodes[child]!.parent!.nodeIndex]!;
    const doubt = this.of(parent);
    doubt.nodes.add(from);
    doubt.answersAll = true;
  }
}
