/** Registered plans that are evaluated on several graph nodes, and the changes they depend on. */
import type { StandingPlan } from '../plan/standing-plan.js';
import type { AcrossNodes } from '../contract/registered-queries.js';
import { WatchIndex } from './watch-index.js';

export class PlansAcrossNodes implements AcrossNodes {
  /** Plans with their longest chain of messages. */
  private readonly plans = new Map<StandingPlan, number>();
  readonly relevance = new WatchIndex();
  longestChain = 0;

  get areAny(): boolean {
    return this.plans.size > 0;
  }

  add(plan: StandingPlan): void {
    const nodeCount = plan.nodes.filter(({ kind }) => kind !== 'writers').length;
    if (nodeCount === 1) return;
    this.relevance.add(plan);
    // Down to the last pattern node, and up again to the last group.
    this.plans.set(plan, 2 * nodeCount);
    this.measure();
  }

  remove(plan: StandingPlan): void {
    if (!this.plans.delete(plan)) return;
    this.relevance.remove(plan);
    this.measure();
  }

  private measure(): void {
    this.longestChain = Math.max(0, ...this.plans.values());
  }
}
