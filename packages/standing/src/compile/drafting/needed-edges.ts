/**
 * Half-edges that a node cannot match without, whatever is at their other end: if one is missing, the node does not
 * subscribe.
 */
import { Direction } from '@weir/model';
import type { NeededEdge } from '../../plan/node-demands.js';
import type { Draft, EdgeStep } from './draft.js';
import type { EdgeElement, Shape } from '../shape/shape.js';

export function neededEdges(draft: Draft, shape: Shape): NeededEdge[] {
  const needed = new Map<string, NeededEdge>();
  for (const step of draft.steps) {
    const edge = neededStep(step);
    if (edge === undefined || !isNeeded(edge, shape)) continue;
    const { source, directed, labels } = shape.elements[edge.edge] as EdgeElement;
    const outgoing = source === draft.element ? Direction.Outgoing : Direction.Incoming;
    const each = { labels, direction: directed ? outgoing : undefined, count: 1 };
    needed.set(JSON.stringify(each), each);
  }
  return [...needed.values()];
}

/** A path without edges needs none. */
export function isNeeded({ edge }: EdgeStep, shape: Shape): boolean {
  return (shape.elements[edge] as EdgeElement).hops?.min !== 0;
}

/** The edge that must exist for a row to pass the step. */
function neededStep(step: Draft['steps'][number]): EdgeStep | undefined {
  if (step.kind === 'edge') return step;
  return step.branch.mode === 'semi' ? step.inlined : undefined;
}
