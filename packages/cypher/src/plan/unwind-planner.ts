/** UNWIND, and the rounds of FOREACH. The elements of `UNWIND range(...)` are generated without a list. */
import type { Binding, Bindings } from '../expression/bindings.js';
import type { Row } from '../compiled-query.js';
import type { RunState } from '../run/run-state.js';
import { wrongSignature } from '../operations/runtime-errors.js';
import { integerRange } from '../functions/integer-range.js';
import { RANGE } from '../functions/list.js';
import { Unwind, elementsOf } from '../operators/rows/unwind.js';
import type { Elements } from '../operators/rows/unwind.js';
import type { Expression, FunctionCall, Variable } from '../syntax/index.js';
import { planStep } from './plan.js';
import type { PlanStep } from './plan.js';
import type { PlanContext } from './plan-context.js';

export function planUnwind(
  context: PlanContext,
  list: Expression,
  variable: Variable,
  outer: Bindings,
): { readonly step: PlanStep; readonly bindings: Map<string, Binding> } {
  const counted = isRange(context, list);
  const compiled = context.compile(counted ? argumentsOf(list) : list, outer);
  const { evaluate } = compiled;
  const elements = counted
    ? (row: Row, state: RunState): Elements => rangeElements(evaluate(row, state) as readonly never[])
    : (row: Row, state: RunState): Elements => elementsOf(evaluate(row, state));
  const slot = context.slots.allocate();
  const bindings = new Map(outer);
  bindings.set(variable.name, { slot, kind: compiled.entities ? 'unknown' : 'value' });
  const step = planStep({
    operatorType: 'Unwind',
    identifiers: [variable.name],
    open: (state, source) => new Unwind(state, source, elements, slot),
  });
  return { step, bindings };
}

function isRange(context: PlanContext, list: Expression): list is FunctionCall {
  if (list.kind !== 'call' || list.name.toLowerCase() !== 'range' || list.distinct) return false;
  const count = list.arguments.length;
  if (count < RANGE.arguments.min || count > RANGE.arguments.max) return false;
  return context.functions.function('range') === RANGE;
}

function argumentsOf(call: FunctionCall): Expression {
  return { kind: 'list', elements: call.arguments, span: call.span };
}

function rangeElements(args: readonly never[]): Elements {
  if (args.includes(null as never)) return elementsOf(null);
  const range = integerRange(args);
  if (range === undefined) throw wrongSignature(RANGE.signatures[0]!, args);
  return range;
}
