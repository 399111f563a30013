/**
 * Feeds of the canvas. For each result of a standing query or of one of its outputs, a stored query runs, and its
 * results are drawn with a ring in the color of the feed. Several feeds can be active; each is off until it is turned
 * on.
 */
import { signal } from '@preact/signals';
import { socketAddressOf } from '../../api/base-address.js';
import { parseExactly } from '../../api/exact-json.js';
import { getJson, messageOfError } from '../../api/http.js';
import { allRows } from '../../api/queries.js';
import type { TapQuery } from '../../api/types.js';
import { nodesById } from '../../graph/canvas-queries.js';
import { elementsOf } from '../../graph/elements.js';
import { edgesOfResult, parametersOfResult, tapOf } from '../../graph/feed-results.js';
import type { CanvasModel } from '../canvas/canvas-model.js';
import type { DrawingSwitch } from './drawing-switch.js';

const GRAPH = 'api/v2/graph/quine';
const LIST_MILLIS = 5000;
const RETRY_MILLIS = 2000;
const DRAW_MILLIS = 400;
/** Maximum number of results drawn at a time; the others are only counted. */
const DRAWN_AT_ONCE = 6;
export const LIMITS = [50, 200, 1000] as const;
const COLORS = ['#d0568f', '#3f8fd6', '#c77d1e', '#2f9e6f', '#8f6fd8', '#b3a125'];

export interface FeedState {
  readonly color: string;
  readonly isConnected: boolean;
  readonly isPaused: boolean;
  /** Maximum number of nodes that it may add. */
  readonly limit: number;
  readonly received: number;
  /** Ids of nodes that it added or found on the canvas. */
  readonly nodes: ReadonlySet<string>;
  /** Error of the last result. */
  readonly error: string;
}

interface Running {
  socket: WebSocket | undefined;
  readonly waiting: unknown[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Feeds {
  /** As stored by the service. */
  readonly definitions = signal<readonly TapQuery[]>([]);
  /** Active feeds. */
  readonly states = signal<ReadonlyMap<string, FeedState>>(new Map());
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly canvas: CanvasModel,
    private readonly drawing: DrawingSwitch,
  ) {
    drawing.onResume(() => {
      for (const name of this.running.keys()) void this.drawWaiting(name);
    });
  }

  /** @returns a function that ends it. */
  follow(): () => void {
    const refresh = (): void => void this.read().catch(() => undefined);
    refresh();
    const timer = setInterval(refresh, LIST_MILLIS);
    return () => {
      clearInterval(timer);
      for (const name of [...this.running.keys()]) this.turnOff(name);
    };
  }

  async read(): Promise<void> {
    const found = await getJson<TapQuery[]>(`${GRAPH}/queryUi/tapQueries`);
    const before = new Map(this.definitions.peek().map(feed => [feed.name, JSON.stringify(feed)]));
    if (JSON.stringify(found) !== JSON.stringify(this.definitions.peek())) this.definitions.value = found;
    for (const name of [...this.running.keys()]) {
      const feed = found.find(each => each.name === name);
      if (feed === undefined) this.turnOff(name);
      else if (JSON.stringify(feed) !== before.get(name)) this.reconnect(name);
    }
  }

  turnOn(name: string): void {
    if (this.running.has(name)) return;
    const used = new Set([...this.states.value.values()].map(({ color }) => color));
    const color = COLORS.find(each => !used.has(each)) ?? COLORS[this.running.size % COLORS.length]!;
    this.running.set(name, { socket: undefined, waiting: [], timer: undefined });
    this.set(name, {
      color,
      isConnected: false,
      isPaused: false,
      limit: LIMITS[1],
      received: 0,
      nodes: new Set(),
      error: '',
    });
    this.connect(name);
  }

  /** Its nodes stay, without their rings. */
  turnOff(name: string): void {
    const running = this.running.get(name);
    this.running.delete(name);
    clearTimeout(running?.timer);
    running?.socket?.close();
    const states = new Map(this.states.value);
    states.delete(name);
    this.states.value = states;
    this.showRings();
  }

  /** While a feed is paused, its results are counted but not drawn. */
  pause(name: string, isPaused: boolean): void {
    this.change(name, { isPaused });
  }

  setLimit(name: string, limit: number): void {
    this.change(name, { limit });
  }

  private reconnect(name: string): void {
    this.running.get(name)?.socket?.close();
  }

  private connect(name: string): void {
    const running = this.running.get(name);
    const feed = this.definitions.value.find(each => each.name === name);
    if (running === undefined || feed === undefined) return;
    const socket = new WebSocket(socketAddressOf(`${GRAPH}/${tapOf(feed)}`));
    running.socket = socket;
    socket.onopen = () => this.change(name, { isConnected: true });
    socket.onmessage = ({ data }: MessageEvent<string>) => this.take(name, parseExactly(data));
    socket.onclose = () => {
      if (this.running.get(name) !== running) return;
      this.change(name, { isConnected: false });
      running.timer = setTimeout(() => this.connect(name), RETRY_MILLIS);
    };
  }

  private take(name: string, result: unknown): void {
    const running = this.running.get(name);
    const state = this.states.peek().get(name);
    if (running === undefined || state === undefined) return;
    this.change(name, { received: state.received + 1 });
    if (state.isPaused || isCancellation(result)) return;
    running.waiting.push(result);
    if (running.waiting.length > DRAWN_AT_ONCE) running.waiting.shift();
    if (this.drawing.isPaused) return this.drawing.miss(1);
    if (running.waiting.length === 1) setTimeout(() => void this.drawWaiting(name), DRAW_MILLIS);
  }

  private async drawWaiting(name: string): Promise<void> {
    if (this.drawing.isPaused) return;
    const feed = this.definitions.value.find(each => each.name === name);
    for (const result of this.running.get(name)?.waiting.splice(0) ?? []) {
      this.forgetRemoved(name);
      const state = this.states.peek().get(name);
      if (feed === undefined || state === undefined || state.isPaused) return;
      if (state.nodes.size >= state.limit) return;
      try {
        await this.draw(name, feed, result);
      } catch (error) {
        this.change(name, { error: messageOfError(error) });
      }
    }
  }

  /** Nodes removed from the canvas no longer count towards the limit. */
  private forgetRemoved(name: string): void {
    const nodes = this.states.peek().get(name)?.nodes ?? new Set();
    const left = [...nodes].filter(id => this.canvas.scene.nodes.has(id));
    if (left.length < nodes.size) this.change(name, { nodes: new Set(left) });
  }

  private async draw(name: string, feed: TapQuery, result: unknown): Promise<void> {
    const { canvas } = this;
    const request = { query: feed.query, parameters: parametersOfResult(result) };
    const found = elementsOf((await allRows(canvas.socket, request)).rows);
    const edges = edgesOfResult(feed, result);
    const ends = new Set(edges.flatMap(({ from, to }) => [from, to]).filter(id => !found.nodes.has(id)));
    if (ends.size > 0) {
      const others = elementsOf((await allRows(canvas.socket, nodesById([...ends]))).rows);
      for (const [id, node] of others.nodes) found.nodes.set(id, node);
    }
    const state = this.states.peek().get(name);
    if (state === undefined) return;
    const room = state.limit - state.nodes.size;
    const fresh = [...found.nodes.keys()].filter(id => !state.nodes.has(id));
    for (const id of fresh.slice(room)) found.nodes.delete(id);
    for (const edge of edges) found.edges.set(edge.key, edge);
    canvas.add(found, true);
    this.change(name, { nodes: new Set([...state.nodes, ...found.nodes.keys()]), error: '' });
    this.showRings();
  }

  /** If several feeds found a node, the last one determines its color. */
  private showRings(): void {
    const rings = new Map<string, string>();
    for (const { nodes, color } of this.states.value.values()) for (const id of nodes) rings.set(id, color);
    this.canvas.rings.value = rings;
  }

  private change(name: string, changed: Partial<FeedState>): void {
    const state = this.states.peek().get(name);
    if (state !== undefined) this.set(name, { ...state, ...changed });
  }

  private set(name: string, state: FeedState): void {
    this.states.value = new Map(this.states.peek()).set(name, state);
  }
}

function isCancellation(result: unknown): boolean {
  const meta = (result as { meta?: { isPositiveMatch?: boolean } } | null)?.meta;
  return meta?.isPositiveMatch === false;
}
