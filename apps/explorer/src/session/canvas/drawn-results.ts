/** The latest query results with nodes on the canvas, and whether the next result replaces the canvas. */
import { computed, effect, signal } from '@preact/signals';
import type { Elements } from '../../graph/elements.js';
import { readStored, store } from '../../shell/storage.js';
import type { ArrivingResult, CanvasModel } from './canvas-model.js';

export interface DrawnResult {
  /** Counted from 1 since the page was opened. */
  readonly number: number;
  readonly query: string;
  /** Ids of its nodes that are on the canvas. */
  readonly ids: ReadonlySet<string>;
}

interface KnownResult {
  readonly number: number;
  readonly query: string;
  readonly nodes: Elements['nodes'];
}

const MOST = 6;
const KEY = 'weir.results-replace';

export class DrawnResults {
  readonly replaces = signal(readStored<boolean>(KEY) ?? false);
  private readonly known = signal<readonly KnownResult[]>([]);
  private arriving: Elements | undefined;
  private current: ArrivingResult = { number: 0, replaces: false };

  /** Oldest first. Undo on the canvas brings a result back. */
  readonly shown = computed<readonly DrawnResult[]>(() => {
    void this.canvas.version.value;
    const onCanvas = [...this.canvas.scene.nodes.keys()];
    return this.known.value
      .map(({ number, query, nodes }) => ({
        number,
        query,
        ids: new Set(onCanvas.filter(id => nodes.has(id))),
      }))
      .filter(({ ids }) => ids.size > 0);
  });

  constructor(private readonly canvas: CanvasModel) {
    effect(() => store(KEY, this.replaces.value));
  }

  /** @param elements all found so far, in the same object for the same result. */
  draw(query: string, elements: Elements, isLast: boolean): void {
    if (elements !== this.arriving) {
      this.arriving = elements;
      this.current = { number: this.current.number + 1, replaces: this.replaces.peek() };
    }
    const { nodes } = elements;
    if (isLast && nodes.size > 0) {
      const number = (this.known.peek().at(-1)?.number ?? 0) + 1;
      this.known.value = [...this.known.peek(), { number, query, nodes }].slice(-MOST);
    }
    this.canvas.drawResult(elements, isLast, this.current);
  }
}
