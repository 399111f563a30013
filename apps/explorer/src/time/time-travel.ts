/**
 * The canvas at past times. The journals of the shown nodes determine when they changed; for a past time, the service
 * returns the same nodes and edges as of then, and differences to now are marked.
 */
import { computed, signal } from '@preact/signals';
import { allRows } from '../api/queries.js';
import { journalOf } from '../api/journals.js';
import type { Mark } from '../canvas/marks.js';
import type { CanvasModel } from '../session/canvas-model.js';
import { edgesBetween, nodesById } from '../graph/canvas-queries.js';
import { elementsOf, type Elements } from '../graph/elements.js';
import { differenceOf } from '../graph/difference.js';

/** Journals are read one node at a time. */
const MOST_NODES = 300;
const AT_ONCE = 6;
const PLAY_MILLIS = 900;
/** Playing takes a minute at most: with more changes, some are skipped. */
const MOST_PLAYED = 60;

export class TimeTravel {
  readonly isOpen = signal(false);
  readonly isReading = signal(false);
  readonly isPlaying = signal(false);
  /** Milliseconds since the Unix epoch, ascending. */
  readonly moments = signal<readonly number[]>([]);
  readonly nodesRead = signal(0);
  readonly totals = signal<{ readonly changed: number; readonly absent: number }>({ changed: 0, absent: 0 });
  readonly momentIndex = computed(() => {
    const time = this.canvas.atTime.value;
    if (time === undefined) return this.moments.value.length;
    const next = this.moments.value.findIndex(moment => moment > time);
    return next === -1 ? this.moments.value.length - 1 : Math.max(0, next - 1);
  });
  private isQuerying = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private latest: Elements | undefined;

  constructor(private readonly canvas: CanvasModel) {}

  async open(): Promise<void> {
    this.isOpen.value = true;
    await this.readMoments();
  }

  async close(): Promise<void> {
    this.pause();
    this.isOpen.value = false;
    await this.goTo(undefined);
  }

  async readMoments(): Promise<void> {
    this.isReading.value = true;
    const ids = [...this.canvas.scene.nodes.keys()].slice(0, MOST_NODES);
    const times = new Set<number>();
    let next = 0;
    const read = async (): Promise<void> => {
      for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
        for (const { time } of await journalOf(id)) times.add(time);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, read));
      this.moments.value = [...times].sort((a, b) => a - b);
      this.nodesRead.value = ids.length;
    } finally {
      this.isReading.value = false;
    }
  }

  /** If several times are requested during a pending query, the last one counts. @param time `undefined`: now. */
  async goTo(time: number | undefined): Promise<void> {
    const { canvas } = this;
    if (canvas.atTime.value === undefined && time !== undefined)
      this.latest = { nodes: new Map(canvas.scene.nodes), edges: new Map(canvas.scene.edges) };
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
    const [nodes, edges] = await Promise.all([
      allRows(canvas.socket, { ...nodesById(ids), atTime: time }),
      allRows(canvas.socket, { ...edgesBetween(ids, ids), atTime: time }),
    ]);
    const past = { nodes: elementsOf(nodes.rows).nodes, edges: elementsOf(edges.rows).edges };
    canvas.past.value = past;
    const { absent, changed, absentEdges } = differenceOf(past, this.latest ?? canvas.scene);
    const marks = new Map<string, Mark>();
    for (const id of absent) marks.set(id, 'absent');
    for (const id of changed) marks.set(id, 'changed');
    canvas.marks.value = marks;
    canvas.edgeMarks.value = new Map(absentEdges.map(key => [key, 'absent']));
    this.totals.value = { changed: changed.length, absent: absent.length };
  }

  step(by: number): Promise<void> {
    const moments = this.moments.value;
    if (moments.length === 0) return Promise.resolve();
    const momentIndex = this.momentIndex.value + by;
    return this.goTo(momentIndex >= moments.length ? undefined : moments[Math.max(0, momentIndex)]);
  }

  play(): void {
    this.isPlaying.value = true;
    const stride = Math.ceil(this.moments.value.length / MOST_PLAYED);
    const turn = async (): Promise<void> => {
      if (!this.isPlaying.value) return;
      await this.step(this.canvas.atTime.value === undefined ? -this.moments.value.length : stride);
      if (this.canvas.atTime.value === undefined) this.pause();
      else this.timer = setTimeout(() => void turn().catch(() => this.pause()), PLAY_MILLIS);
    };
    void turn().catch(() => this.pause());
  }

  pause(): void {
    this.isPlaying.value = false;
    clearTimeout(this.timer);
  }
}
