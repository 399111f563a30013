/** Two random queries with the same columns, joined by UNION or UNION ALL. */
import type { SeededRandom } from '@weir/graph/testing';
import { compileStandingQuery } from '@weir/standing';
import { isAccepted } from './features.js';
import type { RandomQuery } from './drawn-query.js';
import { USER_FUNCTIONS } from './user-functions.js';

const TRIES = 5;

/** @returns `query` itself if it cannot be part of a union. @param draw draws another query. */
export function united(random: SeededRandom, query: RandomQuery, draw: () => RandomQuery): RandomQuery {
  const columns = columnsOf(query);
  if (columns === undefined) return query;
  // Without another candidate, a query is united with itself.
  let other = query;
  for (let i = 0; i < TRIES && other === query; i++) {
    const drawn = draw();
    if (columnsOf(drawn) === columns) other = drawn;
  }
  const isAll = random.chance(0.5);
  const union = isAll ? ' UNION ALL ' : ' UNION ';
  const batch = `${query.batch ?? query.text}${union}${other.batch ?? other.text}`;
  const text = `${query.text}${union}${other.text}`;
  return {
    text,
    mode: 'MultipleValues',
    features: [...new Set([...query.features, ...other.features, 'union' as const])],
    ...(batch === text ? {} : { batch }),
    isLoose: !isAll || query.isLoose || other.isLoose,
  };
}

/** Columns of a query that may be part of a union; else `undefined`. */
function columnsOf({ text, mode, features }: RandomQuery): string | undefined {
  if (mode !== 'MultipleValues' || !features.every(isAccepted)) return undefined;
  try {
    const plan = compileStandingQuery(text, mode, 1, { extensions: USER_FUNCTIONS });
    if (plan.kind === 'rows' && plan.result.groups.length > 0) return undefined;
    const isOnlyWhether = plan.kind !== 'rows' || plan.result.onlyWhether;
    // DISTINCT over the id of the root, which UNION ALL refuses as a grouping.
    if (isOnlyWhether && features.includes('distinct')) return undefined;
    return plan.columns.join();
  } catch {
    // Nested too deeply, which the caller detects itself.
    return undefined;
  }
}
