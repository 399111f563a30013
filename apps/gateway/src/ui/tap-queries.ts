/**
 * Queries that run for each result that a page watches. The fields of the result, unknown in advance, are their
 * parameters.
 */
import type { StreamingGraph } from '@weir/contract';
import type { TapQuery } from '@weir/definitions';
import { WeirError } from '@weir/platform';

/** Rejects with `request.invalid` and the name of the first query that does not compile or may write. */
export async function checkTapQueries(
  graph: Pick<StreamingGraph, 'admin'>,
  queries: readonly TapQuery[],
): Promise<void> {
  for (const { name, query } of queries) {
    const { isReadOnly } = await graph.admin.inspect(query).catch((cause: unknown) => {
      const { message } = WeirError.from(cause);
      throw new WeirError('request.invalid', `Tap query '${name}': ${message}`, { cause });
    });
    if (!isReadOnly)
      throw new WeirError(
        'request.invalid',
        `Tap query '${name}' may write to the graph; tap queries must be read-only`,
      );
  }
}
