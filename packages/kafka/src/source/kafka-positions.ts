/** Offsets keyed by topic and partition, and in the text form that a stream stores. */

/** Offset of the next record, keyed by topic and partition. */
export type PlainOffsets = Readonly<Record<string, Readonly<Record<string, number | string>>>>;

export interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}

export class KafkaPositions {
  private readonly offsets = new Map<string, Map<number, bigint>>();

  static of(offsets: PlainOffsets): KafkaPositions {
    const positions = new KafkaPositions();
    for (const [topic, partitions] of Object.entries(offsets))
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

  plain(): PlainOffsets {
    const topics: [string, Record<string, number | string>][] = [];
    for (const [topic, partitions] of this.offsets) {
      if (partitions.size === 0) continue;
      const offsets = [...partitions].map(([partition, offset]) => [partition, shortest(offset)] as const);
      topics.push([topic, Object.fromEntries(offsets)]);
    }
    return Object.fromEntries(topics);
  }
}

/** Stored position of a Kafka source. */
export interface KafkaCursor {
  /** Member id in the group. */
  readonly member?: string;
  readonly offsets: PlainOffsets;
}

export function kafkaCursor(cursor: KafkaCursor): string {
  return JSON.stringify(cursor);
}

/** @param text from `kafkaCursor`. */
export function kafkaCursorOf(text: string): KafkaCursor {
  return JSON.parse(text) as KafkaCursor;
}

function shortest(offset: bigint): number | string {
  return offset <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(offset) : String(offset);
}

export function keyOf({ topic, partition }: TopicPartition): string {
  return `${topic}:${partition}`;
}
