/** Destinations for the matches of kafka-job.ts, which count them. */
import { open } from 'node:fs/promises';
import { Admin, Consumer } from '@platformatic/kafka';

export interface Matches {
  /** Output definition of the standing query for the API. */
  readonly output: object;
  /** Matches so far. */
  count(): Promise<number>;
  remove(): Promise<void>;
}

const NEW_LINE = 10;
const PARTITIONS = 4;

/** One line per match, counted as the file grows. It is deleted with its folder. */
export class FileMatches implements Matches {
  readonly output: object;
  private lines = 0;
  private at = 0;

  constructor(private readonly path: string) {
    this.output = { type: 'WriteToFile', path };
  }

  async count(): Promise<number> {
    const file = await open(this.path, 'a+');
    try {
      for (;;) {
        const { bytesRead, buffer } = await file.read({ position: this.at, buffer: Buffer.alloc(1 << 20) });
        if (bytesRead === 0) return this.lines;
        this.at += bytesRead;
        for (let i = buffer.indexOf(NEW_LINE); i >= 0 && i < bytesRead; i = buffer.indexOf(NEW_LINE, i + 1)) {
          this.lines++;
        }
      }
    } finally {
      await file.close();
    }
  }

  remove(): Promise<void> {
    return Promise.resolve();
  }
}

/** One record per match, counted by the end offsets of the partitions: a duplicate is counted twice. */
export class TopicMatches implements Matches {
  readonly output: object;

  private constructor(
    private readonly topic: string,
    private readonly admin: Admin,
    private readonly reader: Consumer,
    bootstrapServers: string,
  ) {
    this.output = { type: 'WriteToKafka', topic, bootstrapServers };
  }

  static async create(bootstrapServers: string, topic: string): Promise<TopicMatches> {
    const base = { clientId: 'bench', bootstrapBrokers: [bootstrapServers] };
    const admin = new Admin(base);
    await admin.createTopics({ topics: [topic], partitions: PARTITIONS, replicas: 1 });
    return new TopicMatches(topic, admin, new Consumer({ ...base, groupId: topic }), bootstrapServers);
  }

  async count(): Promise<number> {
    const ends = await this.reader.listOffsets({ topics: [this.topic] });
    return Number(ends.get(this.topic)!.reduce((sum, end) => sum + end, 0n));
  }

  async remove(): Promise<void> {
    await this.admin.deleteTopics({ topics: [this.topic] });
    await this.reader.close();
    await this.admin.close();
  }
}
