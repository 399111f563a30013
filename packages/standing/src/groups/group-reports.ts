/**
 * What a root tells the homes of groups that it is a member of, and the home of a group those of the next grouping. A home
 * from which something was taken away is remembered until it says that nothing is left: it may be all that there was,
 * and the message may be lost in a crash.
 */
import { EventKind, type NodeId } from '@weir/model';
import type { StandingPlan } from '../plan/row-plan.js';
import type { Origin, StandingEffects, StandingMessage, StandingRecorder } from '../standing-contract.js';
import { homeAbove, shareOut } from './group-nodes.js';
import { RowBag } from '../rows/row-bag.js';
import { StandingEventKind, type StandingPayload } from '../engine/standing-events.js';
import type { GroupHome, RowRoot } from '../rows/row-state.js';

export type Member = RowRoot | GroupHome;

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
    for (const [home, share] of this.shares(plan, member.plan.number, changes)) {
      if (takesAway(share) && member.leave(home)) {
        this.journal(plan, leavingEvent(StandingEventKind.Leaving, home, member));
      }
      this.tell(plan, member.plan.number, home, false, share);
    }
  }

  /** The member's rows are these, whatever homes were told before. */
  again(plan: StandingPlan, member: Member, rows: RowBag): void {
    const shares = this.shares(plan, member.plan.number, rows);
    for (const home of new Set([...shares.keys(), ...member.leaving])) {
      this.tell(plan, member.plan.number, home, true, shares.get(home) ?? NOTHING);
    }
  }

  /** A home asks what it has of the part's rows; `undefined` is none. */
  answer(plan: StandingPlan, part: number, home: NodeId, rows: RowBag | undefined): void {
    const share = rows === undefined ? undefined : this.shares(plan, part, rows).get(home);
    this.tell(plan, part, home, true, share ?? NOTHING);
  }

  /** A home has nothing of the member any more. */
  left(plan: StandingPlan, member: Member, home: NodeId): void {
    if (member.left(home)) this.journal(plan, leavingEvent(StandingEventKind.Left, home, member));
  }

  /** A home has nothing of a member any more, and says so. */
  release(plan: StandingPlan, part: number, member: NodeId): void {
    this.send(member, { kind: 'cancel', query: plan.query, part });
  }

  /** A home asks a member to say again what it has of it. */
  ask(plan: StandingPlan, part: number, member: NodeId): void {
    const { origin, initial } = this;
    this.send(member, { kind: 'subscribe', query: plan.query, part, origin, initial });
  }

  private shares(plan: StandingPlan, part: number, rows: RowBag): Map<NodeId, RowBag> {
    return shareOut(plan, homeAbove(plan, part)!.grouping, rows);
  }

  private tell(plan: StandingPlan, part: number, home: NodeId, reset: boolean, share: RowBag): void {
    const { origin, initial } = this;
    const delta = { reset, added: share.packed(), removed: [], origin, initial };
    this.send(home, { kind: 'report', query: plan.query, part, delta });
  }

  private send(to: NodeId, message: StandingMessage): void {
    this.recorder.sent(this.node, to, message);
    this.effects.send(to, message);
  }

  private journal(plan: StandingPlan, payload: StandingPayload): void {
    this.effects.journal([EventKind.Standing, plan.query, payload]);
  }
}

/** As the journal has it, of a root without the part. */
export function leavingEvent(
  kind: typeof StandingEventKind.Leaving | typeof StandingEventKind.Left,
  home: NodeId,
  { plan }: Member,
): StandingPayload {
  return plan.isRoot ? [kind, home] : [kind, home, plan.number];
}

function takesAway(rows: RowBag): boolean {
  for (const { count } of rows.rows()) if (count < 0) return true;
  return false;
}
