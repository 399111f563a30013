/** `LOAD CSV`: planned as a call of the procedure `loadCsv`. */
import type { Binding, Bindings } from '../expression/bindings.js';
import type { Expression, LoadCsv } from '../syntax/index.js';
import { planCall } from './call-planner.js';
import type { PlanStep } from './plan.js';
import { variable } from './plan-context.js';
import type { PlanContext } from './plan-context.js';

export function planLoadCsv(
  context: PlanContext,
  clause: LoadCsv,
  bindings: Bindings,
): { readonly step: PlanStep; readonly bindings: Map<string, Binding> } {
  const { span } = clause;
  const literal = (value: string | boolean): Expression => ({ kind: 'literal', value, span });
  const { steps, bindings: scope } = planCall(
    context,
    {
      kind: 'call-procedure',
      procedure: 'loadCsv',
      arguments: [clause.url, literal(clause.withHeaders), literal(clause.fieldTerminator ?? ',')],
      yields: [{ kind: 'yield-item', output: 'row', variable: variable(clause.variable.name, span), span }],
      where: undefined,
      span,
    },
    bindings,
  );
  return { step: steps[0]!, bindings: scope };
}
