/** What must hold on a part's node itself, whatever its neighbours report. */
import { Direction } from '@weir/model';
import { testHolds } from '../pattern/property-test.js';
import type { PartPlan } from '../plan/standing-plan.js';
import type { StandingNode } from '../standing-operator.js';

export function holdsLocally(plan: PartPlan, node: StandingNode): boolean {
  if (plan.impossible) return false;
  if (plan.id !== undefined && plan.id !== node.id) return false;
  for (const label of plan.labels) if (!node.hasLabel(label)) return false;
  for (const test of plan.tests) if (!testHolds(test, node.property(test.key))) return false;
  for (const { label, direction, count } of plan.degrees) {
    if (node.edgeCount(label, direction) < count) return false;
  }
  for (const label of plan.loops) {
    if (!node.hasEdge(label, Direction.Outgoing, node.id)) return false;
    if (!node.hasEdge(label, Direction.Incoming, node.id)) return false;
  }
  return !plan.needsExistence || node.exists;
}
