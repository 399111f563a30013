import { WeirError, type Environment } from '@weir/platform';
import type { StandingQueries } from './standing-queries.js';

/** Evaluates the standing queries on existing nodes in the background. */
export function propagateInBackground(
  { standing, environment }: { readonly standing: StandingQueries; readonly environment: Environment },
  options: { includeSleeping: boolean; parallelism: number },
): void {
  standing.propagate(options).catch((thrown: unknown) => {
    const { code, message } = WeirError.from(thrown);
    // A shutdown ends it; it is not resumed at the next start.
    environment.logger.log(code === 'graph.closed' ? 'info' : 'error', `Propagation stopped: ${message}`, {
      code,
    });
  });
}
