/** Effects of a query beside reading, for access checks. */
import { WeirError } from '@weir/platform';

/**
 * `writes`: changes the graph. `logs`: writes to the log of the service. `administers`: changes how the service works,
 * such as which nodes are in memory.
 */
export type QueryEffect = 'writes' | 'logs' | 'administers';

/** Effects that queries of ingest streams and outputs may have, regardless of their creators. */
export const PIPELINE_EFFECTS: readonly QueryEffect[] = ['writes', 'logs'];

const DESCRIPTIONS: Readonly<Record<QueryEffect, string>> = {
  writes: 'may write to the graph',
  logs: 'writes to the log',
  administers: 'administers the server',
};

/**
 * Call it before anything runs, so that the outcome does not depend on the query's data.
 * @param allowed `undefined`: all.
 * @throws WeirError `access.denied` for the first effect that is not allowed.
 */
export function checkEffects(
  effects: ReadonlySet<QueryEffect>,
  allowed: readonly QueryEffect[] | undefined,
): void {
  if (allowed === undefined) return;
  for (const effect of effects) {
    if (allowed.includes(effect)) continue;
    throw new WeirError(
      'access.denied',
      `The query ${DESCRIPTIONS[effect]}, which is not allowed here. Ad hoc queries need ` +
        `${effect === 'administers' ? 'the role admin; queries of streams and outputs cannot do it' : 'the role write'}.`,
    );
  }
}
