/** From a node's standing events, and the node itself, back to the state that was there when they were written. */
import type { NodeId } from '@weir/model';
import type { WitnessNodePlan } from '../plan/witness-plan.js';
import type { GroupNodePlan, PatternNodePlan, StandingPlan } from '../plan/row-plan.js';
import { type NodeState, type NodeStates, stateOf, withoutState, withState } from './node-states.js';
import type { StandingNode } from '../standing-contract.js';
import { groupNodeAbove, lastGroupNode } from '../groups/group-nodes.js';
import { changeLocalGroups } from '../groups/local-groups.js';
import { holdsOnNode, neighboursOf } from '../rows/node-reading.js';
import { Writers } from '../rows/origins/writers.js';
import { neighbourEdges, NO_NEIGHBOUR_EDGES, readOwn, writersPlanOf } from '../rows/element-reading.js';
import { evaluateJoin } from '../rows/output-rows.js';
import type { Member } from '../groups/group-reports.js';
import { bagOf, keptNeighbour, keptRows, rowsOf } from '../rows/neighbour-rows.js';
import { RowBag, totalOf } from '../rows/row-bag.js';
import { WitnessState, WitnessRoot } from '../witnesses/witness-state.js';
import { sharedRows } from '../witnesses/witness-work.js';
import { recountRows, refreshBareEdge } from '../witnesses/witness-upkeep.js';
import { ONE_EMPTY_WITNESS, type Witness } from '../witnesses/witness.js';
import { PatternNodeState } from './pattern-node-state.js';
import { StandingEventKind, type StandingPayload } from './standing-events.js';
import { GroupNode, RowState, RowRoot } from '../rows/row-state.js';
import { waitKey } from '../rows/row-work.js';

type EitherState = RowState | WitnessState;

export function applyStandingEvent(
  states: NodeStates,
  plan: StandingPlan,
  event: StandingPayload,
): NodeStates {
  switch (event[0]) {
    case StandingEventKind.Subscribed: {
      const nodePlan = plan.nodes[event[1]] as PatternNodePlan;
      const known = stateOf(states, nodePlan) as EitherState | undefined;
      const patternNode =
        known ?? (nodePlan.kind === 'rows' ? new RowState(nodePlan) : new WitnessState(nodePlan));
      patternNode.subscribe(event[2]);
      return known === undefined ? withState(states, patternNode) : states;
    }
    case StandingEventKind.Unsubscribed: {
      const patternNode = stateOf(states, plan.nodes[event[1]]!) as EitherState | undefined;
      if (patternNode === undefined) return states;
      patternNode.unsubscribe(event[2]);
      return patternNode.hasSubscribers ? states : withoutState(states, patternNode);
    }
    case StandingEventKind.Reported: {
      const groupPlan = groupNodeAbove(plan, event[1]);
      if (groupPlan !== undefined) {
        const [all, groupNode] = groupNodeIn(states, plan, groupPlan);
        addRows(groupNode, event[2], event[3]!);
        return all;
      }
      const asking = askingState(states, plan, event[1]);
      if (asking === undefined) return states;
      const { patternNode, patternEdge } = asking;
      if (patternNode instanceof WitnessState) {
        const columns = (plan.nodes[event[1]] as WitnessNodePlan).reported.length;
        const rows =
          event[3] === undefined ? ONE_EMPTY_WITNESS : sharedRows(event[3] as readonly Witness[], columns);
        patternNode.edgeState(patternEdge).set(event[2], rows);
        return states;
      }
      const kept = patternNode.edgeState(patternEdge).get(event[2]);
      const rows = kept === undefined ? new RowBag() : rowsOf(kept);
      rows.addPacked(event[3]!);
      patternNode
        .edgeState(patternEdge)
        .set(
          event[2],
          keptNeighbour(patternNode.plan.patternEdges[patternEdge]!, { ...NO_NEIGHBOUR_EDGES, rows }),
        );
      return states;
    }
    case StandingEventKind.Silent: {
      const groupPlan = groupNodeAbove(plan, event[1]);
      if (groupPlan !== undefined) {
        const [all, groupNode] = groupNodeIn(states, plan, groupPlan);
        groupNode.delete(event[2]);
        return withoutIdle(all, groupNode);
      }
      const asking = askingState(states, plan, event[1]);
      if (asking === undefined) return states;
      const { patternNode, patternEdge } = asking;
      patternNode.edgeState(patternEdge).delete(event[2]);
      if (patternNode instanceof RowState)
        patternNode.answered?.delete(waitKey(patternNode.plan.patternEdges[patternEdge]!, event[2]));
      return states;
    }
    case StandingEventKind.Answered: {
      const asking = askingState(states, plan, event[1]);
      if (!(asking?.patternNode instanceof RowState)) return states;
      const { patternNode, patternEdge } = asking as { patternNode: RowState; patternEdge: number };
      (patternNode.answered ??= new Set()).add(
        waitKey(patternNode.plan.patternEdges[patternEdge]!, event[2]),
      );
      return states;
    }
    case StandingEventKind.Complete: {
      const patternNode = (
        event[1] === 0 ? rootIn(states, plan)[1] : stateOf(states, plan.nodes[event[1]]!)
      ) as RowState;
      patternNode.complete = true;
      patternNode.answered = undefined;
      return states;
    }
    case StandingEventKind.Cleared: {
      const patternNode = stateOf(states, plan.nodes[event[1]]!) as EitherState | undefined;
      if (patternNode === undefined) return states;
      patternNode.forget();
      return patternNode.plan.isRoot ? withoutIdle(states, patternNode) : states;
    }
    case StandingEventKind.RootActive: {
      const [all, root] = rootIn(states, plan);
      root.active = true;
      return all;
    }
    case StandingEventKind.ResultBegan: {
      const [all, holder] = memberIn(states, plan, lastGroupNode(plan));
      if (holder instanceof WitnessRoot) holder.resultId = event[1];
      else holder.results.began(event[1], event[2]!);
      return all;
    }
    case StandingEventKind.ResultEnded: {
      const [all, holder] = memberIn(states, plan, lastGroupNode(plan));
      if (holder instanceof WitnessRoot) holder.resultId = undefined;
      else holder.results.end(event[1]!);
      return withoutIdle(all, holder);
    }
    case StandingEventKind.ResultRenamed: {
      const member = stateOf(states, lastGroupNode(plan) ?? plan.nodes[0]!) as Member | undefined;
      member?.results.rename(event[3], event[1], event[2]);
      return states;
    }
    case StandingEventKind.Leaving: {
      const [all, member] = memberIn(states, plan, groupNodeNumbered(plan, event[2]));
      (member as Member).leave(event[1]);
      return all;
    }
    case StandingEventKind.Left: {
      const [all, member] = memberIn(states, plan, groupNodeNumbered(plan, event[2]));
      (member as Member).left(event[1]);
      return withoutIdle(all, member);
    }
    case StandingEventKind.Written: {
      const writersPlan = writersPlanOf(plan);
      if (writersPlan === undefined) return states;
      const known = stateOf(states, writersPlan) as Writers | undefined;
      const writers = known ?? new Writers(writersPlan);
      writers.set(event[1], event[2]);
      if (writers.isEmpty) return known === undefined ? states : withoutState(states, writers);
      return known === undefined ? withState(states, writers) : states;
    }
    // What a plan that is no more has left behind.
    default:
      return states;
  }
}

/** Fills in what is not journalled. */
export function deriveState(
  patternNode: NodeState,
  node: StandingNode,
  plan: StandingPlan,
  writers: Writers | undefined,
): void {
  if (patternNode instanceof GroupNode) {
    patternNode.forEach((_, members) => {
      for (const { row, count } of bagOf(members).rows()) patternNode.group.add(row, count);
    });
    return;
  }
  if (!(patternNode instanceof PatternNodeState)) return;
  if (!patternNode.plan.isRoot) patternNode.active = holdsOnNode(patternNode.plan, node);
  if (!patternNode.active) return;
  if (patternNode instanceof WitnessState) deriveWitnesses(patternNode, node);
  else if (patternNode instanceof RowState) deriveRows(patternNode, node, plan, writers);
}

function deriveWitnesses(patternNode: WitnessState, node: StandingNode): void {
  for (const patternEdge of patternNode.plan.patternEdges) {
    if (patternEdge.after >= 0) continue;
    const state = patternNode.edgeState(patternEdge.index);
    if (!patternEdge.bare) recountRows(patternEdge, state, node.id);
    else if (patternEdge.columns.length > 0) refreshBareEdge(patternEdge, state, node, undefined);
  }
}

function deriveRows(
  patternNode: RowState,
  node: StandingNode,
  plan: StandingPlan,
  writers: Writers | undefined,
): void {
  readOwn(patternNode, node, writers);
  for (const patternEdge of patternNode.plan.patternEdges) {
    const neighbours = patternNode.edgeState(patternEdge.index);
    if (patternEdge.child < 0) {
      for (const neighbour of neighboursOf(patternEdge, node)) {
        const edges = neighbourEdges(patternNode, patternEdge, node, neighbour, writers);
        if (edges.edges.length === 0) continue;
        neighbours.set(neighbour, keptNeighbour(patternEdge, { ...edges, rows: new RowBag() }));
      }
    } else if (patternEdge.keepsEdges) {
      for (const [neighbour, kept] of neighbours) {
        const edges = neighbourEdges(patternNode, patternEdge, node, neighbour, writers);
        neighbours.set(neighbour, keptNeighbour(patternEdge, { ...edges, rows: rowsOf(kept) }));
      }
    }
  }
  if (patternNode.plan.waits && !patternNode.complete) deriveWaiting(patternNode, node);
  const rows = evaluateJoin(patternNode);
  if (!(patternNode instanceof RowRoot) || !patternNode.isReady) return;
  if (plan.result.onlyWhether) patternNode.rowCount = totalOf(rows);
  else changeLocalGroups(plan, patternNode, rows);
}

function deriveWaiting(patternNode: RowState, node: StandingNode): void {
  for (const patternEdge of patternNode.plan.patternEdges) {
    if (!patternEdge.awaited || patternEdge.child < 0) continue;
    for (const neighbour of neighboursOf(patternEdge, node)) {
      const key = waitKey(patternEdge, neighbour);
      if (patternNode.answered?.has(key) === true || patternNode.edgeState(patternEdge.index).has(neighbour))
        continue;
      (patternNode.waitingFor ??= new Set()).add(key);
    }
  }
}

/** @param patternNode of an event that names none: the root. */
function groupNodeNumbered(plan: StandingPlan, patternNode: number | undefined): GroupNodePlan | undefined {
  return patternNode === undefined ? undefined : (plan.nodes[patternNode] as GroupNodePlan);
}

function memberIn(
  states: NodeStates,
  plan: StandingPlan,
  groupNode: GroupNodePlan | undefined,
): [NodeStates, Member | WitnessRoot] {
  return groupNode === undefined ? rootIn(states, plan) : groupNodeIn(states, plan, groupNode);
}

function groupNodeIn(
  states: NodeStates,
  plan: StandingPlan,
  groupPlan: GroupNodePlan,
): [NodeStates, GroupNode] {
  const known = stateOf(states, groupPlan) as GroupNode | undefined;
  if (known !== undefined) return [states, known];
  const groupNode = new GroupNode(groupPlan, plan);
  return [withState(states, groupNode), groupNode];
}

function rootIn(states: NodeStates, plan: StandingPlan): [NodeStates, RowRoot | WitnessRoot] {
  const rootPlan = plan.nodes[0] as PatternNodePlan;
  const known = stateOf(states, rootPlan) as RowRoot | WitnessRoot | undefined;
  if (known !== undefined) return [states, known];
  const root = rootPlan.kind === 'rows' ? new RowRoot(rootPlan) : new WitnessRoot(rootPlan);
  return [withState(states, root), root];
}

function withoutIdle(states: NodeStates, member: EitherState | GroupNode): NodeStates {
  return member.isIdle ? withoutState(states, member) : states;
}

function askingState(
  states: NodeStates,
  plan: StandingPlan,
  child: number,
): { patternNode: EitherState; patternEdge: number } | undefined {
  const { patternNode: parent, patternEdge } = (plan.nodes[child] as PatternNodePlan).parent!;
  const patternNode = stateOf(states, plan.nodes[parent]!) as EitherState | undefined;
  return patternNode === undefined ? undefined : { patternNode, patternEdge };
}

function addRows(groupNode: GroupNode, member: NodeId, packed: Parameters<RowBag['addPacked']>[0]): void {
  const rows = bagOf(groupNode.get(member));
  rows.addPacked(packed);
  groupNode.set(member, keptRows(rows));
}
