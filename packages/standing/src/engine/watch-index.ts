/** From what can change on a node to the parts that look at it, over all registered queries. */
import { Direction } from '@weir/model';
import type { PartPlan, StandingPlan } from '../plan/standing-plan.js';
import type { NodeChange } from '../standing-operator.js';

class WatchedPart {
  /** Of the last gathering that took the part. */
  stamp = 0;

  constructor(readonly plan: PartPlan) {}
}

type Watchers = Map<string, WatchedPart[]>;

export class WatchIndex {
  private readonly properties: Watchers = new Map();
  private readonly labels: Watchers = new Map();
  private readonly outgoing: Watchers = new Map();
  private readonly incoming: Watchers = new Map();
  /** Parts that look at whether nodes exist, and so at every change. */
  private existence: WatchedPart[] = [];
  private stamp = 0;

  add(plan: StandingPlan): void {
    for (const part of plan.parts) {
      const watched = new WatchedPart(part);
      for (const { key } of part.tests) watch(this.properties, key, watched);
      for (const label of part.labels) watch(this.labels, label, watched);
      for (const label of part.loops) {
        watch(this.outgoing, label, watched);
        watch(this.incoming, label, watched);
      }
      for (const { label, direction } of part.slots) watch(this.edges(direction), label, watched);
      if (part.needsExistence) this.existence.push(watched);
    }
  }

  remove(query: number): void {
    for (const watchers of [this.properties, this.labels, this.outgoing, this.incoming]) {
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
    return this.properties.size > 0 || this.existence.length > 0;
  }

  watchesProperty(key: string): boolean {
    return this.properties.has(key) || this.existence.length > 0;
  }

  watchesLabel(label: string): boolean {
    return this.labels.has(label) || this.existence.length > 0;
  }

  watchesEdge(label: string, direction: Direction): boolean {
    return this.edges(direction).has(label) || this.existence.length > 0;
  }

  /** The parts that look at something in `change`, each once. */
  touchedBy(change: NodeChange): readonly PartPlan[] {
    const touched: PartPlan[] = [];
    this.stamp++;
    for (const key of change.properties) this.gather(this.properties.get(key), touched);
    for (const label of change.labels) this.gather(this.labels.get(label), touched);
    for (const edge of change.edgesAdded) this.gather(this.edges(edge.direction).get(edge.label), touched);
    for (const edge of change.edgesRemoved) this.gather(this.edges(edge.direction).get(edge.label), touched);
    if (this.existence.length > 0) this.gather(this.existence, touched);
    return touched;
  }

  private gather(watchers: readonly WatchedPart[] | undefined, touched: PartPlan[]): void {
    if (watchers === undefined) return;
    for (const part of watchers) {
      if (part.stamp === this.stamp) continue;
      part.stamp = this.stamp;
      touched.push(part.plan);
    }
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
