/** Topics of a test Kafka, written and read with the product's client. */
import { Admin, Consumer, Producer } from '@platformatic/kafka';
import type { KafkaServer } from '../../services/kafka-server.js';
import { NetResults } from '../net-results.js';

export interface Written {
  readonly topic: string;
  readonly value: string | Buffer | null;
  readonly key?: string;
  readonly partition?: number;
}

export class KafkaTopics {
  private readonly base;
  private producer: Producer | undefined;

  constructor(private readonly server: KafkaServer) {
    this.base = {
      clientId: 'test',
      bootstrapBrokers: [server.bootstrapServers],
      retries: 30,
      retryDelay: 100,
    };
  }

  async create(topic: string, partitions = 1, configs: Record<string, string> = {}): Promise<void> {
    const admin = new Admin(this.base);
    const settings = Object.entries(configs).map(([name, value]) => ({ name, value }));
    await admin.createTopics({ topics: [topic], partitions, replicas: 1, configs: settings });
    await admin.close();
  }

  async write(
    messages: readonly Written[],
    compression: 'none' | 'gzip' | 'snappy' | 'lz4' | 'zstd' = 'none',
  ): Promise<void> {
    this.producer ??= new Producer(this.base);
    await this.producer.send({
      messages: messages.map(({ topic, value, key, partition }) => ({
        topic,
        value: value === null ? (null as unknown as Buffer) : Buffer.from(value),
        ...(key === undefined ? {} : { key: Buffer.from(key) }),
        ...(partition === undefined ? {} : { partition }),
      })),
      compression,
      acks: -1,
    });
  }

  /** Committed offsets of the group by partition; -1 if there is none. */
  async committed(groupId: string, topic: string, partitions: readonly number[]): Promise<number[]> {
    const consumer = new Consumer({ ...this.base, groupId });
    try {
      const found = await consumer.listCommittedOffsets({ topics: [{ topic, partitions: [...partitions] }] });
      return partitions.map(partition => Number(found.get(topic)?.[partition] ?? -1n));
    } finally {
      await consumer.close();
    }
  }

  /** Number of members of a group. */
  async members(groupId: string): Promise<number> {
    const admin = new Admin(this.base);
    try {
      const groups = await admin.describeGroups({ groups: [groupId] });
      return groups.get(groupId)?.members.size ?? 0;
    } finally {
      await admin.close();
    }
  }

  /** Reads everything with Kafka's own program: `key<tab>value`, one line each. */
  async readByTool(topic: string, count: number): Promise<string[]> {
    const output = await this.server.tool('org.apache.kafka.tools.consumer.ConsoleConsumer', [
      ...['--bootstrap-server', this.server.bootstrapServers, '--topic', topic, '--from-beginning'],
      ...['--max-messages', String(count), '--timeout-ms', '20000', '--property', 'print.key=true'],
    ]);
    return output.split('\n').filter(line => line !== '');
  }

  /** Values of the first records of a topic, in order within a partition. */
  async readBytes(topic: string, count: number): Promise<Buffer[]> {
    const consumer = new Consumer({ ...this.base, groupId: `bytes-${topic}` });
    const values: Buffer[] = [];
    try {
      const options = { topics: [topic], mode: 'earliest', autocommit: false, maxWaitTime: 200 } as const;
      const stream = await consumer.consume({ ...options, topics: [topic] });
      for await (const { value } of stream) if (values.push(Buffer.from(value)) >= count) break;
      await stream.close();
    } finally {
      await consumer.close();
    }
    return values;
  }

  /** Values of all records that a topic has now. */
  async readAll(topic: string): Promise<Buffer[]> {
    const consumer = new Consumer({ ...this.base, groupId: `all-${topic}` });
    const values: Buffer[] = [];
    try {
      const ends = (await consumer.listOffsets({ topics: [topic] })).get(topic) ?? [];
      let left = ends.reduce((sum, end) => sum + end, 0n);
      if (left === 0n) return values;
      const options = { mode: 'earliest', autocommit: false, maxWaitTime: 200 } as const;
      const stream = await consumer.consume({ ...options, topics: [topic] });
      for await (const { partition, offset, value } of stream) {
        // It arrived later, and counting it would drop another one.
        if (offset >= ends[partition]!) continue;
        values.push(Buffer.from(value));
        if (--left === 0n) break;
      }
      await stream.close();
    } finally {
      await consumer.close();
    }
    return values;
  }

  /** Reads the results in a topic from the beginning until the given number of nodes match. */
  async netResults(topic: string, nodes: number): Promise<NetResults> {
    const consumer = new Consumer({ ...this.base, groupId: `reads-${topic}` });
    const results = new NetResults();
    try {
      const stream = await consumer.consume({
        topics: [topic],
        mode: 'earliest',
        autocommit: false,
        maxWaitTime: 200,
      });
      for await (const { value } of stream) {
        results.add(value.toString());
        if (results.size >= nodes) break;
      }
      await stream.close();
    } finally {
      await consumer.close();
    }
    return results;
  }

  async writeByTool(topic: string, lines: readonly string[], compression = 'none'): Promise<void> {
    const { bootstrapServers } = this.server;
    const args = ['--bootstrap-server', bootstrapServers, '--topic', topic];
    args.push('--compression-codec', compression);
    await this.server.tool('org.apache.kafka.tools.ConsoleProducer', args, `${lines.join('\n')}\n`);
  }

  async close(): Promise<void> {
    await this.producer?.close();
  }
}
