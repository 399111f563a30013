/**
 * Rings of matches on the canvas. The nodes of a new match have a ring for some seconds. When the match ends, the ring is
 * broken; nodes that only matches added, and that no other match holds, then fade and are removed.
 */
import type { Mark } from '../../canvas/marks.js';
import { nodesOf } from '../../graph/clusters.js';
import type { CanvasModel } from '../canvas/canvas-model.js';
import type { LatestNodes } from './latest-nodes.js';

/** Identifies a match until it ends. */
export interface MatchKey {
  readonly standingQuery: string;
  readonly resultId: string;
}

const NEW_MILLIS = 12_000;
const ENDED_MILLIS = 5000;
const FADING_MILLIS = 2000;
/** Of older matches, only the ids in their data are known when they end. */
const MATCHES_KNOWN = 1000;

export class MatchMarks {
  private readonly newUntil = new Map<string, number>();
  /** Time at which the match of a node ended. */
  private readonly endedAt = new Map<string, number>();
  /** Nodes of each drawn match that has not ended. */
  private readonly held = new Map<string, readonly string[]>();
  /** Marks of the match that is open, whatever its age. */
  private shown: ReadonlyMap<string, Mark> = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param latest nodes that only matches added.
   * @param isPaused whether nothing may be removed now.
   */
  constructor(
    private readonly canvas: CanvasModel,
    private readonly latest: LatestNodes,
    private readonly isPaused: () => boolean,
  ) {}

  /** Call when the nodes of a match are drawn. */
  begin(match: MatchKey, ids: readonly string[]): void {
    this.held.set(keyOf(match), ids);
    for (const [oldest] of this.held) if (this.held.size > MATCHES_KNOWN) this.held.delete(oldest);
    const until = Date.now() + NEW_MILLIS;
    for (const id of ids) {
      this.newUntil.set(id, until);
      this.endedAt.delete(id);
    }
    this.show();
  }

  /** @param named nodes in the data of the match, which count if it was not drawn. */
  end(match: MatchKey, named: readonly string[]): void {
    const key = keyOf(match);
    const ids = this.held.get(key) ?? named;
    this.held.delete(key);
    const others = new Set([...this.held.values()].flat());
    for (const id of ids) {
      if (others.has(id)) continue;
      this.newUntil.delete(id);
      this.endedAt.set(id, Date.now());
    }
    this.show();
  }

  /** @returns a function that removes these marks, unless others have replaced them. */
  overlay(marks: ReadonlyMap<string, Mark>): () => void {
    this.shown = marks;
    this.latest.keep([...marks.keys()]);
    this.show();
    return () => {
      if (this.shown !== marks) return;
      this.shown = new Map();
      this.show();
    };
  }

  /** Nodes that are selected, pinned or in a bubble are no longer removed. */
  keepUsed(): void {
    const { scene, selected, view } = this.canvas;
    const inBubbles = [...scene.clusters.values()].flatMap(each => nodesOf(each, scene.clusters));
    this.latest.keep([...selected.value, ...(view?.pinned() ?? []), ...inBubbles]);
  }

  private show(): void {
    const now = Date.now();
    const { canvas } = this;
    for (const [id, until] of this.newUntil) if (until <= now) this.newUntil.delete(id);
    // The marks of a past moment are those of its differences.
    if (canvas.atTime.value === undefined) {
      this.remove(now);
      const isNew = [...this.newUntil.keys()].map(id => [id, 'match'] as const);
      const ended = [...this.endedAt].map(([id, at]) => [id, this.markOf(id, now - at)] as const);
      canvas.marks.value = new Map<string, Mark>([...ended, ...isNew, ...this.shown]);
      const edges = [...canvas.scene.edges.values()].filter(
        ({ from, to }) => this.newUntil.has(from) && this.newUntil.has(to),
      );
      canvas.edgeMarks.value = new Map(edges.map(({ key }) => [key, 'match']));
    }
    this.showLater(now);
  }

  private remove(now: number): void {
    const over = [...this.endedAt].filter(([, at]) => now - at >= ENDED_MILLIS + FADING_MILLIS);
    if (over.length === 0) return;
    this.keepUsed();
    const leaving = over.map(([id]) => id).filter(id => this.latest.has(id));
    if (leaving.length > 0 && this.isPaused()) return;
    for (const [id] of over) this.endedAt.delete(id);
    this.latest.keep(leaving);
    this.canvas.scene.remove(new Set(leaving), true);
  }

  private markOf(id: string, millis: number): Mark {
    return millis >= ENDED_MILLIS && this.latest.has(id) ? 'fading' : 'ended';
  }

  /** Shows the next change when it is due. */
  private showLater(now: number): void {
    clearTimeout(this.timer);
    const changes = [...this.endedAt.values()].flatMap(at => [
      ENDED_MILLIS + at,
      ENDED_MILLIS + FADING_MILLIS + at,
    ]);
    const coming = [...this.newUntil.values(), ...changes].filter(time => time > now);
    // While it is paused, nodes that are due wait.
    const isWaiting = changes.some(time => time <= now);
    if (coming.length === 0 && !isWaiting) return;
    const next = Math.min(...coming, isWaiting ? now + FADING_MILLIS : Infinity);
    this.timer = setTimeout(() => this.show(), next - now + 20);
  }
}

function keyOf({ standingQuery, resultId }: MatchKey): string {
  return `${standingQuery} ${resultId}`;
}
