import type { RowNodePlan } from '../../plan/row-plan.js';
import type { WritersPlan } from '../../plan/standing-plan.js';

/** Returns the parts of the graph that the pattern nodes of a plan read. */
export function writersPlan(query: number, number: number, planNodes: readonly RowNodePlan[]): WritersPlan {
  return {
    kind: 'writers',
    query,
    number,
    variable: undefined,
    parent: undefined,
    isRoot: false,
    keys: new Set(
      planNodes.flatMap(planNode => [...planNode.tests.map(({ key }) => key), ...planNode.reads.keys]),
    ),
    anyKey: planNodes.some(planNode => planNode.reads.all),
    labels: new Set(planNodes.flatMap(planNode => planNode.labels)),
    anyLabel: planNodes.some(planNode => planNode.reads.labels),
    patternEdges: planNodes.flatMap(planNode =>
      planNode.patternEdges.filter(patternEdge => !patternEdge.here),
    ),
  };
}
