/**
 * Edges whose two halves may disagree, because of what happened to them lately. Each node keeps its half of an edge,
 * and what two sessions do to one edge at the same moment may arrive in one order here and in the other there: made
 * and deleted at one end, deleted and made at the other.
 *
 * So a worker remembers for some time which halves were removed. When one of them is added again, that is in doubt
 * until the other end was asked (`CheckHalfEdge`). The question goes by way of the worker that added, behind what that
 * worker sent to the other end, so it never overtakes the other half of the same addition. An end that has no half
 * answers so at once; one that has it remembers that it was asked, and answers when it loses it. The answer
 * (`DropHalfEdge`) removes the half in doubt, unless somebody else did anything to it since: then it is that one's
 * to ask. So a half edge never stays, and what one session did in order is never undone by a late question.
 *
 * Why that is enough: suppose one end has its half in the end, and the other end lost its own. What removed it there
 * was sent to both ends, and came here before the last addition (else nothing would be here). So that was in doubt and
 * the other end was asked: after it lost its half, and it said so; or before, and it said so when it lost it.
 *
 * Edges of which nothing was ever removed cost a look at an empty set.
 */
import type { Direction, NodeId } from '@weir/model';
import { type HalfEdgeKey, HalfEdgeMemory, LEAST_REMEMBERED } from './half-edge-memory.js';

export class UnsettledEdges {
  private readonly removed = new HalfEdgeMemory<true>();
  /** With the number of the doubt that the other end had. */
  private readonly asked = new HalfEdgeMemory<number>();
  private readonly doubts = new HalfEdgeMemory<number>();
  /** Questions under way: as many doubts more are remembered, so that none is forgotten before its answer. */
  private questions = 0;

  /** @param lastDoubt new doubts have greater numbers: answers to those of an earlier life count for nothing. */
  constructor(private lastDoubt: number) {}

  keyOf(node: NodeId, label: string, direction: Direction, other: NodeId): HalfEdgeKey {
    return `${direction}${node.length}:${node}${other}${label}` as HalfEdgeKey;
  }

  /** Nothing is remembered: nothing can be in doubt. */
  get isEmpty(): boolean {
    return this.removed.isEmpty && this.doubts.isEmpty;
  }

  wasRemoved(half: HalfEdgeKey): boolean {
    return this.removed.has(half);
  }

  rememberRemoved(half: HalfEdgeKey): void {
    this.removed.remember(half, true);
  }

  /** The other end asked; its doubt is to be answered when this half is lost. */
  rememberAsked(half: HalfEdgeKey, doubt: number): void {
    this.asked.remember(half, doubt);
  }

  /** The doubt of the other end, if it asked; it is answered once. */
  takeAsked(half: HalfEdgeKey): number | undefined {
    const doubt = this.asked.get(half);
    if (doubt !== undefined) this.asked.forget(half);
    return doubt;
  }

  /** @returns the number of a new doubt, in place of an earlier one. */
  doubt(half: HalfEdgeKey): number {
    this.doubts.remember(half, ++this.lastDoubt, LEAST_REMEMBERED + this.questions);
    return this.lastDoubt;
  }

  /** @param answered ends when the question about the last doubt is answered. */
  awaitAnswer(answered: Promise<void>): Promise<void> {
    this.questions++;
    const ended = (): void => void this.questions--;
    answered.then(ended, ended);
    return answered;
  }

  isInDoubt(half: HalfEdgeKey, doubt: number): boolean {
    return this.doubts.get(half) === doubt;
  }

  hasDoubt(half: HalfEdgeKey): boolean {
    return this.doubts.has(half);
  }

  /** Somebody did something to the half. */
  endDoubt(half: HalfEdgeKey): void {
    this.doubts.forget(half);
  }
}
