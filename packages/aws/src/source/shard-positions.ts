/** Next read position of each shard, and the text form that a stream stores. */
import type { ShardPlace } from '../connection/kinesis-stream.js';

/** `end`: the shard was read completely. */
export type StoredPlace = ShardPlace | { readonly type: 'end' };

/** Copies share unchanged entries, so that one can be kept for each batch. */
export class ShardPositions {
  private readonly places = new Map<string, StoredPlace>();

  get(shard: string): StoredPlace | undefined {
    return this.places.get(shard);
  }

  set(shard: string, place: StoredPlace): void {
    this.places.set(shard, place);
  }

  delete(shard: string): void {
    this.places.delete(shard);
  }

  shards(): IterableIterator<string> {
    return this.places.keys();
  }

  text(): string {
    return JSON.stringify(Object.fromEntries([...this.places].map(([shard, place]) => [shard, word(place)])));
  }

  /** @param text from `text()`. */
  static of(text: string): ShardPositions {
    const positions = new ShardPositions();
    for (const [shard, place] of Object.entries(JSON.parse(text) as Record<string, string>))
      positions.set(shard, placeOf(place));
    return positions;
  }
}

function word(place: StoredPlace): string {
  switch (place.type) {
    case 'at':
    case 'after':
      return `${place.type}:${place.sequenceNumber}`;
    case 'time':
      return `time:${place.millis}`;
    default:
      return place.type;
  }
}

function placeOf(text: string): StoredPlace {
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
