/**
 * Maps possible changes of a node to the pattern nodes of all registered queries that depend on them: those which may
 * hold after the change, and those with a state on the node although it no longer meets their chief demand.
 */
import type { ChangeRelevance } from '../contract/change-relevance.js';
import { Direction } from '@weir/model';
import type { NodeDemands } from '../plan/node-demands.js';
import type { PatternNodePlan, PlanNode, StandingPlan } from '../plan/standing-plan.js';
import type { RowEdgePlan } from '../plan/row-plan.js';
import type { NodeChange } from '../contract/node-change.js';
import type { RecentChanges } from '../contract/recent-changes.js';
import type { StandingNode } from '../contract/standing-node.js';
import { chiefDemandOf } from './chief-demand.js';
import { DemandIndex } from './demand-index.js';
import { allStates, type NodeStates } from '../state/node/node-states.js';

class WatchedNode {
  /** Number of the last search that returned the pattern node. */
  stamp = 0;
  readonly demand;

  constructor(readonly plan: PatternNodePlan) {
    this.demand = chiefDemandOf(plan);
  }
}

type WatchedNodes = DemandIndex<WatchedNode>;
type Watchers = Map<string, WatchedNodes>;

/** Matches every key, label or edge label. */
const ANY = '*';

export class WatchIndex implements ChangeRelevance {
  private readonly properties: Watchers = new Map();
  private readonly labels: Watchers = new Map();
  private readonly outgoing: Watchers = new Map();
  private readonly incoming: Watchers = new Map();
  /** Pattern nodes that depend on any property, label or edge, by type of change. */
  private readonly anyProperty: Watchers = new Map();
  private readonly anyLabel: Watchers = new Map();
  private readonly anyEdge: Watchers = new Map();
  /** By edge label, or `ANY`: pattern nodes that depend on properties of such edges. */
  private readonly edgeProperties: Watchers = new Map();
  /** Pattern nodes that depend on whether nodes exist, and so on every change. */
  private readonly existence: WatchedNodes = new DemandIndex();
  private readonly watched = new Map<PlanNode, WatchedNode>();
  /** How many pattern nodes have a chief demand for the key, or for the label. */
  private readonly demandedKeys = new Map<string, number>();
  private readonly demandedLabels = new Map<string, number>();
  private stamp = 0;
  private touched: PatternNodePlan[] = [];
  private readonly take = (watched: WatchedNode): void => {
    if (watched.stamp === this.stamp) return;
    watched.stamp = this.stamp;
    this.touched.push(watched.plan);
  };

  add(plan: StandingPlan): void {
    for (const planNode of plan.nodes) {
      if (planNode.kind === 'writers' || planNode.kind === 'group') continue;
      const watched = new WatchedNode(planNode);
      this.watched.set(planNode, watched);
      this.countDemand(watched, 1);
      this.addDemands(planNode, watched);
      for (const patternEdge of planNode.patternEdges) {
        if ('here' in patternEdge) this.addPatternEdge(patternEdge, watched);
        else this.addEdges([patternEdge.label], patternEdge.direction, watched);
      }
    }
  }

  private addDemands(demands: NodeDemands, watched: WatchedNode): void {
    for (const { key } of demands.tests) watch(this.properties, key, watched);
    for (const key of demands.reads.keys) watch(this.properties, key, watched);
    if (demands.reads.all) watch(this.anyProperty, ANY, watched);
    for (const label of demands.labels) watch(this.labels, label, watched);
    if (demands.reads.labels) watch(this.anyLabel, ANY, watched);
    this.addEdges(demands.loops, undefined, watched);
    for (const { labels, direction } of demands.edges) this.addEdges(labels, direction, watched);
    if (demands.needsExistence) this.existence.add(watched);
    for (const alternative of demands.anyOf) this.addDemands(alternative, watched);
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

  /** @param labels `undefined` for any, as for the direction. */
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

  remove(plan: StandingPlan): void {
    for (const planNode of plan.nodes) {
      const watched = this.watched.get(planNode);
      if (watched === undefined) continue;
      this.watched.delete(planNode);
      this.countDemand(watched, -1);
      this.existence.remove(watched);
      for (const watchers of this.all()) {
        for (const [key, known] of watchers) {
          known.remove(watched);
          if (known.isEmpty) watchers.delete(key);
        }
      }
    }
  }

  private countDemand({ demand }: WatchedNode, change: 1 | -1): void {
    if (demand.kind === 'value') count(this.demandedKeys, demand.key, change);
    if (demand.kind === 'label') count(this.demandedLabels, demand.label, change);
  }

  isRelevantExistence(): boolean {
    return !this.existence.isEmpty;
  }

  isAnyPropertyRelevant(): boolean {
    return this.properties.size > 0 || this.anyProperty.size > 0 || !this.existence.isEmpty;
  }

  isRelevantProperty(key: string): boolean {
    return this.properties.has(key) || this.anyProperty.size > 0 || !this.existence.isEmpty;
  }

  isRelevantLabel(label: string): boolean {
    return this.labels.has(label) || this.anyLabel.size > 0 || !this.existence.isEmpty;
  }

  isRelevantEdge(label: string, direction: Direction): boolean {
    return this.edges(direction).has(label) || this.anyEdge.size > 0 || !this.existence.isEmpty;
  }

  /** Both half-edges hold an edge's properties, and a pattern node may depend on either. */
  isRelevantEdgeProperty(label: string, direction: Direction): boolean {
    if (this.edgeProperties.size === 0) return false;
    return (
      (this.edgeProperties.has(label) || this.edgeProperties.has(ANY)) &&
      this.isRelevantEdge(label, direction)
    );
  }

  /**
   * Returns each pattern node that `change` may affect, once.
   * @param node its state after the change.
   */
  touchedBy(change: NodeChange, node: StandingNode, states: NodeStates): readonly PatternNodePlan[] {
    const touched: PatternNodePlan[] = (this.touched = []);
    this.stamp++;
    for (const key of change.properties) this.gather(this.properties.get(key), node);
    for (const label of change.labels) this.gather(this.labels.get(label), node);
    for (const edge of change.edgesAdded) this.gather(this.edges(edge.direction).get(edge.label), node);
    for (const edge of change.edgesRemoved) this.gather(this.edges(edge.direction).get(edge.label), node);
    const { edgesChanged } = change;
    if (edgesChanged !== undefined) {
      for (const edge of edgesChanged) this.gather(this.edgeProperties.get(edge.label), node);
      if (edgesChanged.length > 0) this.gather(this.edgeProperties.get(ANY), node);
    }
    if (change.properties.length > 0) this.gather(this.anyProperty.get(ANY), node);
    if (change.labels.length > 0) this.gather(this.anyLabel.get(ANY), node);
    if (change.edgesAdded.length > 0 || change.edgesRemoved.length > 0) {
      this.gather(this.anyEdge.get(ANY), node);
    }
    if (!this.existence.isEmpty) this.gather(this.existence, node);
    if (states !== undefined) this.gatherLosing(change, states);
    return touched;
  }

  /** Whether recent changes may have affected the pattern node, whatever the node contains now. */
  isAffected(plan: PlanNode, { properties, labels, edges }: RecentChanges): boolean {
    const watched = this.watched.get(plan);
    if (watched === undefined) return false;
    const watches = (watchers: Watchers, name: string): boolean => watchers.get(name)?.has(watched) === true;
    return (
      this.existence.has(watched) ||
      (properties.length > 0 && watches(this.anyProperty, ANY)) ||
      properties.some(key => watches(this.properties, key)) ||
      (labels.length > 0 && watches(this.anyLabel, ANY)) ||
      labels.some(label => watches(this.labels, label)) ||
      (edges.length > 0 && (watches(this.anyEdge, ANY) || watches(this.edgeProperties, ANY))) ||
      edges.some(
        ({ label, direction }) =>
          watches(this.edges(direction), label) || watches(this.edgeProperties, label),
      )
    );
  }

  private gather(watchers: WatchedNodes | undefined, node: StandingNode): void {
    watchers?.meets(node, this.take);
  }

  /** Collects states of pattern nodes whose chief demand may have been met before the change. */
  private gatherLosing({ properties, labels }: NodeChange, states: NodeStates): void {
    const { demandedKeys, demandedLabels } = this;
    if (!properties.some(key => demandedKeys.has(key)) && !labels.some(label => demandedLabels.has(label)))
      return;
    for (const { plan } of allStates(states)) {
      const watched = this.watched.get(plan);
      if (watched === undefined) continue;
      const { demand } = watched;
      const isAbout =
        (demand.kind === 'value' && properties.includes(demand.key)) ||
        (demand.kind === 'label' && labels.includes(demand.label));
      if (isAbout) this.take(watched);
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

function watch(watchers: Watchers, key: string, watched: WatchedNode): void {
  let known = watchers.get(key);
  if (known === undefined) watchers.set(key, (known = new DemandIndex()));
  known.add(watched);
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + change;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
