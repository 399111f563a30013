/** Runs the layout's thread for a graph, and moves the nodes as it answers. */
import type { MultiDirectedGraph } from 'graphology';
import type { LayoutAnswer, LayoutTask } from './layout-messages.js';

/** The name that the worker's file has been built under. */
declare const LAYOUT_WORKER: string;

export class LayoutRunner {
  private readonly worker = new Worker(new URL(LAYOUT_WORKER, import.meta.url), { type: 'module' });
  private task = 0;
  private keys: string[] = [];

  constructor(
    private readonly graph: MultiDirectedGraph,
    private readonly running: (isRunning: boolean) => void,
  ) {
    this.worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => this.take(data);
  }

  start(millis: number): void {
    const { graph } = this;
    this.keys = graph.nodes();
    const numbers = new Map(this.keys.map((key, number) => [key, number]));
    const count = this.keys.length;
    const positions = new Float32Array(2 * count);
    const sizes = new Float32Array(count);
    const pinned = new Uint8Array(count);
    this.keys.forEach((key, i) => {
      const { x, y, size, isPinned } = graph.getNodeAttributes(key);
      positions[2 * i] = x as number;
      positions[2 * i + 1] = y as number;
      sizes[i] = size as number;
      pinned[i] = isPinned ? 1 : 0;
    });
    const edges = new Uint32Array(2 * graph.size);
    let place = 0;
    graph.forEachEdge((_key, _attributes, source, target) => {
      edges[place++] = numbers.get(source)!;
      edges[place++] = numbers.get(target)!;
    });
    const task: LayoutTask = { task: ++this.task, positions, sizes, pinned, edges, millis };
    this.worker.postMessage(task, [positions.buffer, sizes.buffer, pinned.buffer, edges.buffer]);
    this.running(count > 0);
  }

  stop(): void {
    this.task++;
    this.worker.postMessage({
      task: this.task,
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

  private take({ task, positions, isDone }: LayoutAnswer): void {
    if (task !== this.task) return;
    const places = new Map(this.keys.map((key, i) => [key, i]));
    this.graph.updateEachNodeAttributes(
      (key, attributes) => {
        const place = places.get(key);
        if (place !== undefined && !attributes['isPinned']) {
          attributes['x'] = positions[2 * place]!;
          attributes['y'] = positions[2 * place + 1]!;
        }
        return attributes;
      },
      { attributes: ['x', 'y'] },
    );
    if (isDone) this.running(false);
  }
}
