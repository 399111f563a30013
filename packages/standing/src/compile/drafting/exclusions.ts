/** Whether two edges of one MATCH could stand on the same graph edge. If not, no check is needed. */
import { excludeEachOther } from '../../plan/property-test.js';
import type { EdgeElement, Element, ElementNumber, NodeElement } from '../shape/shape.js';

export function canCoincide(elements: readonly Element[], a: ElementNumber, b: ElementNumber): boolean {
  const left = elements[a] as EdgeElement;
  const right = elements[b] as EdgeElement;
  if (left.match !== right.match || left.match < 0 || !shareLabel(left, right)) return false;
  // Nodes inside a longer path are unrestricted.
  if (left.hops !== undefined || right.hops !== undefined) return true;
  const same = agree(elements, left.source, right.source) && agree(elements, left.target, right.target);
  if (same) return true;
  if (left.directed && right.directed) return false;
  return agree(elements, left.source, right.target) && agree(elements, left.target, right.source);
}

function shareLabel(a: EdgeElement, b: EdgeElement): boolean {
  if (a.labels !== undefined && b.labels !== undefined)
    return a.labels.some(label => b.labels!.includes(label));
  if (a.labels !== undefined) return a.labels.some(label => b.acceptsLabel?.(label) ?? true);
  if (b.labels !== undefined) return b.labels.some(label => a.acceptsLabel?.(label) ?? true);
  return true;
}

/** Whether two nodes of the pattern could be the same graph node. */
function agree(elements: readonly Element[], a: ElementNumber, b: ElementNumber): boolean {
  const left = elements[a] as NodeElement;
  const right = elements[b] as NodeElement;
  if (left.id !== undefined && right.id !== undefined && left.id !== right.id) return false;
  return !left.tests.some(test => right.tests.some(other => excludeEachOther(test, other)));
}
