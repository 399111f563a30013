/** `CALL RECURSIVELY WITH e AS v UNTIL (condition) { ... RETURN v }`. */
import type { Binding, Bindings } from '../expression/bindings.js';
import { Recursion } from '../operators/nesting/recursion.js';
import type { CallRecursively, QueryBody } from '../syntax/index.js';
import { planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';
import type { PlannedBody } from './planned-body.js';

export function planRecursion(
  context: PlanContext,
  clause: CallRecursively,
  bindings: Bindings,
  planBody: (body: QueryBody, bindings: Bindings) => PlannedBody,
): { readonly step: PlanStep; readonly bindings: Map<string, Binding> } {
  const initial = clause.bindings.map(item => {
    const compiled = context.compile(item.expression, bindings);
    const name = item.alias?.name ?? item.name;
    return { name, evaluate: compiled.evaluate, slot: context.slots.allocate() };
  });
  const inside = new Map<string, Binding>(initial.map(({ name, slot }) => [name, { slot, kind: 'unknown' }]));
  const body = planBody(clause.body, inside);
  const columns = body.columns ?? new Map<string, Binding>();
  const missing = initial.filter(({ name }) => !columns.has(name)).map(({ name }) => `\`${name}\``);
  if (missing.length > 0) {
    const declared = initial.map(({ name }) => `\`${name}\``).join(', ');
    throw context.error(
      `Recursive subquery declares recursive variable(s): [${declared}] but does not return all of them. ` +
        `Missing variable(s): [${missing.join(', ')}]`,
      clause.span,
    );
  }
  const until = context.compile(clause.until, columns);
  const spec = {
    inner: body.plan,
    partition: context.partition,
    initial,
    returned: initial.map(({ name, slot }) => ({ name, from: columns.get(name)!.slot, to: slot })),
    until: until.evaluate,
  };
  return {
    step: planStep({
      operatorType: 'RecursiveSubquery',
      inner: [body.plan],
      identifiers: [...columns.keys()],
      open: (state, source) => new Recursion(state, source, spec),
    }),
    bindings: new Map([...bindings, ...columns]),
  };
}
