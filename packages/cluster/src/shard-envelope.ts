/** Content of a link's message: a frame from one shard to another, with the sender's knowledge at that time. */
import { decode, encode } from '@weir/model';

export interface ShardEnvelope {
  readonly from: number;
  readonly fromEpoch: number;
  readonly to: number;
  readonly toEpoch: number;
  /** Revision of the sender's layout. */
  readonly revision: number;
  readonly frame: Uint8Array;
}

export function packEnvelope({ from, fromEpoch, to, toEpoch, revision, frame }: ShardEnvelope): Uint8Array {
  return encode([from, fromEpoch, to, toEpoch, revision, frame]);
}

export function unpackEnvelope(bytes: Uint8Array): ShardEnvelope {
  const [from, fromEpoch, to, toEpoch, revision, frame] = decode(bytes) as [
    number,
    number,
    number,
    number,
    number,
    Uint8Array,
  ];
  return { from, fromEpoch, to, toEpoch, revision, frame };
}
