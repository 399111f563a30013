/** Named paths, assembled from the nodes and edges in a row. */
import { NodeValue, PathValue, RelationshipValue, type Value } from '@weir/model';
import type { StandingRow } from '../../contract/delta.js';
import { positionIn } from './layout.js';
import type { ElementNumber, PathElement } from '../shape/shape.js';

/** Null if part of the path is: an OPTIONAL MATCH without a match. */
export function pathReader(
  { start, hops }: PathElement,
  layout: readonly ElementNumber[],
): (row: StandingRow) => Value {
  const first = positionIn(layout, start);
  const steps = hops.map(({ edge, to }) => ({ edge: positionIn(layout, edge), to: positionIn(layout, to) }));
  return row => {
    let node = row[first]!;
    if (!(node instanceof NodeValue)) return null;
    const nodes: NodeValue[] = [node];
    const edges: RelationshipValue[] = [];
    for (const { edge, to } of steps) {
      const walked = row[edge]!;
      node = row[to]!;
      if (walked === null || !(node instanceof NodeValue)) return null;
      if (walked instanceof RelationshipValue) {
        edges.push(walked);
        nodes.push(node);
      } else {
        appendWalk(walked as readonly Value[], { nodes, edges, end: node });
      }
    }
    return new PathValue(nodes, edges);
  };
}

/** Returns the edges of a path of several edges, without the nodes between them. */
export function edgesOnly(walked: Value): Value {
  if (!Array.isArray(walked)) return walked;
  const values = walked as readonly Value[];
  return values.some(value => value instanceof NodeValue)
    ? values.filter(value => value instanceof RelationshipValue)
    : values;
}

/** Appends edges, with the nodes between them if present; if they are absent, nothing reads them. */
function appendWalk(
  walked: readonly Value[],
  path: { readonly nodes: NodeValue[]; readonly edges: RelationshipValue[]; readonly end: NodeValue },
): void {
  const inner = walked.filter(value => value instanceof NodeValue);
  const edges = walked.filter(value => value instanceof RelationshipValue);
  edges.forEach((edge, i) => {
    const from = path.nodes[path.nodes.length - 1]!.id;
    const next = edge.start === from ? edge.end : edge.start;
    path.edges.push(edge);
    if (i === edges.length - 1) path.nodes.push(path.end);
    else path.nodes.push(inner[i] ?? new NodeValue(next, [], {}, true));
  });
}
