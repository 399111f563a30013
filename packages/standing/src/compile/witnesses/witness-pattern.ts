/** Converts a shape to a witness pattern, if it is simple enough. */
import type { PatternEdge, PatternNode, StandingPattern } from './standing-pattern.js';
import { conditionText } from '../expressions/condition-text.js';
import { asCondition, compileForRows, needsOf } from '../expressions/element-expressions.js';
import { ReadsOfElement } from '../expressions/expression-reads.js';
import type {
  EdgeElement,
  Element,
  ElementExpression,
  ElementNumber,
  NodeElement,
  Shape,
} from '../shape/shape.js';

/** @returns `undefined` if the query has filters, branches, cycles, or edges that are not plain. */
export function witnessPattern(shape: Shape, root: ElementNumber): StandingPattern | undefined {
  const { main, elements, stages, unwinds } = shape;
  const [column] = stages[0]!.columns;
  if (main.branches.length + unwinds.length > 0 || stages.length > 1) return undefined;
  const nodes = [...main.nodes];
  if (!nodes.every(node => main.own.has(node)) || !isTree(shape, root)) return undefined;
  const edges: PatternEdge[] = [];
  for (const number of main.edges) {
    const edge = plainEdge(elements[number] as EdgeElement, elements[main.edges[0]!]!);
    if (edge === undefined) return undefined;
    edges.push({ source: nodes.indexOf(edge.source), target: nodes.indexOf(edge.target), label: edge.label });
  }
  const { expression, name } = column!;
  const conditions = new NodeConditions(shape);
  if (!conditions.areAll) return undefined;
  return {
    nodes: nodes.map(node => {
      const { variable, id, named, labels, tests } = elements[node] as NodeElement;
      return { variable, id, named, labels, tests, ...conditions.of(node) };
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

/** Ignores loops. */
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

/** The conditions of a pattern's WHERE, by the only node that each needs. */
class NodeConditions {
  private readonly byNode = new Map<
    ElementNumber,
    { expression: ElementExpression; reads: ReadsOfElement }[]
  >();
  /** Whether no condition needs several elements, or an edge. */
  readonly areAll: boolean;

  constructor(private readonly shape: Shape) {
    this.areAll = shape.main.conditions.every(expression => {
      const [need, ...others] = needsOf(expression, shape.elements);
      if (need === undefined || others.length > 0 || !shape.main.own.has(need.element)) return false;
      if (shape.elements[need.element]!.kind !== 'node') return false;
      const known = this.byNode.get(need.element) ?? [];
      this.byNode.set(need.element, [...known, { expression, reads: need.reads }]);
      return true;
    });
  }

  of(node: ElementNumber): Pick<PatternNode, 'conditions' | 'reads'> {
    const known = this.byNode.get(node);
    if (known === undefined) return { conditions: [] };
    const reads = new ReadsOfElement();
    for (const each of known) reads.add(each.reads);
    const conditions = known.map(({ expression }) => ({
      ...conditionText(this.shape, expression, [node]),
      holds: asCondition(compileForRows(this.shape, expression, [node])),
    }));
    return { conditions, reads: reads.frozen() };
  }
}
