/** Runs the layout thread for a graph, and moves the nodes to the positions it returns. */
import type { MultiDirectedGraph } from 'graphology';
import { NEXT, type LayoutAnswer, type LayoutTask } from './layout-messages.js';

/** Name of the built worker file. */
declare const LAYOUT_WORKER: string;

/** If two frames take longer, the machine is slow: the same time is then left for all other work of the page. */
const SMOOTH_MILLIS = 60;

export class LayoutRunner {
  private readonly worker = new Worker(new URL(LAYOUT_WORKER, import.meta.url), { type: 'module' });
  private task = 0;
  /** Nodes of the tasks that may still be answered. */
  private readonly keysOf = new Map<number, readonly string[]>();
  private readonly numbers = new Map<string, number>();
  private nextNumber = 0;

  constructor(
    private readonly graph: MultiDirectedGraph,
    private readonly running: (isRunning: boolean) => void,
  ) {
    this.worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => {
      this.take(data);
      this.askAfterDrawing();
    };
  }

  start(millis: number): void {
    const { graph } = this;
    const keys = graph.nodes();
    const indexOf = new Map(keys.map((key, index) => [key, index]));
    const count = keys.length;
    for (const key of this.numbers.keys()) if (!indexOf.has(key)) this.numbers.delete(key);
    const numbers = Uint32Array.from(keys, key => this.numberOf(key));
    const positions = new Float32Array(2 * count);
    const sizes = new Float32Array(count);
    const pinned = new Uint8Array(count);
    keys.forEach((key, i) => {
      const { x, y, size, isPinned } = graph.getNodeAttributes(key);
      positions[2 * i] = x as number;
      positions[2 * i + 1] = y as number;
      sizes[i] = size as number;
      pinned[i] = isPinned ? 1 : 0;
    });
    const edges = new Uint32Array(2 * graph.size);
    let index = 0;
    graph.forEachEdge((_key, _attributes, source, target) => {
      edges[index++] = indexOf.get(source)!;
      edges[index++] = indexOf.get(target)!;
    });
    const task: LayoutTask = { task: ++this.task, numbers, positions, sizes, pinned, edges, millis };
    this.keysOf.set(this.task, keys);
    this.worker.postMessage(
      task,
      [numbers, positions, sizes, pinned, edges].map(({ buffer }) => buffer),
    );
    this.running(count > 0);
  }

  stop(): void {
    this.task++;
    this.keysOf.clear();
    this.worker.postMessage({
      task: this.task,
      numbers: new Uint32Array(0),
      positions: new Float32Array(0),
      sizes: new Float32Array(0),
      pinned: new Uint8Array(0),
      edges: new Uint32Array(0),
      millis: 0,
    } satisfies LayoutTask);
    this.running(false);
  }

  end(): void {
    this.worker.terminate();
  }

  private askAfterDrawing(): void {
    const begun = performance.now();
    const ask = (): void => this.worker.postMessage(NEXT);
    // Nothing is drawn on a hidden page.
    if (document.hidden) return void setTimeout(ask, SMOOTH_MILLIS);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const took = performance.now() - begun;
        if (took <= SMOOTH_MILLIS) ask();
        else setTimeout(ask, took);
      }),
    );
  }

  private numberOf(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.nextNumber);
    return this.nextNumber++;
  }

  /**
   * If nodes arrive faster than the thread answers, all its answers refer to older tasks: they are applied too, or
   * nothing would ever move.
   */
  private take({ task, positions, isDone }: LayoutAnswer): void {
    const keys = this.keysOf.get(task);
    if (keys === undefined) return;
    for (const older of this.keysOf.keys()) if (older < task) this.keysOf.delete(older);
    const indexes = new Map(keys.map((key, i) => [key, i]));
    this.graph.updateEachNodeAttributes(
      (key, attributes) => {
        const index = indexes.get(key);
        if (index !== undefined && !attributes['isPinned']) {
          attributes['x'] = positions[2 * index]!;
          attributes['y'] = positions[2 * index + 1]!;
        }
        return attributes;
      },
      { attributes: ['x', 'y'] },
    );
    if (isDone && task === this.task) this.running(false);
  }
}
