/** `EXPLAIN query`: returns the plan as the only value of the only row. */
import type { CompiledQuery, Row, RowStream } from '../compiled-query.js';
import { planMap } from './plan-map.js';

export function explain(query: CompiledQuery): CompiledQuery {
  const plan = planMap(query.describe(), query);
  return {
    text: query.text,
    columns: ['plan'],
    isReadOnly: true,
    effects: new Set(),
    isIdempotent: true,
    canContainAllNodeScan: false,
    mayTakeAway: false,
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
