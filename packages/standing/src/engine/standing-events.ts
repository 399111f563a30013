/**
 * Layout of the events by which a node's journal carries standing-query state; part of the on-disk format. The payload of
 * `[EventKind.Standing, query, payload]` is one of these, a part being named by its number in the plan. A packed row ends
 * in its count; a negative one takes away.
 *
 * | payload | meaning |
 * |---|---|
 * | `[10, part, node]` | the node subscribed to the part |
 * | `[11, part, node]` | it no longer does; with the last one the part is dropped |
 * | `[12, part, node, rows]` | what the neighbour's part reports changed by these packed rows; of traces: is now these, or, without `rows`, one that is empty |
 * | `[13, part, node]` | it reports nothing any more, or the edge to it is gone |
 * | `[14, part, node]` | the neighbour's part answered, with nothing: only while the asking part waits for answers |
 * | `[15, part]` | all that were waited for have answered |
 * | `[16, part]` | what must hold on the node itself ceased to: everything reported to the part is void |
 * | `[17]` | what must hold on the node itself holds for the root |
 * | `[18, resultId, row]` | a result began; of traces without `row`, in place of the one before |
 * | `[19, row]` | the latest result with this row ended; of traces without `row` |
 * | `[20, home, part]` | the root (then without `part`), or the home of a group, took something away from a group's home |
 * | `[21, home, part]` | that has nothing of it any more |
 * | `[22, piece, origins]` | who wrote a piece of the node (origins/writers.ts); empty: no record that is known |
 * | `[23, place, resultId, row]` | of the results with this row, oldest first and from 0, the one at that place has another id |
 *
 * In 12 to 14 the part is the child part at the neighbour; of the root, or of a group's home, it is a group's home that
 * is reported to.
 */
import type { NodeId } from '@weir/model';
import type { OriginSet, StandingRow } from '../standing-contract.js';

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
} as const;

export type StandingPayload =
  | readonly [kind: typeof StandingEventKind.Subscribed, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Unsubscribed, part: number, node: NodeId]
  | readonly [
      kind: typeof StandingEventKind.Reported,
      part: number,
      node: NodeId,
      rows?: readonly StandingRow[],
    ]
  | readonly [kind: typeof StandingEventKind.Silent, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Answered, part: number, node: NodeId]
  | readonly [kind: typeof StandingEventKind.Complete, part: number]
  | readonly [kind: typeof StandingEventKind.Cleared, part: number]
  | readonly [kind: typeof StandingEventKind.RootActive]
  | readonly [kind: typeof StandingEventKind.ResultBegan, resultId: string, row?: StandingRow]
  | readonly [kind: typeof StandingEventKind.ResultEnded, row?: StandingRow]
  | readonly [kind: typeof StandingEventKind.Leaving, home: NodeId, part?: number]
  | readonly [kind: typeof StandingEventKind.Left, home: NodeId, part?: number]
  | readonly [kind: typeof StandingEventKind.Written, piece: string, origins: OriginSet]
  | readonly [
      kind: typeof StandingEventKind.ResultRenamed,
      place: number,
      resultId: string,
      row: StandingRow,
    ];
