import type { RowNodePlan } from '../../plan/row-plan.js';
import type { WritersPlan } from '../../plan/standing-plan.js';

/** What of the graph the pattern nodes of a plan look at. */
export function writersPlan(
  query: number,
  number: number,
  patternNodes: readonly RowNodePlan[],
): WritersPlan {
  return {
    kind: 'writers',
    query,
    number,
    variable: undefined,
    parent: undefined,
    isRoot: false,
    keys: new Set(
      patternNodes.flatMap(patternNode => [
        ...patternNode.tests.map(({ key }) => key),
        ...patternNode.reads.keys,
      ]),
    ),
    anyKey: patternNodes.some(patternNode => patternNode.reads.all),
    labels: new Set(patternNodes.flatMap(patternNode => patternNode.labels)),
    anyLabel: patternNodes.some(patternNode => patternNode.reads.labels),
    patternEdges: patternNodes.flatMap(patternNode =>
      patternNode.patternEdges.filter(patternEdge => !patternEdge.here),
    ),
  };
}
