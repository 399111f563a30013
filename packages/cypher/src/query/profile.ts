/**
 * `PROFILE query`: runs it and returns the plan with the measurements of each operator, as the only value of the only
 * row.
 */
import type { CompiledQuery, Row, RowStream, RunContext } from '../compiled-query.js';
import { planMap } from './plan-map.js';
import type { PlannedQuery } from './planned-query.js';

export function profile(query: PlannedQuery): CompiledQuery {
  return {
    text: query.text,
    columns: ['plan'],
    isReadOnly: query.isReadOnly,
    effects: query.effects,
    isIdempotent: query.isIdempotent,
    canContainAllNodeScan: query.canContainAllNodeScan,
    mayTakeAway: query.mayTakeAway,
    describe: () => query.describe(),
    run: (context, rows) => profiledStream(query, context, rows),
  };
}

function profiledStream(
  query: PlannedQuery,
  context: RunContext,
  argumentRows: readonly Row[] | undefined,
): RowStream {
  const { stream, describe } = query.runProfiled(context, argumentRows);
  let over = false;
  return {
    async next() {
      if (over) return undefined;
      for (let rows = await stream.next(); rows !== undefined; rows = await stream.next());
      over = true;
      return [[planMap(describe(), query)]];
    },
    close() {
      over = true;
      stream.close();
    },
  };
}
