/** From what can change on a node to the parts that look at it, over all registered queries. */
import { Direction } from '@weir/model';
import type { PartDemands } from '../plan/node-demands.js';
import type { AnyPartPlan, RowSlotPlan, StandingPlan } from '../plan/row-plan.js';
import type { NodeChange } from '../standing-contract.js';

class WatchedPart {
  /** Of the last gathering that took the part. */
  stamp = 0;

  constructor(readonly plan: AnyPartPlan) {}
}

type Watchers = Map<string, WatchedPart[]>;

/** Stands for every key, label or edge label. */
const ANY = '*';

export class WatchIndex {
  private readonly properties: Watchers = new Map();
  private readonly labels: Watchers = new Map();
  private readonly outgoing: Watchers = new Map();
  private readonly incoming: Watchers = new Map();
  /** Parts that look at any property, label, edge: by the list of changes that they look at. */
  private readonly anyProperty: Watchers = new Map();
  private readonly anyLabel: Watchers = new Map();
  private readonly anyEdge: Watchers = new Map();
  /** By edge label, or `ANY`: parts that look at properties of such edges. */
  private readonly edgeProperties: Watchers = new Map();
  /** Parts that look at whether nodes exist, and so at every change. */
  private existence: WatchedPart[] = [];
  private stamp = 0;

  add(plan: StandingPlan): void {
    for (const part of plan.parts) {
      if (part.kind === 'writers' || part.kind === 'home') continue;
      const watched = new WatchedPart(part);
      this.addDemands(part, watched);
      for (const slot of part.slots) {
        if ('here' in slot) this.addSlot(slot, watched);
        else this.addEdges([slot.label], slot.direction, watched);
      }
    }
  }

  private addDemands(part: PartDemands, watched: WatchedPart): void {
    for (const { key } of part.tests) watch(this.properties, key, watched);
    for (const key of part.reads.keys) watch(this.properties, key, watched);
    if (part.reads.all) watch(this.anyProperty, ANY, watched);
    for (const label of part.labels) watch(this.labels, label, watched);
    if (part.reads.labels) watch(this.anyLabel, ANY, watched);
    this.addEdges(part.loops, undefined, watched);
    for (const { labels, direction } of part.edges) this.addEdges(labels, direction, watched);
    if (part.needsExistence) this.existence.push(watched);
    for (const alternative of part.anyOf) this.addDemands(alternative, watched);
  }

  private addSlot(
    { here, labels, direction, edgeTests, edgeReads }: RowSlotPlan,
    watched: WatchedPart,
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
    watched: WatchedPart,
  ): void {
    if (labels === undefined) watch(this.anyEdge, ANY, watched);
    for (const label of labels ?? []) {
      if (direction !== Direction.Incoming) watch(this.outgoing, label, watched);
      if (direction !== Direction.Outgoing) watch(this.incoming, label, watched);
    }
  }

  remove(query: number): void {
    for (const watchers of this.all()) {
      for (const [key, parts] of watchers) {
        const kept = parts.filter(part => part.plan.query !== query);
        if (kept.length === 0) watchers.delete(key);
        else if (kept.length < parts.length) watchers.set(key, kept);
      }
    }
    this.existence = this.existence.filter(part => part.plan.query !== query);
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

  /** The parts that look at something in `change`, each once. */
  touchedBy(change: NodeChange): readonly AnyPartPlan[] {
    const touched: AnyPartPlan[] = [];
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

  private gather(watchers: readonly WatchedPart[] | undefined, touched: AnyPartPlan[]): void {
    if (watchers === undefined) return;
    for (const part of watchers) {
      if (part.stamp === this.stamp) continue;
      part.stamp = this.stamp;
      touched.push(part.plan);
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

function watch(watchers: Watchers, key: string, part: WatchedPart): void {
  const parts = watchers.get(key);
  if (parts === undefined) watchers.set(key, [part]);
  else if (!parts.includes(part)) parts.push(part);
}
