/**
 * Layout of the events by which a node's journal carries standing-query state; part of the on-disk format. The payload
 * of `[EventKind.Standing, query, payload]` is one of these; `nodeIndex` is the index of a node in the plan. A packed
 * row ends in its count; a negative count removes rows.
 *
 * | payload | meaning |
 * |---|---|
 * | `[10, nodeIndex, node]` | the node subscribed to the pattern node |
 * | `[11, nodeIndex, node]` | it unsubscribed; without subscribers the pattern node is dropped |
 * | `[12, nodeIndex, node, rows]` | the report of the neighbor's pattern node changed by these packed rows; for witnesses: it is now these rows, or, without `rows`, one empty row |
 * | `[13, nodeIndex, node]` | it reports nothing any more, or the edge to it was removed |
 * | `[14, nodeIndex, node]` | the neighbor's pattern node answered without rows: only while the subscribed pattern node waits for answers |
 * | `[15, nodeIndex]` | all awaited neighbors have answered |
 * | `[16, nodeIndex]` | the demands on the node itself ceased to hold: everything reported to the pattern node is void |
 * | `[17]` | the demands of the root on the node itself hold |
 * | `[18, resultId, row]` | a result began; for witnesses without `row`, replacing the previous one |
 * | `[19, row]` | the latest result with this row ended; for witnesses without `row` |
 * | `[20, groupNode, nodeIndex]` | the root (then without `nodeIndex`), or a group node, removed rows from the group node |
 * | `[21, groupNode, nodeIndex]` | the group node has no rows of it any more |
 * | `[22, piece, origins]` | the records that wrote a piece of the node (state/origins/writers.ts); empty: no known record |
 * | `[23, place, resultId, row]` | of the results with this row, oldest first and from 0, the one at that position has another id |
 * | `[24, nodeIndex]` | a pattern node that is not the root subscribed to its neighbors, because the demands on the node itself began to hold, or for its first subscriber; only for recovery |
 *
 * In 12 to 14, `nodeIndex` is that of the child at the neighbor. If that child is the root or a group node, the event
 * belongs to the group node that it reports to.
 */
import type { NodeId, StandingEvent } from '@weir/model';
import type { OriginSet } from '../../contract/origin.js';
import type { StandingRow } from '../../contract/delta.js';

export const StandingEventKind = {
  Subscribed: 10,
  Unsubscribed: 11,
  Reported: 12,
  Silent: 13,
  Answered: 14,
  Complete: 15,
  Cleared: 16,
  RootActive: 17,
  ResultBegan: 18,
  ResultEnded: 19,
  Leaving: 20,
  Left: 21,
  Written: 22,
  ResultRenamed: 23,
  Asked: 24,
} as const;

/** They concern no other node. */
const OF_RESULTS: ReadonlySet<number> = new Set([
  StandingEventKind.ResultBegan,
  StandingEventKind.ResultEnded,
  StandingEventKind.ResultRenamed,
]);

export type StandingPayload =
  | readonly [kind: typeof StandingEventKind.Subscribed, nodeIndex: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Unsubscribed, nodeIndex: number, node: NodeId]
  | readonly [
      kind: typeof StandingEventKind.Reported,
      nodeIndex: number,
      node: NodeId,
      rows?: readonly StandingRow[],
    ]
  | readonly [kind: typeof StandingEventKind.Silent, nodeIndex: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Answered, nodeIndex: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Complete, nodeIndex: number]
  | readonly [kind: typeof StandingEventKind.Cleared, nodeIndex: number]
  | readonly [kind: typeof StandingEventKind.RootActive]
  | readonly [kind: typeof StandingEventKind.ResultBegan, resultId: string, row?: StandingRow]
  | readonly [kind: typeof StandingEventKind.ResultEnded, row?: StandingRow]
  | readonly [kind: typeof StandingEventKind.Leaving, groupNode: NodeId, nodeIndex?: number]
  | readonly [kind: typeof StandingEventKind.Left, groupNode: NodeId, nodeIndex?: number]
  | readonly [kind: typeof StandingEventKind.Written, piece: string, origins: OriginSet]
  | readonly [
      kind: typeof StandingEventKind.ResultRenamed,
      position: number,
      resultId: string,
      row: StandingRow,
    ]
  | readonly [kind: typeof StandingEventKind.Asked, nodeIndex: number];

/** Returns what `NodeEvaluation.resynchronize` needs of an event: without rows; `undefined`: nothing. */
export function recentEvent(event: StandingEvent): StandingEvent | undefined {
  const [kind, query, payload] = event;
  const [what, nodeIndex, node] = payload as StandingPayload;
  if (OF_RESULTS.has(what)) return undefined;
  return what === StandingEventKind.Reported ? [kind, query, [what, nodeIndex, node]] : event;
}
