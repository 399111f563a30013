/** Random standing queries as text, over the whole grammar that standing queries should accept. */
import type { SeededRandom } from '@weir/graph/testing';
import { WeirError } from '@weir/platform';
import { compileStandingQuery } from '@weir/standing';
import { Draft } from './draft.js';
import type { RandomQuery } from './drawn-query.js';
import { type Feature, isAccepted } from './features.js';
import { guarded } from './random-conditions.js';
import { united } from './random-union.js';
import { randomReturn } from './random-return.js';
import { firstUnwind } from './random-unwind.js';
import { matchClauses } from './random-shape.js';
import { USER_FUNCTIONS } from './user-functions.js';

/**
 * Returns a query that is not nested deeper than supported. How far conditions of inner patterns may refer outwards
 * depends on the whole plan, so the text alone does not show it.
 */
export function randomQuery(
  random: SeededRandom,
  offered: ReadonlySet<Feature>,
  graphNodes: number,
): RandomQuery {
  for (;;) {
    const query = anyQuery(random, offered, graphNodes);
    if (!isTooNested(query)) return query;
  }
}

export function isTooNested({ text, mode, features }: RandomQuery): boolean {
  if (!features.every(isAccepted)) return false;
  try {
    compileStandingQuery(text, mode, 1, { extensions: USER_FUNCTIONS });
    return false;
  } catch (error) {
    return error instanceof WeirError && error.code === 'standing.invalid-pattern';
  }
}

/** Like `randomQuery`, but possibly nested too deeply. */
export function anyQuery(
  random: SeededRandom,
  offered: ReadonlySet<Feature>,
  graphNodes: number,
): RandomQuery {
  const query = singleQuery(random, offered, graphNodes);
  if (!offered.has('union')) return query;
  return united(random, query, () => singleQuery(random, offered, graphNodes));
}

function singleQuery(random: SeededRandom, offered: ReadonlySet<Feature>, graphNodes: number): RandomQuery {
  const draft = new Draft(random, offered, random.next(), graphNodes);
  const first = draft.use('unwind-first', 0.5) ? `${firstUnwind(draft)} ` : '';
  const matches = first + matchClauses(draft);
  const { text: returned, mode, isGrouped } = randomReturn(draft);
  draft.use('origins', 0.5);
  const text = `${matches} ${returned}`;
  const batch = guarded(text);
  return {
    text,
    mode,
    features: [...draft.features],
    ...(batch === text ? {} : { batch }),
    isLoose: isGrouped || draft.showsUnordered,
  };
}
