/** `EXPLAIN query`: the plan as the one value of the one row of the result. */
import type { ValueMap } from '@weir/model';
import type { CompiledQuery, PlanDescription, Row, RowStream } from '../compiled-query.js';

function planMap(plan: PlanDescription): ValueMap {
  return {
    operatorType: plan.operatorType,
    args: plan.args,
    identifiers: [...plan.identifiers],
    children: plan.children.map(planMap),
  };
}

export function explain(query: CompiledQuery): CompiledQuery {
  const plan: ValueMap = {
    ...planMap(query.describe()),
    isReadOnly: query.isReadOnly,
    canContainAllNodeScan: query.canContainAllNodeScan,
    isIdempotent: query.isIdempotent,
  };
  return {
    text: query.text,
    columns: ['plan'],
    isReadOnly: true,
    isIdempotent: true,
    canContainAllNodeScan: false,
    describe: () => query.describe(),
    run: (): RowStream => {
      let rows: Row[] | undefined = [[plan]];
      return {
        next: () => {
          const answer = rows;
          rows = undefined;
          return answer;
        },
        close: () => {
          rows = undefined;
        },
      };
    },
  };
}
