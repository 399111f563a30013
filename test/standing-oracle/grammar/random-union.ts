/** Two random queries that return the same columns, joined by UNION or UNION ALL. */
import type { SeededRandom } from '@weir/graph/testing';
import { compileStandingQuery } from '@weir/standing';
import { isAccepted } from './features.js';
import type { RandomQuery } from './drawn-query.js';
import { USER_FUNCTIONS } from './user-functions.js';

const TRIES = 5;

/** @returns `query` itself where it can't be a part of a union. @param draw another one. */
export function united(random: SeededRandom, query: RandomQuery, draw: () => RandomQuery): RandomQuery {
  const columns = columnsOf(query);
  if (columns === undefined) return query;
  // A query can be united with itself if there is nobody else.
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

/** Of a query that may be a part; else `undefined`. */
function columnsOf({ text, mode, features }: RandomQuery): string | undefined {
  if (mode !== 'MultipleValues' || !features.every(isAccepted)) return undefined;
  try {
    const plan = compileStandingQuery(text, mode, 1, { extensions: USER_FUNCTIONS });
    if (plan.kind === 'rows' && plan.result.groups.length > 0) return undefined;
    return plan.columns.join();
  } catch {
    // Too nested, which whoever asked for the query finds out.
    return undefined;
  }
}
