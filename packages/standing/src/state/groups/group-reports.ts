/**
 * What a root tells group nodes that it is a member of, and a group node those of the next grouping. A group node
 * from which something was taken away is remembered until it says that nothing is left: it may be all that there was,
 * and the message may be lost in a crash.
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

  /** The member's rows changed. */
  changed(plan: StandingPlan, member: Member, changes: RowBag): void {
    for (const [groupNode, share] of this.shares(plan, member.plan.number, changes)) {
      if (takesAway(share) && member.leave(groupNode)) {
        this.journal(plan, leavingEvent(StandingEventKind.Leaving, groupNode, member));
      }
      this.tell(plan, member.plan.number, groupNode, false, share);
    }
  }

  /** The member's rows are these, whatever group nodes were told before. */
  again(plan: StandingPlan, member: Member, rows: RowBag): void {
    const shares = this.shares(plan, member.plan.number, rows);
    for (const groupNode of new Set([...shares.keys(), ...member.leaving])) {
      this.tell(plan, member.plan.number, groupNode, true, shares.get(groupNode) ?? NOTHING);
    }
  }

  /** A group node asks what it has of the pattern node's rows; `undefined` is none. */
  answer(plan: StandingPlan, nodeIndex: number, groupNode: NodeId, rows: RowBag | undefined): void {
    const share = rows === undefined ? undefined : this.shares(plan, nodeIndex, rows).get(groupNode);
    this.tell(plan, nodeIndex, groupNode, true, share ?? NOTHING);
  }

  /** A group node has nothing of the member any more. */
  left(plan: StandingPlan, member: Member, groupNode: NodeId): void {
    if (member.left(groupNode)) this.journal(plan, leavingEvent(StandingEventKind.Left, groupNode, member));
  }

  /** A group node has nothing of a member any more, and says so. */
  release(plan: StandingPlan, nodeIndex: number, member: NodeId): void {
    this.send(member, { kind: 'cancel', query: plan.query, nodeIndex });
  }

  /** A group node asks a member to say again what it has of it. */
  ask(plan: StandingPlan, nodeIndex: number, member: NodeId): void {
    const { origin, initial } = this;
    this.send(member, { kind: 'subscribe', query: plan.query, nodeIndex, origin, initial });
  }

  private shares(plan: StandingPlan, nodeIndex: number, rows: RowBag): Map<NodeId, RowBag> {
    return shareOut(plan, groupNodeAbove(plan, nodeIndex)!.grouping, rows);
  }

  private tell(
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

/** As the journal has it, of a root without its number. */
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
