/**
 * Edges whose two halves may disagree because of recent changes. Each node keeps its half of an edge. Changes of one
 * edge by two sessions at the same time may arrive in different orders at its ends: created, then deleted at one end;
 * deleted, then created at the other.
 *
 * So a worker remembers for some time which halves were removed. When one of them is added again, it is in doubt until
 * the other end was asked (`CheckHalfEdge`):
 *
 * - The worker that added the edge sends the question, after its earlier messages to the other end, so the question
 *   never overtakes the other half of the same addition.
 * - An end without a half answers immediately. An end with one remembers that it was asked, and answers when it loses
 *   its half.
 * - The answer (`DropHalfEdge`) removes the half in doubt, unless another change was made to it since; that change then
 *   has its own question.
 *
 * So no half edge stays single, and a late question never undoes what one session did in order.
 *
 * Why this is enough: suppose one end keeps its half, and the other end has lost its own. The removal there was sent to
 * both ends and arrived here before the last addition (otherwise the half would not exist here). So that addition was
 * in doubt and the other end was asked: either after it lost its half, and it answered, or before, and it answered when
 * it lost it.
 *
 * Edges that were never removed cost one lookup in an empty set.
 */
import type { Direction, NodeId } from '@weir/model';
import { type HalfEdgeKey, HalfEdgeMemory, LEAST_REMEMBERED } from './half-edge-memory.js';

export class UnsettledEdges {
  private readonly removed = new HalfEdgeMemory<true>();
  /** Value: the number of the other end's doubt. */
  private readonly openQuestions = new HalfEdgeMemory<number>();
  private readonly doubts = new HalfEdgeMemory<number>();
  /** Questions in flight. The memory for doubts grows by this number, so that none is forgotten before its answer. */
  private questions = 0;

  /**
   * @param lastDoubt new doubts get greater numbers, so answers to questions of an earlier instance of this worker are
   * ignored.
   */
  constructor(private lastDoubt: number) {}

  keyOf(node: NodeId, label: string, direction: Direction, other: NodeId): HalfEdgeKey {
    return `${direction}${node.length}:${node}${other}${label}` as HalfEdgeKey;
  }

  /** Whether nothing is remembered, so nothing can be in doubt. */
  get isEmpty(): boolean {
    return this.removed.isEmpty && this.doubts.isEmpty;
  }

  wasRemoved(half: HalfEdgeKey): boolean {
    return this.removed.has(half);
  }

  rememberRemoved(half: HalfEdgeKey): void {
    this.removed.remember(half, true);
  }

  /** The other end asked. Its doubt has to be answered when this half is lost. */
  rememberQuestion(half: HalfEdgeKey, doubt: number): void {
    this.openQuestions.remember(half, doubt);
  }

  /** Returns the other end's doubt, if it asked, and forgets it: each doubt is answered once. */
  takeQuestion(half: HalfEdgeKey): number | undefined {
    const doubt = this.openQuestions.get(half);
    if (doubt !== undefined) this.openQuestions.forget(half);
    return doubt;
  }

  /** @returns the number of a new doubt, which replaces an earlier one. */
  doubt(half: HalfEdgeKey): number {
    this.doubts.remember(half, ++this.lastDoubt, LEAST_REMEMBERED + this.questions);
    return this.lastDoubt;
  }

  /** @param answered settles when the question about the last doubt is answered. */
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

  /** Called when the half was changed otherwise. */
  endDoubt(half: HalfEdgeKey): void {
    this.doubts.forget(half);
  }
}
