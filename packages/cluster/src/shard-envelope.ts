/** What goes over a link: a frame of one shard for another one, with what its sender knew when it was sent. */
import { decode, encode } from '@weir/model';

export interface ShardEnvelope {
  readonly from: number;
  readonly fromEpoch: number;
  readonly to: number;
  readonly toEpoch: number;
  /** Of the sender's layout. */
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
