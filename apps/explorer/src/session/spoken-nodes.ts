/** Nodes that are mentioned but not drawn: their names are read in batches, once. */
import { signal } from '@preact/signals';
import { allRows, type Queries } from '../api/queries.js';
import { nodesById } from '../graph/canvas-queries.js';
import { elementsOf, type GraphNode } from '../graph/elements.js';

const AT_ONCE = 100;
const KEPT = 1000;

export class SpokenNodes {
  /** The latest nodes, including those without contents. */
  readonly nodes = signal<ReadonlyMap<string, GraphNode>>(new Map());
  private waiting: string[] = [];
  private isQuerying = false;

  constructor(private readonly queries: Queries) {}

  /** Errors are ignored: an id without a name is shown itself. */
  want(id: string): void {
    if (this.nodes.peek().has(id)) return;
    // A scrolling list no longer shows the first ones.
    this.waiting = [...this.waiting.slice(1 - AT_ONCE), id];
    if (!this.isQuerying) void this.read().catch(() => undefined);
  }

  private async read(): Promise<void> {
    this.isQuerying = true;
    try {
      // Nodes that are shown together are requested together.
      await Promise.resolve();
      while (this.waiting.length > 0) {
        const ids = [...new Set(this.waiting)].filter(id => !this.nodes.peek().has(id));
        this.waiting = [];
        if (ids.length === 0) break;
        const { nodes } = elementsOf((await allRows(this.queries, nodesById(ids))).rows);
        const known = [...this.nodes.peek(), ...ids.map(id => [id, nodes.get(id) ?? nothingOf(id)] as const)];
        this.nodes.value = new Map(known.slice(-KEPT));
      }
    } finally {
      this.isQuerying = false;
    }
  }
}

function nothingOf(id: string): GraphNode {
  return { id, labels: [], properties: {} };
}
