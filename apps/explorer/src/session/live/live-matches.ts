/**
 * Live matches of standing queries. Each watched query has a tap, which never blocks the service. Matches are stored
 * here, newest first, and drawn on the canvas.
 */
import { computed, effect, signal } from '@preact/signals';
import { socketAddressOf } from '../../api/base-address.js';
import { parseExactly } from '../../api/exact-json.js';
import { getExactly, getJson } from '../../api/http.js';
import { allRows, type QueryRequest } from '../../api/queries.js';
import type { StandingQuery } from '../../api/types.js';
import type { Mark } from '../../canvas/marks.js';
import { nodesById } from '../../graph/canvas-queries.js';
import { ElementCollector, elementsOf, type Elements } from '../../graph/elements.js';
import { displayName } from '../../graph/matches/match-groups.js';
import { idsIn, matchQuery, pathsFirst } from '../../graph/matches/match-query.js';
import { readStored, store } from '../../shell/storage.js';
import type { CanvasModel } from '../canvas/canvas-model.js';
import { DrawingSwitch } from './drawing-switch.js';
import { LatestNodes } from './latest-nodes.js';
import { MatchMarks } from './match-marks.js';
import type { MatchMoment } from './match-moments.js';

export interface RecordPosition {
  readonly stream: string;
  readonly position: number;
}

export interface LiveMatch {
  /** Grows with time. */
  readonly number: number;
  readonly standingQuery: string;
  /** `undefined`: before the page was opened. */
  readonly at: number | undefined;
  readonly resultId: string;
  readonly isMatch: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly provenance: readonly RecordPosition[] | undefined;
  readonly isTruncated: boolean;
}

interface TapMessage {
  readonly meta: {
    readonly resultId: string;
    readonly isPositiveMatch: boolean;
    readonly provenance?: readonly RecordPosition[];
    readonly provenanceTruncated?: boolean;
  };
  readonly data: Readonly<Record<string, unknown>>;
}

const KEPT = 200;
/** Results of each query from before the page was opened. */
const RECALLED = 20;
const MOMENTS_KEPT = 5000;
/** Matches are drawn in batches, at this interval, and up to this number; the others appear only in the list. */
const DRAW_MILLIS = 400;
const DRAWN_AT_ONCE = 6;
/** Maximum number of nodes drawn for a match that names nodes without a pattern. */
const NODES_PER_MATCH = 100;
const RETRY_MILLIS = 2000;
const LIST_MILLIS = 5000;
const UNWATCHED_KEY = 'weir.unwatched';
const TIMELINE_KEY = 'weir.matchTimeline';
/** Number of nodes of the latest matches that stay on the canvas; older ones are removed. */
export const LATEST = [50, 150, 500] as const;

export class LiveMatches {
  readonly standingQueries = signal<readonly StandingQuery[]>([]);
  readonly matches = signal<readonly LiveMatch[]>([]);
  readonly counts = signal<ReadonlyMap<string, number>>(new Map());
  /** When the latest matches of watched queries began and ended, oldest first. */
  readonly timeline = signal<readonly MatchMoment[]>([]);
  readonly unwatched = signal<ReadonlySet<string>>(new Set(readStored<string[]>(UNWATCHED_KEY) ?? []));
  readonly showsTimeline = signal(readStored<boolean>(TIMELINE_KEY) ?? true);
  /** Whether there is a timeline to show; changes rarely, unlike the timeline. */
  readonly hasTimeline = computed(() => this.showsTimeline.value && this.timeline.value.length > 0);
  readonly drawing: DrawingSwitch;
  readonly most = signal<number>(LATEST[1]);
  /** Ids of the nodes along the pattern, in its order, of the latest matches that were drawn; keyed by result id. */
  readonly stories = signal<ReadonlyMap<string, readonly string[]>>(new Map());
  readonly connected = signal<ReadonlySet<string>>(new Set());
  private readonly taps = new Map<string, WebSocket>();
  private waiting: LiveMatch[] = [];
  /** The latest matches that have begun while drawing was paused, newest first. */
  private held: LiveMatch[] = [];
  private drawTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly latest = new LatestNodes();
  private readonly marks: MatchMarks;
  private isFollowing = false;
  /** Number of the last match. */
  readonly received = signal(0);
  private last = 0;
  /** Number of the oldest match. */
  private first = 1;
  private readonly recalled = new Set<string>();

  constructor(private readonly canvas: CanvasModel) {
    effect(() => store(TIMELINE_KEY, this.showsTimeline.value));
    canvas.onDrawn = ids => this.latest.keep(ids);
    this.drawing = new DrawingSwitch(canvas);
    this.marks = new MatchMarks(canvas, this.latest, () => this.drawing.isPaused);
    this.drawing.onResume(() => void this.drawLatest(this.held.splice(0)));
  }

  /** @returns a function that ends it. */
  follow(): () => void {
    this.isFollowing = true;
    const refresh = (): void => void this.readList().catch(() => undefined);
    refresh();
    const timer = setInterval(refresh, LIST_MILLIS);
    return () => {
      this.isFollowing = false;
      clearInterval(timer);
      for (const tap of this.taps.values()) tap.close();
    };
  }

  async readList(): Promise<void> {
    const { items } = await getJson<{ items: StandingQuery[] }>('api/v2/graph/quine/standingQueries');
    this.standingQueries.value = items;
    const names = new Set(items.map(({ name }) => name));
    for (const [name, tap] of this.taps) if (!names.has(name) || this.unwatched.value.has(name)) tap.close();
    for (const name of names) if (!this.unwatched.value.has(name)) this.watch(name);
  }

  setWatched(name: string, isWatched: boolean): void {
    const others = new Set(this.unwatched.value);
    if (isWatched) others.delete(name);
    else others.add(name);
    this.unwatched.value = others;
    store(UNWATCHED_KEY, [...others]);
    if (isWatched) this.watch(name);
    else this.taps.get(name)?.close();
    if (!isWatched)
      this.timeline.value = this.timeline.value.filter(({ standingQuery }) => standingQuery !== name);
  }

  /** The name under which users know a standing query. */
  nameOf(name: string): string {
    const query = this.standingQueries.value.find(each => each.name === name);
    return displayName(
      name,
      (query?.outputs ?? []).map(output => output.name),
    );
  }

  /** Rings nodes while their match is open. @returns a function that ends it. */
  showChecked(marks: ReadonlyMap<string, Mark>): () => void {
    return this.marks.overlay(marks);
  }

  patternOf(name: string): string | undefined {
    return this.standingQueries.value.find(query => query.name === name)?.pattern?.query;
  }

  /** Draws all elements of a match with rings. @returns the ids of its nodes. */
  async draw(match: LiveMatch): Promise<string[]> {
    const found = await this.find(match);
    const ids = [...found.nodes.keys()];
    this.canvas.draw(found);
    this.marks.begin(match, ids);
    if (this.hasEnded(match)) this.marks.end(match, ids);
    return ids;
  }

  /** Whether a retraction of the match has arrived. */
  hasEnded({ resultId, number }: LiveMatch): boolean {
    const last = this.matches.value.find(each => each.resultId === resultId && each.number >= number);
    return last !== undefined && !last.isMatch;
  }

  /**
   * Draws matches that were not requested individually, in one change of the canvas: each change processes everything
   * that is drawn.
   */
  private async drawLatest(matches: readonly LiveMatch[]): Promise<void> {
    if (matches.length === 0) return;
    const { scene } = this.canvas;
    const all = new ElementCollector();
    const drawn: (readonly [LiveMatch, string[]])[] = [];
    const results = await Promise.allSettled(matches.map(match => this.find(match)));
    for (const [i, found] of results.entries()) {
      if (found.status === 'rejected') continue;
      for (const [id, node] of found.value.nodes) all.nodes.set(id, node);
      for (const [key, edge] of found.value.edges) all.edges.set(key, edge);
      drawn.push([matches[i]!, [...found.value.nodes.keys()]]);
    }
    const ids = [...all.nodes.keys()];
    this.latest.brought(ids.filter(id => !scene.nodes.has(id) || this.latest.has(id)));
    this.canvas.add(all, true);
    this.makeRoom();
    for (const [match, nodes] of drawn) {
      this.marks.begin(match, nodes);
      // While its nodes were read.
      if (this.hasEnded(match)) this.marks.end(match, nodes);
    }
  }

  /** Returns the elements of a match. */
  private async find(match: LiveMatch): Promise<Elements> {
    const found = await this.search(match);
    const ids = [...found.nodes.keys()];
    // After the match has ended, its pattern finds fewer.
    if (ids.length > (this.stories.peek().get(match.resultId)?.length ?? 0)) this.remember(match, ids);
    return found;
  }

  /** Stores the nodes along the pattern, which name the match in the list. */
  private remember({ resultId }: LiveMatch, ids: readonly string[]): void {
    const others = [...this.stories.peek()].filter(([id]) => id !== resultId).slice(1 - KEPT);
    this.stories.value = new Map([...others, [resultId, ids]]);
  }

  private async search(match: LiveMatch): Promise<Elements> {
    const whole = matchQuery(this.patternOf(match.standingQuery) ?? '', match.data);
    const known = this.stories.peek().get(match.resultId) ?? [];
    const ids = [...new Set([...known, ...idsIn(match.data)])].slice(0, NODES_PER_MATCH);
    if (whole === undefined && ids.length === 0) return new ElementCollector();
    const request = async (query: QueryRequest): Promise<Elements> => {
      const { columns, rows } = await allRows(this.canvas.socket, query);
      return elementsOf(rows.map(row => pathsFirst(columns, row)));
    };
    if (whole === undefined) return request(nodesById(ids));
    const { parameters } = whole;
    for (const query of [whole.query, whole.unfiltered, whole.plain]) {
      const found = await request({ query, parameters }).catch(() => undefined);
      if (found !== undefined && found.nodes.size > 0) return found;
    }
    return request(nodesById(ids));
  }

  private makeRoom(): void {
    this.marks.keepUsed();
    const removed = this.latest.beyond(this.most.value);
    if (removed.size > 0) this.canvas.scene.remove(removed, true);
  }

  private watch(name: string): void {
    if (this.taps.has(name)) return;
    const path = `api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:tap`;
    const tap = new WebSocket(socketAddressOf(path));
    this.taps.set(name, tap);
    tap.onopen = () => {
      this.connected.value = new Set([...this.connected.value, name]);
      // The next connection tries again.
      this.recall(name).catch(() => this.recalled.delete(name));
    };
    tap.onmessage = ({ data }: MessageEvent<string>) => this.take(name, parseExactly(data) as TapMessage);
    tap.onclose = () => {
      this.taps.delete(name);
      this.connected.value = new Set([...this.connected.value].filter(other => other !== name));
      if (!this.isFollowing) return;
      setTimeout(() => {
        const isWanted = this.standingQueries.value.some(query => query.name === name);
        if (this.isFollowing && isWanted && !this.unwatched.value.has(name)) this.watch(name);
      }, RETRY_MILLIS);
    };
  }

  /** Lists the results from before the page was opened, without drawing them. */
  private async recall(name: string): Promise<void> {
    if (this.recalled.has(name)) return;
    this.recalled.add(name);
    const path = `api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}/results?limit=${RECALLED}`;
    const { items: results } = await getExactly<{ readonly items: readonly TapMessage[] }>(path);
    const known = new Set([...this.matches.value, ...this.waiting].map(keyOf));
    const earlier = results
      .toReversed()
      .filter(({ meta }) => !known.has(keyOf({ ...meta, isMatch: meta.isPositiveMatch })))
      .map(message => matchOf(message, name, --this.first, undefined));
    this.matches.value = [...this.matches.value, ...earlier].slice(0, KEPT);
    // Their names in the list are those of the nodes along the pattern.
    for (const match of earlier.filter(({ isMatch }) => isMatch).slice(0, DRAWN_AT_ONCE))
      void this.find(match).catch(() => undefined);
  }

  private take(name: string, message: TapMessage): void {
    this.waiting.push(matchOf(message, name, ++this.last, Date.now()));
    this.drawTimer ??= setTimeout(() => {
      this.drawTimer = undefined;
      this.showWaiting();
    }, DRAW_MILLIS);
  }

  private showWaiting(): void {
    const moments = this.waiting.map(({ at, isMatch, standingQuery }) => ({
      at: at ?? Date.now(),
      isMatch,
      standingQuery,
    }));
    this.timeline.value = [...this.timeline.value, ...moments].slice(-MOMENTS_KEPT);
    const fresh = this.waiting.reverse();
    this.waiting = [];
    const counts = new Map(this.counts.value);
    for (const { standingQuery } of fresh) counts.set(standingQuery, (counts.get(standingQuery) ?? 0) + 1);
    this.counts.value = counts;
    this.matches.value = [...fresh, ...this.matches.value].slice(0, KEPT);
    this.received.value = this.last;
    const begun = fresh.filter(({ isMatch }) => isMatch);
    const ended = fresh.filter(({ isMatch }) => !isMatch);
    if (this.drawing.isPaused) {
      this.drawing.miss(begun.length);
      // Their names in the list are those of the nodes along the pattern.
      for (const match of begun.slice(0, DRAWN_AT_ONCE)) void this.find(match).catch(() => undefined);
      this.held = [...begun, ...this.held].slice(0, DRAWN_AT_ONCE);
    }
    for (const { resultId } of ended) this.held = this.held.filter(match => match.resultId !== resultId);
    const drawn = this.drawing.isPaused ? [] : begun.slice(0, DRAWN_AT_ONCE);
    void this.drawLatest(drawn).then(() => {
      for (const match of ended) this.marks.end(match, idsIn(match.data));
    });
  }
}

function matchOf(
  { meta, data }: TapMessage,
  standingQuery: string,
  number: number,
  at: number | undefined,
): LiveMatch {
  return {
    number,
    standingQuery,
    at,
    resultId: meta.resultId,
    isMatch: meta.isPositiveMatch,
    data,
    provenance: meta.provenance,
    isTruncated: meta.provenanceTruncated ?? false,
  };
}

/** A match and its retraction have the same id. */
function keyOf({ resultId, isMatch }: Pick<LiveMatch, 'resultId' | 'isMatch'>): string {
  return `${isMatch} ${resultId}`;
}
