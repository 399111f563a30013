/** Offsets by topic and partition, and as the text that a stream stores. */

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export class KafkaPositions {
  private readonly offsets = new Map<string, Map<number, bigint>>();

  /** @param cursor what `text` gave. @throws Error when it is none. */
  static of(cursor: string): KafkaPositions {
    const positions = new KafkaPositions();
    const parsed = JSON.parse(cursor) as Record<string, Record<string, number | string>>;
    for (const [topic, partitions] of Object.entries(parsed))
      for (const [partition, offset] of Object.entries(partitions))
        positions.set({ topic, partition: Number(partition) }, BigInt(offset));
    return positions;
  }

  get({ topic, partition }: TopicPartition): bigint | undefined {
    return this.offsets.get(topic)?.get(partition);
  }

  set({ topic, partition }: TopicPartition, offset: bigint): void {
    let partitions = this.offsets.get(topic);
    if (partitions === undefined) this.offsets.set(topic, (partitions = new Map()));
    partitions.set(partition, offset);
  }

  delete({ topic, partition }: TopicPartition): void {
    this.offsets.get(topic)?.delete(partition);
  }

  *entries(): Generator<TopicPartition & { readonly offset: bigint }> {
    for (const [topic, partitions] of this.offsets)
      for (const [partition, offset] of partitions) yield { topic, partition, offset };
  }

  /** JSON: for each topic its partitions with the offset of the next record. */
  text(): string {
    const topics: [string, Record<string, number | string>][] = [];
    for (const [topic, partitions] of this.offsets) {
      if (partitions.size === 0) continue;
      const offsets = [...partitions].map(([partition, offset]) => [partition, plain(offset)] as const);
      topics.push([topic, Object.fromEntries(offsets)]);
    }
    return JSON.stringify(Object.fromEntries(topics));
  }
}

function plain(offset: bigint): number | string {
  return offset <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(offset) : String(offset);
}

export function keyOf({ topic, partition }: TopicPartition): string {
  return `${topic}:${partition}`;
}
