/**
 * One plan takes another one's place. Their results are two multisets of rows, too many to be held in memory, which
 * consumers are to be told the difference of while the graph goes on:
 *
 * 1. The new plan is shown to all nodes. All that it reports is kept under its own number. From before the first node
 *    is looked at, what the old one reports is kept twice; and each node is asked which results of it are true. A
 *    result has one id from its match to its cancellation, so whatever the order in which nodes were asked:
 *    true now = (found on a node, or reported as a match) and not reported as cancelled.
 *    A result of the new plan takes over the id of the old plan's with the same row on the same node, if it finds one:
 *    most rows that stay need nothing else.
 * 2. The cut, for which writers wait a moment: what both have reported so far is of the same graph. The registry says
 *    so in one write; from then on the new plan has the name, and its further results are held back. Before the cut a
 *    crash leaves the old query, and after it all that follows is done again from what is stored.
 * 3. Both sides are sorted by row, in runs of bounded length, and merged side by side. A row of only one side is told;
 *    for one of both with different ids the new plan's result gets the id that consumers know. An id that was taken over
 *    from a result that is over since, for a row that only the new plan has, is exchanged for another one.
 * 4. What was held back is let go. A cancellation that was under way before its result got the other id gets it now.
 */
export interface Exchange {
  readonly before: number;
  readonly after: number;
  // Numbers under which is stored:
  /** What `before` reports while nodes are asked. */
  readonly copies: number;
  /** Runs: what was found on nodes. */
  readonly found: number;
  /** Runs: what `copies` has. */
  readonly sortedBefore: number;
  /** Runs: what `after` had reported until the cut. */
  readonly sortedAfter: number;
}

/** By shard, the last batch of `after` that belongs to the comparison. */
export interface CutExchange extends Exchange {
  readonly cut: readonly (readonly [shard: number, sequence: number])[];
}

/** What is stored for it, and not of use afterwards. */
export function numbersOf({ after, copies, found, sortedBefore, sortedAfter }: Exchange): readonly number[] {
  return [after, copies, found, sortedBefore, sortedAfter];
}
