/**
 * Layout of the events by which a node's journal carries standing-query state; part of the on-disk format. The
 * payload of `[EventKind.Standing, query, payload]` is one of these, a part being named by its number in the plan:
 *
 * | payload | meaning |
 * |---|---|
 * | `[0, part, node]` | the node subscribed to the part |
 * | `[1, part, node]` | it no longer does; with the last one the part is dropped |
 * | `[2, part, node]` | the neighbour's part matches, with nothing to say (one empty row) |
 * | `[2, part, node, rows]` | the same with these rows, in place of what it reported before |
 * | `[3, part, node]` | the neighbour's part doesn't match, or the edge to it is gone |
 * | `[4, part]` | what holds on the node itself ceased: everything reported to the part is void |
 * | `[5, resultId]` | the root matches |
 * | `[6]` | the root no longer matches |
 * | `[7]` | what must hold on the node itself holds for the root; it asked its neighbours |
 *
 * In 2 and 3 the part is the child part at the neighbour.
 */
import type { NodeId } from '@weir/model';
import type { Trace } from './trace.js';

export const StandingEventKind = {
  Subscribed: 0,
  Unsubscribed: 1,
  Matching: 2,
  NotMatching: 3,
  Cleared: 4,
  MatchBegan: 5,
  MatchEnded: 6,
  RootActive: 7,
} as const;

export type StandingPayload =
  | readonly [kind: typeof StandingEventKind.Subscribed, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Unsubscribed, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Matching, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Matching, part: number, node: NodeId, rows: readonly Trace[]]
  | readonly [kind: typeof StandingEventKind.NotMatching, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Cleared, part: number]
  | readonly [kind: typeof StandingEventKind.MatchBegan, resultId: string]
  | readonly [kind: typeof StandingEventKind.MatchEnded]
  | readonly [kind: typeof StandingEventKind.RootActive];
