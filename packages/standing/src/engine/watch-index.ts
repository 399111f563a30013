/** From what can change on a node to the pattern nodes that look at it, over all registered queries. */
import { Direction } from '@weir/model';
import type { NodeDemands } from '../plan/node-demands.js';
import type { PlanNode, RowEdgePlan, StandingPlan } from '../plan/row-plan.js';
import type { NodeChange } from '../standing-contract.js';

class WatchedNode {
  /** Of the last gathering that took the pattern node. */
  stamp = 0;

  constructor(readonly plan: PlanNode) {}
}

type Watchers = Map<string, WatchedNode[]>;

/** Stands for every key, label or edge label. */
const ANY = '*';

export class WatchIndex {
  private readonly properties: Watchers = new Map();
  private readonly labels: Watchers = new Map();
  private readonly outgoing: Watchers = new Map();
  private readonly incoming: Watchers = new Map();
  /** Pattern nodes that look at any property, label, edge: by the list of changes that they look at. */
  private readonly anyProperty: Watchers = new Map();
  private readonly anyLabel: Watchers = new Map();
  private readonly anyEdge: Watchers = new Map();
  /** By edge label, or `ANY`: pattern nodes that look at properties of such edges. */
  private readonly edgeProperties: Watchers = new Map();
  /** Pattern nodes that look at whether nodes exist, and so at every change. */
  private existence: WatchedNode[] = [];
  private stamp = 0;

  add(plan: StandingPlan): void {
    for (const patternNode of plan.nodes) {
      if (patternNode.kind === 'writers' || patternNode.kind === 'group') continue;
      const watched = new WatchedNode(patternNode);
      this.addDemands(patternNode, watched);
      for (const patternEdge of patternNode.patternEdges) {
        if ('here' in patternEdge) this.addPatternEdge(patternEdge, watched);
        else this.addEdges([patternEdge.label], patternEdge.direction, watched);
      }
    }
  }

  private addDemands(patternNode: NodeDemands, watched: WatchedNode): void {
    for (const { key } of patternNode.tests) watch(this.properties, key, watched);
    for (const key of patternNode.reads.keys) watch(this.properties, key, watched);
    if (patternNode.reads.all) watch(this.anyProperty, ANY, watched);
    for (const label of patternNode.labels) watch(this.labels, label, watched);
    if (patternNode.reads.labels) watch(this.anyLabel, ANY, watched);
    this.addEdges(patternNode.loops, undefined, watched);
    for (const { labels, direction } of patternNode.edges) this.addEdges(labels, direction, watched);
    if (patternNode.needsExistence) this.existence.push(watched);
    for (const alternative of patternNode.anyOf) this.addDemands(alternative, watched);
  }

  private addPatternEdge(
    { here, labels, direction, edgeTests, edgeReads }: RowEdgePlan,
    watched: WatchedNode,
  ): void {
    if (here) return;
    this.addEdges(labels, direction, watched);
    if (edgeTests.length === 0 && edgeReads.keys.length === 0 && !edgeReads.all) return;
    for (const label of labels ?? [ANY]) watch(this.edgeProperties, label, watched);
  }

  /** @param labels `undefined` is any, as is the direction. */
  private addEdges(
    labels: readonly string[] | undefined,
    direction: Direction | undefined,
    watched: WatchedNode,
  ): void {
    if (labels === undefined) watch(this.anyEdge, ANY, watched);
    for (const label of labels ?? []) {
      if (direction !== Direction.Incoming) watch(this.outgoing, label, watched);
      if (direction !== Direction.Outgoing) watch(this.incoming, label, watched);
    }
  }

  remove(query: number): void {
    for (const watchers of this.all()) {
      for (const [key, known] of watchers) {
        const kept = known.filter(patternNode => patternNode.plan.query !== query);
        if (kept.length === 0) watchers.delete(key);
        else if (kept.length < known.length) watchers.set(key, kept);
      }
    }
    this.existence = this.existence.filter(patternNode => patternNode.plan.query !== query);
  }

  get watchesExistence(): boolean {
    return this.existence.length > 0;
  }

  get watchesProperties(): boolean {
    return this.properties.size > 0 || this.anyProperty.size > 0 || this.existence.length > 0;
  }

  watchesProperty(key: string): boolean {
    return this.properties.has(key) || this.anyProperty.size > 0 || this.existence.length > 0;
  }

  watchesLabel(label: string): boolean {
    return this.labels.has(label) || this.anyLabel.size > 0 || this.existence.length > 0;
  }

  watchesEdge(label: string, direction: Direction): boolean {
    return this.edges(direction).has(label) || this.anyEdge.size > 0 || this.existence.length > 0;
  }

  /** Both halves hold an edge's properties, and either may be the one that is looked at. */
  watchesEdgeProperty(label: string, direction: Direction): boolean {
    if (this.edgeProperties.size === 0) return false;
    return (
      (this.edgeProperties.has(label) || this.edgeProperties.has(ANY)) && this.watchesEdge(label, direction)
    );
  }

  /** The pattern nodes that look at something in `change`, each once. */
  touchedBy(change: NodeChange): readonly PlanNode[] {
    const touched: PlanNode[] = [];
    this.stamp++;
    for (const key of change.properties) this.gather(this.properties.get(key), touched);
    for (const label of change.labels) this.gather(this.labels.get(label), touched);
    for (const edge of change.edgesAdded) this.gather(this.edges(edge.direction).get(edge.label), touched);
    for (const edge of change.edgesRemoved) this.gather(this.edges(edge.direction).get(edge.label), touched);
    const { edgesChanged } = change;
    if (edgesChanged !== undefined) {
      for (const edge of edgesChanged) this.gather(this.edgeProperties.get(edge.label), touched);
      if (edgesChanged.length > 0) this.gather(this.edgeProperties.get(ANY), touched);
    }
    if (change.properties.length > 0) this.gather(this.anyProperty.get(ANY), touched);
    if (change.labels.length > 0) this.gather(this.anyLabel.get(ANY), touched);
    if (change.edgesAdded.length > 0 || change.edgesRemoved.length > 0) {
      this.gather(this.anyEdge.get(ANY), touched);
    }
    if (this.existence.length > 0) this.gather(this.existence, touched);
    return touched;
  }

  private gather(watchers: readonly WatchedNode[] | undefined, touched: PlanNode[]): void {
    if (watchers === undefined) return;
    for (const patternNode of watchers) {
      if (patternNode.stamp === this.stamp) continue;
      patternNode.stamp = this.stamp;
      touched.push(patternNode.plan);
    }
  }

  private all(): Watchers[] {
    const { properties, labels, outgoing, incoming, anyProperty, anyLabel, anyEdge, edgeProperties } = this;
    return [properties, labels, outgoing, incoming, anyProperty, anyLabel, anyEdge, edgeProperties];
  }

  private edges(direction: Direction): Watchers {
    return direction === Direction.Outgoing ? this.outgoing : this.incoming;
  }
}

function watch(watchers: Watchers, key: string, patternNode: WatchedNode): void {
  const known = watchers.get(key);
  if (known === undefined) watchers.set(key, [patternNode]);
  else if (!known.includes(patternNode)) known.push(patternNode);
}
