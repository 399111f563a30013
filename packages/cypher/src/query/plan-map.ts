import type { ValueMap } from '@weir/model';
import type { CompiledQuery, PlanDescription } from '../compiled-query.js';

/** Returns a plan as a value: nested operators, with the facts about the whole query at the root. */
export function planMap(
  plan: PlanDescription,
  facts: Pick<CompiledQuery, 'isReadOnly' | 'isIdempotent' | 'canContainAllNodeScan'>,
): ValueMap {
  const { args, children, identifiers, operatorType } = operatorMap(plan);
  return {
    args: args!,
    canContainAllNodeScan: facts.canContainAllNodeScan,
    children: children!,
    identifiers: identifiers!,
    isIdempotent: facts.isIdempotent,
    isReadOnly: facts.isReadOnly,
    operatorType: operatorType!,
  };
}

function operatorMap(plan: PlanDescription): ValueMap {
  return {
    args: plan.args,
    children: plan.children.map(operatorMap),
    identifiers: [...plan.identifiers],
    operatorType: plan.operatorType,
  };
}
