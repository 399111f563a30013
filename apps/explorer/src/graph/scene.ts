/**
 * What is on the canvas, and how it came to be. Every change is a step that can be undone and done again; a checkpoint is
 * a name for a moment between two steps. A new step forgets those that were undone.
 */
import type { Elements, GraphEdge, GraphNode } from './elements.js';

/** Before and after, of each element that a step touches; `undefined` is not on the canvas. */
interface Step {
  readonly nodes: readonly {
    readonly before: GraphNode | undefined;
    readonly after: GraphNode | undefined;
  }[];
  readonly edges: readonly {
    readonly before: GraphEdge | undefined;
    readonly after: GraphEdge | undefined;
  }[];
}

export interface Checkpoint {
  readonly name: string;
  /** How many steps are done at it. */
  readonly steps: number;
}

const STEPS_KEPT = 500;

export class Scene implements Elements {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();
  private past: Step[] = [];
  private future: Step[] = [];
  private marks: Checkpoint[] = [];
  private forgotten = 0;

  /** @param changed is called after each change. */
  constructor(private readonly changed: () => void = () => undefined) {}

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.marks;
  }

  get stepsDone(): number {
    return this.forgotten + this.past.length;
  }

  /** Adds elements; those that are there get their new values. Edges whose ends are not there are left out. */
  add({ nodes, edges }: Elements): void {
    const step = {
      nodes: [...nodes.values()]
        .map(after => ({ before: this.nodes.get(after.id), after }))
        .filter(({ before, after }) => before === undefined || !isSameNode(before, after)),
      edges: [...edges.values()]
        .filter(({ from, to }) => this.willHave(from, nodes) && this.willHave(to, nodes))
        .map(after => ({ before: this.edges.get(after.key), after }))
        .filter(
          ({ before, after }) => before === undefined || !isSameJson(before.properties, after.properties),
        ),
    };
    if (step.nodes.length + step.edges.length > 0) this.take(step);
  }

  /** Takes nodes off the canvas, with their edges; the data stays. */
  remove(ids: ReadonlySet<string>): void {
    const nodes = [...ids].flatMap(id => this.nodes.get(id) ?? []);
    const edges = [...this.edges.values()].filter(({ from, to }) => ids.has(from) || ids.has(to));
    if (nodes.length === 0) return;
    this.take({
      nodes: nodes.map(before => ({ before, after: undefined })),
      edges: edges.map(before => ({ before, after: undefined })),
    });
  }

  clear(): void {
    this.remove(new Set(this.nodes.keys()));
  }

  undo(): void {
    const step = this.past.pop();
    if (step === undefined) return;
    this.future.push(step);
    this.play(step, 'before');
    this.changed();
  }

  redo(): void {
    const step = this.future.pop();
    if (step === undefined) return;
    this.past.push(step);
    this.play(step, 'after');
    this.changed();
  }

  checkpoint(name: string): void {
    this.marks = [...this.marks.filter(mark => mark.name !== name), { name, steps: this.stepsDone }];
    this.changed();
  }

  /** Undoes or redoes to the checkpoint. */
  jumpTo({ steps }: Checkpoint): void {
    while (this.stepsDone > steps && this.past.length > 0) {
      const step = this.past.pop()!;
      this.future.push(step);
      this.play(step, 'before');
    }
    while (this.stepsDone < steps && this.future.length > 0) {
      const step = this.future.pop()!;
      this.past.push(step);
      this.play(step, 'after');
    }
    this.changed();
  }

  private willHave(id: string, nodes: ReadonlyMap<string, GraphNode>): boolean {
    return this.nodes.has(id) || nodes.has(id);
  }

  private take(step: Step): void {
    this.future = [];
    this.marks = this.marks.filter(({ steps }) => steps <= this.stepsDone);
    this.past.push(step);
    if (this.past.length > STEPS_KEPT) {
      this.past.shift();
      this.forgotten++;
    }
    this.play(step, 'after');
    this.changed();
  }

  private play({ nodes, edges }: Step, side: 'before' | 'after'): void {
    for (const each of nodes) {
      const node = each[side];
      if (node === undefined) this.nodes.delete((each.before ?? each.after)!.id);
      else this.nodes.set(node.id, node);
    }
    for (const each of edges) {
      const edge = each[side];
      if (edge === undefined) this.edges.delete((each.before ?? each.after)!.key);
      else this.edges.set(edge.key, edge);
    }
  }
}

export function isSameNode(a: GraphNode, b: GraphNode): boolean {
  return isSameJson(a.labels, b.labels) && isSameJson(a.properties, b.properties);
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
