/**
 * Node ids. Every id already names a node, so an id is data, not a handle.
 *
 * In memory an id is a string of one char per byte (char codes 0 to 255): cheap as a map key, 16 chars for the default
 * ids, and written to a frame or a store as its raw bytes. The id provider decides its text form (id-provider.ts).
 */

export type NodeId = string & { readonly __nodeId: unique symbol };

/** Length in bytes of the ids that `idFrom` makes by default. */
export const NODE_ID_BYTES = 16;

/** @param bytes the id's raw bytes, any length. */
export function nodeIdFromBytes(bytes: Uint8Array): NodeId {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1') as NodeId;
}

/** @returns the id's raw bytes, a fresh buffer. */
export function nodeIdToBytes(id: NodeId): Buffer {
  return Buffer.from(id, 'latin1');
}

/** Returns the shard that owns an id. Deterministic; spread evenly for hashed ids. */
export function shardOf(id: NodeId, shards: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % shards;
}
