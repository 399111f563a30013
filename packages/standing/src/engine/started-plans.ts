/**
 * Started plans in start order, and lookup of those to evaluate on a node: plans whose root's chief demand the node
 * meets.
 */
import type { NodeId } from '@weir/model';
import { globalGroupNodesOf } from '../state/groups/group-nodes.js';
import { type PatternNodePlan, rootOf, type StandingPlan } from '../plan/standing-plan.js';
import type { StandingNode } from '../contract/standing-node.js';
import { chiefDemandOf } from './chief-demand.js';
import { DemandIndex } from './demand-index.js';

/** Up to this number, plans are not looked up by demand. */
const FEW = 16;

class StartedPlan {
  readonly root: PatternNodePlan;
  readonly demand;
  /** Nodes of groups that exist without members. */
  readonly globalGroups: readonly NodeId[];

  /** @param order position of the plan in start order, 1-based. */
  constructor(
    readonly plan: StandingPlan,
    readonly order: number,
  ) {
    this.root = rootOf(plan);
    this.demand = chiefDemandOf(this.root);
    this.globalGroups = globalGroupNodesOf(plan).map(({ node }) => node);
  }
}

export class StartedPlans {
  /** Number of plans started so far. */
  count = 0;
  /** In start order. */
  private plans: StartedPlan[] = [];
  private readonly roots = new DemandIndex<StartedPlan>();
  private readonly byGlobalGroup = new Map<NodeId, StartedPlan[]>();

  has(plan: StandingPlan): boolean {
    return this.plans.some(started => started.plan === plan);
  }

  add(plan: StandingPlan): void {
    const started = new StartedPlan(plan, ++this.count);
    this.plans.push(started);
    this.roots.add(started);
    for (const id of started.globalGroups) {
      this.byGlobalGroup.set(id, [...(this.byGlobalGroup.get(id) ?? []), started]);
    }
  }

  remove(plan: StandingPlan): void {
    const started = this.plans.find(each => each.plan === plan);
    if (started === undefined) return;
    this.plans = this.plans.filter(each => each !== started);
    this.roots.remove(started);
    for (const id of started.globalGroups) {
      const others = this.byGlobalGroup.get(id)!.filter(each => each !== started);
      if (others.length === 0) this.byGlobalGroup.delete(id);
      else this.byGlobalGroup.set(id, others);
    }
  }

  /** Nodes that plans after the first `after` need, whether or not they exist. */
  fixedNodes(after: number): readonly NodeId[] {
    return this.startedAfter(after).flatMap(({ root, globalGroups }) => [...root.named, ...globalGroups]);
  }

  /** Plans after the first `after` whose root may hold on the node, oldest first. */
  mayHoldOn(node: StandingNode, after: number): readonly StandingPlan[] {
    const { plans } = this;
    const last = plans[plans.length - 1];
    if (last === undefined || last.order <= after) return [];
    const areFew = plans.length <= FEW || plans[plans.length - 1 - FEW]!.order <= after;
    if (areFew) return this.startedAfter(after).map(({ plan }) => plan);
    const found: StartedPlan[] = [];
    this.roots.meets(node, started => {
      if (started.order > after) found.push(started);
    });
    return inOrder(found);
  }

  /** Plans after the first `after` with a group on the node that exists without members. */
  withGlobalGroup(node: NodeId, after: number): readonly StandingPlan[] {
    if (this.byGlobalGroup.size === 0) return [];
    return inOrder((this.byGlobalGroup.get(node) ?? []).filter(({ order: place }) => place > after));
  }

  private startedAfter(after: number): readonly StartedPlan[] {
    if (after === 0) return this.plans;
    let first = this.plans.length;
    while (first > 0 && this.plans[first - 1]!.order > after) first--;
    return this.plans.slice(first);
  }
}

function inOrder(plans: StartedPlan[]): readonly StandingPlan[] {
  return plans.sort((a, b) => a.order - b.order).map(({ plan }) => plan);
}
