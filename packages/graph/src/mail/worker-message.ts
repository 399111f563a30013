/**
 * Messages between workers. A frame is a msgpack array of messages; a message is an array whose first element is its
 * type. Frames between two workers arrive in order.
 */
import { decode, encodeTransferable, type NodeId, packIds, unpackIds } from '@weir/model';
import { type TransferredError } from '@weir/platform';
import type { Delta, Origin, StandingMessage } from '@weir/standing';
import type { PackedEffects } from './effect-batch.js';

export const MessageKind = {
  Effects: 0,
  /** The effects of a request are durable, or the first error among them. */
  Acknowledge: 1,
  Request: 2,
  Answer: 3,
  Standing: 4,
} as const;

export type WorkerMessage =
  | [kind: typeof MessageKind.Effects, request: number, effects: PackedEffects]
  | [kind: typeof MessageKind.Acknowledge, request: number, error: TransferredError | null]
  | [kind: typeof MessageKind.Request, request: number, name: string, payload: unknown]
  | [kind: typeof MessageKind.Answer, request: number, answer: unknown, error: TransferredError | null]
  | [kind: typeof MessageKind.Standing, batch: PackedStanding];

/** Uses a separate buffer, which may be transferred to another thread. */
export function encodeFrame(messages: readonly WorkerMessage[]): Uint8Array<ArrayBuffer> {
  return encodeTransferable(messages);
}

export function decodeFrame(frame: Uint8Array): WorkerMessage[] {
  return decode(frame) as WorkerMessage[];
}

type PackedStanding = [
  to: Uint8Array,
  from: Uint8Array,
  /** kind, query, pattern node of each message, concatenated. */
  heads: number[],
  /** For each subscription: initial, origin. For each report: initial, origin, reset, added, removed. */
  args: unknown[],
  /** See `StandingBatch.readAt`. */
  readAt: number,
];

const KINDS: readonly StandingMessage['kind'][] = ['subscribe', 'cancel', 'report', 'ask'];

/** Returns the earlier of two times at which records were read; 0 is unknown. */
export function olderRead(one: number, other: number): number {
  return one === 0 || (other !== 0 && other < one) ? other : one;
}

/** Standing messages for one worker, as columns. */
export class StandingBatch {
  private readonly to: NodeId[] = [];
  private readonly from: NodeId[] = [];
  private readonly heads: number[] = [];
  private readonly args: unknown[] = [];
  /** When the oldest of the records that caused the messages was read; 0 if unknown. */
  private readAt = 0;

  add(to: NodeId, from: NodeId, message: StandingMessage, readAt: number): void {
    this.readAt = olderRead(this.readAt, readAt);
    this.to.push(to);
    this.from.push(from);
    this.heads.push(KINDS.indexOf(message.kind), message.query, message.nodeIndex);
    if (message.kind === 'subscribe') {
      this.args.push(message.initial ?? false, message.origin ?? null);
    } else if (message.kind === 'report') {
      const { reset, added, removed, origin, initial } = message.delta;
      this.args.push(initial ?? false, origin ?? null, reset, added, removed);
    }
  }

  pack(): PackedStanding {
    return [packIds(this.to), packIds(this.from), this.heads, this.args, this.readAt];
  }
}

/** Calls `receive` for each message of a batch, in order. */
export function unpackStanding(
  packed: PackedStanding,
  receive: (to: NodeId, from: NodeId, message: StandingMessage) => void,
): void {
  const to = unpackIds(packed[0]);
  const from = unpackIds(packed[1]);
  const heads = packed[2];
  const args = packed[3];
  let next = 0;
  for (let i = 0; i < to.length; i++) {
    const kind = KINDS[heads[i * 3]!]!;
    const query = heads[i * 3 + 1]!;
    const nodeIndex = heads[i * 3 + 2]!;
    if (kind === 'cancel' || kind === 'ask') {
      receive(to[i]!, from[i]!, { kind, query, nodeIndex });
      continue;
    }
    const initial = args[next++] as boolean;
    const origin = (args[next++] ?? undefined) as Origin | undefined;
    if (kind === 'subscribe') {
      receive(to[i]!, from[i]!, { kind, query, nodeIndex, origin, initial });
      continue;
    }
    const delta: Delta = {
      reset: args[next++] as boolean,
      added: args[next++] as Delta['added'],
      removed: args[next++] as Delta['removed'],
      origin,
      initial,
    };
    receive(to[i]!, from[i]!, { kind, query, nodeIndex, delta });
  }
}
