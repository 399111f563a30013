/**
 * The canvas at past times. The journals of the shown nodes determine when they changed; for a past time, the service
 * returns the same nodes and edges as of then, and differences to now are marked.
 */
import { computed, signal } from '@preact/signals';
import { journalOf } from '../../api/journals.js';
import { allRows } from '../../api/queries.js';
import type { Mark } from '../../canvas/marks.js';
import { edgesBetween, nodesById } from '../../graph/canvas-queries.js';
import { differenceOf, isWritten } from '../../graph/difference.js';
import { elementsOf, type Elements } from '../../graph/elements.js';
import type { Range } from '../../parts/range-chart.js';
import type { CanvasModel } from './canvas-model.js';

/** Journals are read one node at a time. */
const MOST_NODES = 300;
const AT_ONCE = 6;
/** Time for which playing shows each moment. */
const PLAY_MILLIS = 900;
/** Playing takes about a minute at most: with more changes, some are skipped. */
const MOST_PLAYED = 60;
/** Factors by which playing can be slower or faster. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Free space on both sides of the axis, relative to its length. */
const PADDING = 0.03;
const LEAST_PADDING_MILLIS = 500;
const EMPTY_MILLIS = 60_000;

/** A moment at which shown nodes changed. */
export interface Change {
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  /** Number of journal entries. */
  readonly entries: number;
}

export class TimeTravel {
  readonly isOpen = signal(false);
  readonly isReading = signal(false);
  readonly isPlaying = signal(false);
  /** Ascending. */
  readonly changes = signal<readonly Change[]>([]);
  readonly nodesRead = signal(0);
  readonly totals = signal<{ readonly changed: number; readonly absent: number }>({ changed: 0, absent: 0 });
  readonly speed = signal<number>(1);
  /** The part of the time that the axis shows; `undefined`: all of it. */
  readonly range = signal<Range>();
  /** Ascending times of the changes in the range. */
  readonly moments = computed<readonly number[]>(() => {
    const [from, to] = this.range.value ?? [-Infinity, Infinity];
    return this.changes.value.map(({ time }) => time).filter(time => time >= from && time <= to);
  });
  readonly extent = computed<Range>(() => this.range.value ?? this.wholeExtent());
  private readonly momentIndex = computed(() => {
    const time = this.canvas.atTime.value;
    if (time === undefined) return this.moments.value.length;
    const next = this.moments.value.findIndex(moment => moment > time);
    return next === -1 ? this.moments.value.length - 1 : Math.max(0, next - 1);
  });
  private isQuerying = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest: Elements | undefined;

  constructor(private readonly canvas: CanvasModel) {}

  /** @param time to travel to, in milliseconds since the Unix epoch. */
  async open(time?: number, range?: Range): Promise<void> {
    this.isOpen.value = true;
    this.range.value = range;
    await Promise.all([time === undefined ? undefined : this.goTo(time), this.readChanges()]);
  }

  async close(): Promise<void> {
    this.pause();
    this.isOpen.value = false;
    this.range.value = undefined;
    await this.goTo(undefined);
  }

  async readChanges(): Promise<void> {
    this.isReading.value = true;
    const ids = [...this.canvas.scene.nodes.keys()].slice(0, MOST_NODES);
    const entries = new Map<number, number>();
    let next = 0;
    const read = async (): Promise<void> => {
      for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
        for (const { time } of await journalOf(id)) entries.set(time, (entries.get(time) ?? 0) + 1);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, read));
      this.changes.value = [...entries]
        .map(([time, count]) => ({ time, entries: count }))
        .sort((a, b) => a.time - b.time);
      this.nodesRead.value = ids.length;
    } finally {
      this.isReading.value = false;
    }
  }

  /** Goes to the state at a position of the axis: that of the last change before it. The end of the axis is now. */
  goToPosition(time: number): Promise<void> {
    if (this.range.value === undefined && time >= this.extent.value[1]) return this.goTo(undefined);
    return this.goTo(this.moments.value.findLast(moment => moment <= time) ?? Math.floor(time));
  }

  /** If several times are requested during a pending query, the last one counts. @param time `undefined`: now. */
  async goTo(time: number | undefined): Promise<void> {
    const { canvas } = this;
    if (canvas.atTime.value === undefined) this.latest = undefined;
    canvas.atTime.value = time;
    if (this.isQuerying) return;
    this.isQuerying = true;
    try {
      for (let wanted = canvas.atTime.peek(); ; wanted = canvas.atTime.peek()) {
        await this.show(wanted);
        if (wanted === canvas.atTime.peek()) break;
      }
    } finally {
      this.isQuerying = false;
    }
  }

  private async show(time: number | undefined): Promise<void> {
    const { canvas } = this;
    const ids = [...canvas.scene.nodes.keys()];
    if (time === undefined) {
      canvas.marks.value = new Map();
      canvas.edgeMarks.value = new Map();
      canvas.past.value = undefined;
      return;
    }
    this.latest ??= await this.readNow(ids);
    const [nodes, edges] = await Promise.all([
      allRows(canvas.socket, { ...nodesById(ids), atTime: time }),
      allRows(canvas.socket, { ...edgesBetween(ids, ids), atTime: time }),
    ]);
    const past = { nodes: elementsOf(nodes.rows).nodes, edges: elementsOf(edges.rows).edges };
    canvas.past.value = past;
    const { absent, changed, absentEdges } = differenceOf(past, this.latest);
    const marks = new Map<string, Mark>();
    for (const id of absent) marks.set(id, 'absent');
    for (const id of changed) marks.set(id, 'changed');
    canvas.marks.value = marks;
    canvas.edgeMarks.value = new Map(absentEdges.map(key => [key, 'absent']));
    this.totals.value = { changed: changed.length, absent: absent.length };
  }

  /** The nodes on the canvas may have changed since they were drawn. */
  private async readNow(ids: readonly string[]): Promise<Elements> {
    const { socket, scene } = this.canvas;
    const { rows } = await allRows(socket, nodesById(ids));
    const { nodes } = elementsOf(rows);
    for (const [id, node] of nodes) if (!isWritten(node)) nodes.delete(id);
    scene.add({ nodes, edges: new Map() }, true);
    return { nodes: new Map(scene.nodes), edges: new Map(scene.edges) };
  }

  step(by: number): Promise<void> {
    const moments = this.moments.value;
    if (moments.length === 0) return Promise.resolve();
    const index = Math.max(0, this.momentIndex.value + by);
    return this.goTo(index < moments.length ? moments[index] : this.end);
  }

  play(): void {
    this.isPlaying.value = true;
    const stride = Math.ceil(this.moments.value.length / MOST_PLAYED);
    const turn = async (): Promise<void> => {
      if (!this.isPlaying.value) return;
      await (this.isAtEnd ? this.goTo(this.moments.value[0]) : this.step(stride));
      if (this.isAtEnd) this.pause();
      else
        this.timer = setTimeout(() => void turn().catch(() => this.pause()), PLAY_MILLIS / this.speed.value);
    };
    void turn().catch(() => this.pause());
  }

  pause(): void {
    this.isPlaying.value = false;
    clearTimeout(this.timer);
  }

  /** The last time of the range; without one, now. */
  private get end(): number | undefined {
    return this.range.value === undefined ? undefined : this.moments.value.at(-1);
  }

  private get isAtEnd(): boolean {
    const { end } = this;
    const time = this.canvas.atTime.value;
    return time === undefined || (end !== undefined && time >= end);
  }

  private wholeExtent(): Range {
    const time = this.canvas.atTime.value ?? [];
    const times = [this.changes.value.map(change => change.time), time].flat();
    if (times.length === 0) return [Date.now() - EMPTY_MILLIS, Date.now()];
    const [from, to] = [Math.min(...times), Math.max(...times)];
    const padding = Math.max(LEAST_PADDING_MILLIS, Math.round((to - from) * PADDING));
    return [from - padding, to + padding];
  }
}
