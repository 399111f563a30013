/** A shape as the pattern of a plan of traces, if it is no more than that. */
import type { PatternEdge, StandingPattern } from '../pattern/standing-pattern.js';
import type { EdgeElement, Element, ElementNumber, NodeElement, Shape } from '../row-compile/shape.js';

/** @returns `undefined` when the query has filters, branches or cycles, or edges that are not plain ones. */
export function tracePattern(shape: Shape, root: ElementNumber): StandingPattern | undefined {
  const { main, elements, stages, unwinds } = shape;
  const [column] = stages[0]!.columns;
  if (main.conditions.length + main.branches.length + unwinds.length > 0 || stages.length > 1)
    return undefined;
  const nodes = [...main.nodes];
  if (!nodes.every(node => main.own.has(node)) || !isTree(shape, root)) return undefined;
  const edges: PatternEdge[] = [];
  for (const number of main.edges) {
    const edge = plainEdge(elements[number] as EdgeElement, elements[main.edges[0]!]!);
    if (edge === undefined) return undefined;
    edges.push({ source: nodes.indexOf(edge.source), target: nodes.indexOf(edge.target), label: edge.label });
  }
  const { expression, name } = column!;
  return {
    nodes: nodes.map(node => {
      const { variable, id, named, labels, tests } = elements[node] as NodeElement;
      return { variable, id, named, labels, tests };
    }),
    edges,
    root: nodes.indexOf(root),
    column: name,
    idAsText: expression.kind === 'call' && expression.name.toLowerCase() === 'strid',
  };
}

function plainEdge(edge: EdgeElement, first: Element): PatternEdge | undefined {
  const { source, target, directed, labels, tests, hops, match } = edge;
  const isOfOneMatch = match === (first as EdgeElement).match;
  const isPlain = directed && labels?.length === 1 && tests.length === 0 && hops === undefined;
  return isPlain && isOfOneMatch ? { source, target, label: labels[0]! } : undefined;
}

/** Loops aside. */
function isTree({ main, elements }: Shape, root: ElementNumber): boolean {
  const reached = new Set([root]);
  let left = main.edges.filter(number => {
    const { source, target } = elements[number] as EdgeElement;
    return source !== target;
  });
  while (left.length > 0) {
    const next = left.find(number => {
      const { source, target } = elements[number] as EdgeElement;
      return reached.has(source) !== reached.has(target);
    });
    if (next === undefined) return false;
    const { source, target } = elements[next] as EdgeElement;
    reached.add(source).add(target);
    left = left.filter(number => number !== next);
  }
  return reached.size === main.nodes.size;
}
