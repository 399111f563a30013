/** Next read position of each shard, and the text form that a stream stores. */
import type { ShardPosition } from '../connection/kinesis-stream.js';

/** `end`: the shard was read completely. */
export type StoredPosition = ShardPosition | { readonly type: 'end' };

/** Copies share unchanged entries, so that one can be kept for each batch. */
export class ShardPositions {
  private readonly positions = new Map<string, StoredPosition>();

  get(shard: string): StoredPosition | undefined {
    return this.positions.get(shard);
  }

  set(shard: string, position: StoredPosition): void {
    this.positions.set(shard, position);
  }

  delete(shard: string): void {
    this.positions.delete(shard);
  }

  shards(): IterableIterator<string> {
    return this.positions.keys();
  }

  text(): string {
    return JSON.stringify(
      Object.fromEntries([...this.positions].map(([shard, position]) => [shard, word(position)])),
    );
  }

  /** @param text from `text()`. */
  static of(text: string): ShardPositions {
    const positions = new ShardPositions();
    for (const [shard, position] of Object.entries(JSON.parse(text) as Record<string, string>))
      positions.set(shard, positionOf(position));
    return positions;
  }
}

function word(position: StoredPosition): string {
  switch (position.type) {
    case 'at':
    case 'after':
      return `${position.type}:${position.sequenceNumber}`;
    case 'time':
      return `time:${position.millis}`;
    default:
      return position.type;
  }
}

function positionOf(text: string): StoredPosition {
  const [type, rest = ''] = text.split(':', 2);
  switch (type) {
    case 'at':
    case 'after':
      return { type, sequenceNumber: rest };
    case 'time':
      return { type, millis: Number(rest) };
    case 'first':
    case 'latest':
    case 'end':
      return { type };
    default:
      throw new Error(`Not a position in a shard: ${text}`);
  }
}
