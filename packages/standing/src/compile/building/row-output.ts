/** From the rows of a pattern node's last step to the rows that it reports. */
import type { OutputColumn, Reduction, RowNodePlan, StepPlan } from '../../plan/row-plan.js';
import type { ComparedEdges } from '../drafting/compared-edges.js';
import type { BranchStep, Carried, Draft } from '../drafting/draft.js';
import type { ElementNumber } from '../shape/shape.js';

/** Position of the own column. */
const OWN = 0;

/**
 * Returns the properties that represent the node from its own row on: the reported rows contain nothing else of it, and
 * no step reads it. `undefined`: the own row contains the node.
 */
export function ownReductionOf({ element, out }: Draft, steps: readonly StepPlan[]): Reduction | undefined {
  const isRead = steps.some(({ leftKey, dependsOn }) => leftKey.includes(OWN) || dependsOn.includes(OWN));
  return isRead ? undefined : out.get(element)?.reduction;
}

/**
 * @param layout the element at each position of the last step's rows.
 * @param ownReduction see RowNodePlan.
 */
export function outputOf(
  draft: Draft,
  layout: readonly ElementNumber[],
  compared: ComparedEdges,
  ownReduction: Reduction | undefined,
): Pick<RowNodePlan, 'output' | 'reportsAll' | 'reduced'> {
  const output = [...draft.out].map(([element, { rich, reduction }]): OutputColumn => {
    const below = carriedFromBelow(draft, element);
    const isOwnReduced = element === draft.element && ownReduction !== undefined;
    const isAsBelow =
      isOwnReduced ||
      (below !== undefined && below.rich === rich && isSameReduction(below.reduction, reduction));
    return {
      position: layout.indexOf(element),
      bare: !rich && !isAsBelow,
      reduction: isAsBelow ? undefined : reduction,
      keep: compared.keepAbove(element, draft),
    };
  });
  const isUnchanged = output.every(
    ({ bare, reduction, keep }) => !bare && reduction === undefined && keep === undefined,
  );
  const positions = output.map(({ position }) => position);
  const reduced = [...draft.out.values()].flatMap(({ reduction }, position) =>
    reduction === undefined ? [] : [{ position, reduction }],
  );
  return { output, reportsAll: isUnchanged && isInOrder(positions, layout.length), reduced };
}

/** How much of an element the rows of a child carry; `undefined` if no child has it in its rows. */
function carriedFromBelow(draft: Draft, element: ElementNumber): Carried | undefined {
  for (const step of draft.steps) {
    const edge = step.kind === 'edge' ? step : step.inlined;
    const child = edge === undefined ? (step as BranchStep).root : edge.child;
    const carried = child?.out.get(element);
    if (carried !== undefined) return carried;
  }
  return undefined;
}

function isSameReduction(a: Reduction | undefined, b: Reduction | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((property, i) => property === b[i]);
}

/** Whether these are all positions of rows of that length, in order. */
export function isInOrder(positions: readonly number[], length: number): boolean {
  return positions.length === length && positions.every((position, i) => position === i);
}
