/**
 * Reports of a root to the group nodes that it is a member of, and of a group node to the group nodes of the next
 * grouping. A group node from which rows were removed is remembered until it confirms that nothing is left: they may
 * have been all its rows, and a crash may lose the message.
 */
import { EventKind, type NodeId } from '@weir/model';
import type { StandingPlan } from '../../plan/standing-plan.js';
import type { Origin } from '../../contract/origin.js';
import type { StandingEffects } from '../../contract/standing-effects.js';
import type { StandingMessage } from '../../contract/standing-message.js';
import type { StandingRecorder } from '../../contract/standing-recorder.js';
import { groupNodeAbove, shareOut } from './group-nodes.js';
import { RowBag } from '../../collections/row-bag.js';
import { StandingEventKind, type StandingPayload } from '../node/standing-events.js';
import type { Member } from './member.js';

const NOTHING = new RowBag();

export class GroupReports {
  private node!: NodeId;
  private effects!: StandingEffects;
  private origin: Origin | undefined = undefined;
  private initial = false;

  constructor(private readonly recorder: StandingRecorder) {}

  begin(node: NodeId, effects: StandingEffects, origin: Origin | undefined, initial: boolean): void {
    this.node = node;
    this.effects = effects;
    this.origin = origin;
    this.initial = initial;
  }

  changed(plan: StandingPlan, member: Member, changes: RowBag): void {
    for (const [groupNode, share] of this.shares(plan, member.plan.number, changes)) {
      if (takesAway(share) && member.leave(groupNode)) {
        this.journal(plan, leavingEvent(StandingEventKind.Leaving, groupNode, member));
      }
      this.report(plan, member.plan.number, groupNode, false, share);
    }
  }

  /** Reports all of the member's rows, regardless of earlier reports. */
  again(plan: StandingPlan, member: Member, rows: RowBag): void {
    const shares = this.shares(plan, member.plan.number, rows);
    for (const groupNode of new Set([...shares.keys(), ...member.leaving])) {
      this.report(plan, member.plan.number, groupNode, true, shares.get(groupNode) ?? NOTHING);
    }
  }

  /** A group node requests its share of the pattern node's rows; `undefined` is none. */
  answer(plan: StandingPlan, nodeIndex: number, groupNode: NodeId, rows: RowBag | undefined): void {
    const share = rows === undefined ? undefined : this.shares(plan, nodeIndex, rows).get(groupNode);
    this.report(plan, nodeIndex, groupNode, true, share ?? NOTHING);
  }

  /** A group node has confirmed that it has no rows of the member. */
  left(plan: StandingPlan, member: Member, groupNode: NodeId): void {
    if (member.left(groupNode)) this.journal(plan, leavingEvent(StandingEventKind.Left, groupNode, member));
  }

  /** A group node has no rows of a member any more, and confirms it. */
  release(plan: StandingPlan, nodeIndex: number, member: NodeId): void {
    this.send(member, { kind: 'cancel', query: plan.query, nodeIndex });
  }

  /** A group node requests its rows again from a member. */
  requestGroup(plan: StandingPlan, nodeIndex: number, member: NodeId): void {
    const { origin, initial } = this;
    this.send(member, { kind: 'subscribe', query: plan.query, nodeIndex, origin, initial });
  }

  private shares(plan: StandingPlan, nodeIndex: number, rows: RowBag): Map<NodeId, RowBag> {
    return shareOut(plan, groupNodeAbove(plan, nodeIndex)!.grouping, rows);
  }

  private report(
    plan: StandingPlan,
    nodeIndex: number,
    groupNode: NodeId,
    reset: boolean,
    share: RowBag,
  ): void {
    const { origin, initial } = this;
    const delta = { reset, added: share.packed(), removed: [], origin, initial };
    this.send(groupNode, { kind: 'report', query: plan.query, nodeIndex, delta });
  }

  private send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node, to, message);
    this.effects.send(to, message);
  }

  private journal(plan: StandingPlan, payload: StandingPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }
}

/** In the form of the journal; for a root, without its number. */
export function leavingEvent(
  kind: typeof StandingEventKind.Leaving | typeof StandingEventKind.Left,
  groupNode: NodeId,
  { plan }: Member,
): StandingPayload {
  return plan.isRoot ? [kind, groupNode] : [kind, groupNode, plan.number];
}

function takesAway(rows: RowBag): boolean {
  for (const { count } of rows.rows()) if (count < 0) return true;
  return false;
}
