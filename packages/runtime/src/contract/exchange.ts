/**
 * Replacement of one plan by another. Their results are two multisets of rows, too many to hold in memory. Consumers
 * receive the difference while the graph keeps running:
 *
 * 1. The new plan is shown to all nodes, and its reports are stored under its own number. Starting before the first
 *    node is visited, reports of the old plan are stored twice, and each node is asked which of its results are true. A
 *    result has one id from its match to its cancellation, so regardless of the order of the visits: true now = (found
 *    on a node, or reported as a match) and not reported as canceled. A result of the new plan inherits the id of the
 *    old plan's result with the same row on the same node, if there is one; most unchanged rows need nothing else.
 * 2. The cut, for which writers wait a moment: both plans' reports so far reflect the same graph. The registry records
 *    this in one write. From then on the new plan has the name, and its further results are held back. A crash before
 *    the cut leaves the old query; after a crash past the cut, all later steps are repeated from stored data.
 * 3. Both sides are sorted by row, in runs of bounded length, and merged. A row on only one side is reported. For a row
 *    on both sides with different ids, the new plan's result gets the id that consumers know. If an id was inherited
 *    from a result that has ended since, for a row that only the new plan has, it is replaced by another one.
 * 4. The results held back are released. A cancellation that was in flight before its result got another id is given
 *    that id now.
 */
export interface Exchange {
  readonly before: number;
  readonly after: number;
  // Numbers under which is stored:
  /** Reports of `before` while nodes are visited. */
  readonly copies: number;
  /** Runs of the results found on nodes. */
  readonly found: number;
  /** Runs of the results under `copies`. */
  readonly sortedBefore: number;
  /** Runs of the results that `after` had reported until the cut. */
  readonly sortedAfter: number;
}

/** For each shard, the last batch of `after` that belongs to the comparison. */
export interface CutExchange extends Exchange {
  readonly cut: readonly (readonly [shard: number, sequence: number])[];
}

/** Numbers of data stored for the exchange, which is not needed afterwards. */
export function numbersOf({ after, copies, found, sortedBefore, sortedAfter }: Exchange): readonly number[] {
  return [after, copies, found, sortedBefore, sortedAfter];
}
