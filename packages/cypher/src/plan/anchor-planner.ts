/** Plans the step that binds a node by an anchor. */
import { idOfValue } from '@weir/model';
import type { NodeId, Value } from '@weir/model';
import type { Bindings } from '../expression/bindings.js';
import { idFromEvaluator } from '../expression/compile-call.js';
import type { EvaluateId } from '../expression/compile-call.js';
import type { CompiledExpression } from '../expression/compiled-expression.js';
import { AnchorById, AnchorByIds, idOfNode } from '../operators/matching/anchor.js';
import type { Anchor } from './anchors.js';
import { planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

interface PlannedAnchor {
  readonly step: PlanStep;
  /** Set if there is one id, and it depends only on the argument row. */
  readonly rowId: EvaluateId | undefined;
}

/** @param slot receives the node; `bindings` do not include it. */
export function planAnchor(
  context: PlanContext,
  anchor: Anchor,
  bindings: Bindings,
  slot: number,
): PlannedAnchor {
  const compiled = context.compile(anchor.expression, bindings);
  const identifiers = [anchor.node];
  const { shape } = anchor;
  const idOf = anchor.byNode ? idOfNode : idOfValue;
  if (shape !== 'one') {
    const step = planStep({
      operatorType: 'AnchorByIds',
      identifiers,
      open: (state, source) => new AnchorByIds(state, source, slot, compiled.evaluate, shape, idOf),
    });
    return { step, rowId: undefined };
  }
  const id = idEvaluator(context, anchor, compiled, bindings, idOf);
  const step = planStep({
    operatorType: 'AnchorById',
    identifiers,
    keepsRows: true,
    open: (state, source) => new AnchorById(state, source, slot, id),
  });
  const isRowId = compiled.reads.isEmpty && [...anchor.names].every(name => !bindings.has(name));
  return { step, rowId: isRowId ? id : undefined };
}

function idEvaluator(
  context: PlanContext,
  { expression, byNode }: Anchor,
  { evaluate }: CompiledExpression,
  bindings: Bindings,
  idOf: (value: Value) => NodeId | null,
): EvaluateId {
  if (!byNode && expression.kind === 'call' && expression.name.toLowerCase() === 'idfrom') {
    return idFromEvaluator(context.compiler(bindings), expression);
  }
  return (row, state) => idOf(evaluate(row, state));
}
