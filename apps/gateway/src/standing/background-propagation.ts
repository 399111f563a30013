import { WeirError, type Environment } from '@weir/model';
import type { StandingQueries } from './standing-queries.js';

/** Shows the standing queries to nodes that were there before them, while the caller goes on. */
export function propagateInBackground(
  { standing, environment }: { readonly standing: StandingQueries; readonly environment: Environment },
  options: { includeSleeping: boolean; parallelism: number },
): void {
  standing.propagate(options).catch((thrown: unknown) => {
    const { code, message } = WeirError.from(thrown);
    // A shutdown ends it; the next start does not take it up.
    environment.logger.log(code === 'graph.closed' ? 'info' : 'error', `Propagation stopped: ${message}`, {
      code,
    });
  });
}
