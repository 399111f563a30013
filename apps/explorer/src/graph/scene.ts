/**
 * The contents of the canvas and their history. Every change is a step that can be undone and redone; a checkpoint is a
 * named moment between two steps. A new step discards undone ones.
 */
import { clustersWithin, collapsed, opened } from './clusters.js';
import type { Cluster, Elements, GraphEdge, GraphNode } from './elements.js';

/** State of each affected element before and after; `undefined`: not on the canvas. */
export interface Step {
  readonly nodes: readonly Change<GraphNode>[];
  readonly edges: readonly Change<GraphEdge>[];
  readonly clusters: readonly Change<Cluster>[];
  /** A live addition rather than a user action; it includes all live additions since the previous step. */
  readonly isLive?: boolean;
  /** Number of the query result that was drawn; all changes for one result form one step. */
  readonly result?: number;
}

interface Change<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** Oldest first. */
export interface SceneHistory {
  /** State before the first known step. */
  readonly start: Elements;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Counted from the first known step. */
  readonly checkpoints: readonly Checkpoint[];
}

export interface Checkpoint {
  readonly name: string;
  /** Number of steps done at this moment. */
  readonly steps: number;
}

const STEPS_KEPT = 500;

export class Scene implements Elements {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();
  readonly clusters = new Map<string, Cluster>();
  private past: Step[] = [];
  private future: Step[] = [];
  private marks: Checkpoint[] = [];
  private forgotten = 0;

  /** @param changed called after each change. */
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

  /** Adds elements; existing ones get their new values. Edges with a missing end are left out. */
  add(elements: Elements, isLive = false): void {
    const step = this.additionOf(elements);
    if (!isEmpty(step)) this.take({ ...step, isLive });
  }

  /** Adds elements of a query result. Further elements of the same result join its step if it is still the last one. */
  addResult(elements: Elements, result: number): void {
    const step = this.additionOf(elements);
    if (!isEmpty(step)) this.take({ ...step, result });
  }

  /** Like `addResult`, but removes all other nodes in the same step. */
  replaceWithResult({ nodes, edges }: Elements, result: number): void {
    const others = new Set([...this.nodes.keys()].filter(id => !nodes.has(id)));
    const inner = [...edges].filter(([, { from, to }]) => nodes.has(from) && nodes.has(to));
    const step = joined(this.removalOf(others), this.additionOf({ nodes, edges: new Map(inner) }));
    if (!isEmpty(step)) this.take({ ...step, result });
  }

  /** Removes nodes and their edges from the canvas; the data stays. */
  remove(ids: ReadonlySet<string>, isLive = false): void {
    const step = this.removalOf(ids);
    if (!isEmpty(step)) this.take({ ...step, isLive });
  }

  /** Collapses two or more nodes into one bubble, which contains the bubbles that are completely among them. */
  collapse(ids: ReadonlySet<string>, name: string): void {
    const known = new Set([...ids].filter(id => this.nodes.has(id)));
    if (known.size > 1) this.takeClusters(collapsed(this.clusters, known, name));
  }

  /** Shows the members of a bubble again: nodes, and other bubbles. */
  expand(id: string): void {
    if (this.clusters.has(id)) this.takeClusters(opened(this.clusters, id));
  }

  /** Like `expand`, but a bubble that contained this one must define its new members itself. */
  dissolve(id: string): void {
    if (this.clusters.has(id)) this.takeClusters(new Map([...this.clusters].filter(([each]) => each !== id)));
  }

  /** Clears everything, including the steps. */
  reset(): void {
    for (const each of [this.nodes, this.edges, this.clusters]) each.clear();
    [this.past, this.future, this.marks, this.forgotten] = [[], [], [], 0];
    this.changed();
  }

  history(): SceneHistory {
    const start = new Scene();
    start.add(this);
    for (const step of [...this.past].reverse()) start.play(step, 'before');
    const checkpoints = this.marks.map(({ name, steps }) => ({ name, steps: steps - this.forgotten }));
    return { start, past: this.past, future: [...this.future].reverse(), checkpoints };
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

  private additionOf({ nodes, edges, clusters = new Map<string, Cluster>() }: Elements): Step {
    return {
      nodes: [...nodes.values()]
        .map(after => ({ before: this.nodes.get(after.id), after }))
        .filter(({ before, after }) => before === undefined || !isSameNode(before, after)),
      edges: [...edges.values()]
        .filter(({ from, to }) => this.willHave(from, nodes) && this.willHave(to, nodes))
        .map(after => ({ before: this.edges.get(after.key), after }))
        .filter(
          ({ before, after }) => before === undefined || !isSameJson(before.properties, after.properties),
        ),
      clusters: [...clusters.values()].map(after => ({ before: this.clusters.get(after.id), after })),
    };
  }

  private removalOf(ids: ReadonlySet<string>): Step {
    const nodes = [...ids].flatMap(id => this.nodes.get(id) ?? []);
    const edges = [...this.edges.values()].filter(({ from, to }) => ids.has(from) || ids.has(to));
    return {
      nodes: nodes.map(before => ({ before, after: undefined })),
      edges: edges.map(before => ({ before, after: undefined })),
      clusters: clustersWithin(ids, this.clusters).map(before => ({ before, after: undefined })),
    };
  }

  private willHave(id: string, nodes: ReadonlyMap<string, GraphNode>): boolean {
    return this.nodes.has(id) || nodes.has(id);
  }

  private takeClusters(after: ReadonlyMap<string, Cluster>): void {
    const ids = new Set([...this.clusters.keys(), ...after.keys()]);
    const changes = [...ids].map(id => ({ before: this.clusters.get(id), after: after.get(id) }));
    const clusters = changes.filter(each => each.before !== each.after);
    if (clusters.length > 0) this.take({ nodes: [], edges: [], clusters });
  }

  private take(step: Step): void {
    this.future = [];
    this.marks = this.marks.filter(({ steps }) => steps <= this.stepsDone);
    const last = this.past.at(-1);
    const isNamed = this.marks.some(({ steps }) => steps === this.stepsDone);
    if (last !== undefined && isContinued(last, step) && !isNamed)
      this.past[this.past.length - 1] = { ...step, ...joined(last, step) };
    else this.past.push(step);
    if (this.past.length > STEPS_KEPT) {
      this.past.shift();
      this.forgotten++;
    }
    this.play(step, 'after');
    this.changed();
  }

  private play({ nodes, edges, clusters }: Step, side: 'before' | 'after'): void {
    for (const each of clusters) {
      const cluster = each[side];
      if (cluster === undefined) this.clusters.delete((each.before ?? each.after)!.id);
      else this.clusters.set(cluster.id, cluster);
    }
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

function isContinued(last: Step, { isLive, result }: Step): boolean {
  return isLive ? last.isLive === true : result !== undefined && last.result === result;
}

function isEmpty({ nodes, edges, clusters }: Step): boolean {
  return nodes.length + edges.length + clusters.length === 0;
}

/** Merges two steps. Elements that were added and removed in between are left out. */
function joined(first: Step, second: Step): Step {
  return {
    nodes: joinedChanges(first.nodes, second.nodes, ({ id }) => id),
    edges: joinedChanges(first.edges, second.edges, ({ key }) => key),
    clusters: joinedChanges(first.clusters, second.clusters, ({ id }) => id),
  };
}

function joinedChanges<T>(
  first: readonly Change<T>[],
  second: readonly Change<T>[],
  nameOf: (element: T) => string,
): Change<T>[] {
  const changes = new Map(first.map(each => [nameOf((each.before ?? each.after)!), each]));
  for (const { before, after } of second) {
    const name = nameOf((before ?? after)!);
    const known = changes.get(name);
    const change = { before: known === undefined ? before : known.before, after };
    if (change.before === undefined && after === undefined) changes.delete(name);
    else changes.set(name, change);
  }
  return [...changes.values()];
}

export function isSameNode(a: GraphNode, b: GraphNode): boolean {
  return isSameJson(a.labels, b.labels) && isSameJson(a.properties, b.properties);
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
