/** Registered plans that are evaluated on several graph nodes, and the changes they depend on. */
import type { Direction } from '@weir/model';
import type { StandingPlan } from '../plan/standing-plan.js';
import type { AcrossNodes } from '../contract/standing-engine.js';
import { WatchIndex } from './watch-index.js';

export class PlansAcrossNodes implements AcrossNodes {
  /** Plans with their longest chain of messages. */
  private readonly plans = new Map<StandingPlan, number>();
  private readonly index = new WatchIndex();
  longestChain = 0;

  get areAny(): boolean {
    return this.plans.size > 0;
  }

  add(plan: StandingPlan): void {
    const nodeCount = plan.nodes.filter(({ kind }) => kind !== 'writers').length;
    if (nodeCount === 1) return;
    this.index.add(plan);
    // Down to the last pattern node, and up again to the last group.
    this.plans.set(plan, 2 * nodeCount);
    this.measure();
  }

  remove(plan: StandingPlan): void {
    if (!this.plans.delete(plan)) return;
    this.index.remove(plan);
    this.measure();
  }

  private measure(): void {
    this.longestChain = Math.max(0, ...this.plans.values());
  }

  isRelevantProperty(key: string): boolean {
    return this.index.watchesProperty(key);
  }

  isAnyPropertyRelevant(): boolean {
    return this.index.watchesProperties;
  }

  isRelevantLabel(label: string): boolean {
    return this.index.watchesLabel(label);
  }

  isRelevantEdge(label: string, direction: Direction): boolean {
    return this.index.watchesEdge(label, direction);
  }

  isRelevantEdgeProperty(label: string, direction: Direction): boolean {
    return this.index.watchesEdgeProperty(label, direction);
  }

  isRelevantExistence(): boolean {
    return this.index.watchesExistence;
  }
}
