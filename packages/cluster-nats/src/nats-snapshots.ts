/**
 * Snapshots of a partition in a stream of NATS JetStream. The content is on one subject, in chunks; then one message on
 * another subject, which names position and length, completes the snapshot.
 *
 * The object store of the NATS client is not used: it delivers an object faster than a slow reader can take it, without
 * limit, and leaves the chunks of a writer that was killed.
 */
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { LogPosition, SnapshotStore, StoredSnapshot } from '@weir/cluster';
import type { Randomness, Scheduler } from '@weir/platform';
import { streamMessages } from './stream-messages.js';

export interface NatsSnapshotsOptions {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly graph: string;
  readonly partition: string;
  readonly random: Randomness;
  readonly scheduler: Scheduler;
  /** Maximum length of a message, in bytes. */
  readonly messageLimit: number;
}

const CHUNK_BYTES = 256 << 10;
/** Chunks that were removed never arrive. */
const SILENCE_MILLIS = 5_000;

export class NatsSnapshots implements SnapshotStore {
  private readonly chunkBytes: number;

  constructor(private readonly options: NatsSnapshotsOptions) {
    this.chunkBytes = Math.min(CHUNK_BYTES, options.messageLimit);
  }

  async list(): Promise<readonly StoredSnapshot[]> {
    const found = await this.subjects(this.complete('*', '*', '*', '*'));
    return found.map(snapshotOf).sort((one, other) => one.sequence - other.sequence);
  }

  async write(
    { sequence, offset }: LogPosition,
    content: AsyncIterable<Uint8Array>,
  ): Promise<StoredSnapshot> {
    const { client, random } = this.options;
    const id = random.uuid();
    const subject = this.chunks(`${sequence}`, id);
    let bytes = 0;
    let last = 0;
    try {
      for await (const part of content) {
        for (let start = 0; start < part.length; start += this.chunkBytes) {
          const chunk = part.subarray(start, start + this.chunkBytes);
          last = (await client.publish(subject, chunk, { expect: { lastSubjectSequence: last } })).seq;
          bytes += chunk.length;
        }
      }
      await client.publish(this.complete(`${sequence}`, `${offset}`, `${bytes}`, id));
    } catch (error) {
      await this.purge(subject).catch(() => undefined);
      throw error;
    }
    return { sequence, offset, bytes, id };
  }

  async *read({ sequence, id, bytes }: StoredSnapshot): AsyncIterable<Uint8Array> {
    const range = {
      stream: snapshotStreamOf(this.options.graph),
      subject: this.chunks(`${sequence}`, id),
      after: 0,
      isFinite: true,
    };
    const ending = new AbortController();
    const messages = streamMessages(this.options.client, range, ending.signal)[Symbol.asyncIterator]();
    let read = 0;
    try {
      while (read < bytes) {
        const cancel = this.options.scheduler.after(SILENCE_MILLIS, () => ending.abort());
        const next = await messages.next().finally(cancel);
        if (next.done === true) throw new Error('The snapshot was removed while it was read');
        read += next.value.data.length;
        yield next.value.data;
      }
    } finally {
      await messages.return?.();
    }
  }

  async removeBefore(sequence: number): Promise<void> {
    for (const filter of [this.complete('*', '*', '*', '*'), this.chunks('*', '*')]) {
      for (const subject of await this.subjects(filter)) {
        if (Number(subject.split('.')[SEQUENCE_TOKEN]) < sequence) await this.purge(subject);
      }
    }
  }

  private async subjects(filter: string): Promise<readonly string[]> {
    const { manager, graph } = this.options;
    const { state } = await manager.streams.info(snapshotStreamOf(graph), { subjects_filter: filter });
    return Object.keys(state.subjects ?? {});
  }

  private async purge(filter: string): Promise<void> {
    await this.options.manager.streams.purge(snapshotStreamOf(this.options.graph), { filter });
  }

  private chunks(sequence: string, id: string): string {
    return `weir.snapshot.${this.options.graph}.${this.options.partition}.${sequence}.${id}`;
  }

  private complete(sequence: string, offset: string, bytes: string, id: string): string {
    return `${this.chunks(sequence, id)}.${offset}.${bytes}`;
  }
}

/** Number of a subject's token that is the sequence. */
const SEQUENCE_TOKEN = 4;

function snapshotOf(subject: string): StoredSnapshot {
  const [sequence, id, offset, bytes] = subject.split('.').slice(SEQUENCE_TOKEN);
  return { sequence: Number(sequence), offset: Number(offset), bytes: Number(bytes), id: id! };
}

export function snapshotStreamOf(graph: string): string {
  return `WEIR_SNAPSHOTS_${graph}`;
}

export function snapshotSubjectsOf(graph: string): string {
  return `weir.snapshot.${graph}.>`;
}
