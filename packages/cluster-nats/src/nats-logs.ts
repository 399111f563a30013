/**
 * The logs of a graph in one stream of NATS JetStream, with one subject per partition. A row is one message; the
 * stream's sequences, which are never used again, order the rows. The server appends a row only if the last message of
 * its subject is still the expected one.
 */
import {
  DiscardPolicy,
  type JetStreamClient,
  jetstream,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FollowedLog, GraphLogs, GraphSnapshots, LogRow, PlacedRow, SnapshotStore } from '@weir/cluster';
import { decode, encode } from '@weir/model';
import { type Environment, pause } from '@weir/platform';
import {
  directoryFailed,
  hasCode,
  MESSAGE_NOT_FOUND,
  STREAM_NOT_FOUND,
  WRONG_LAST_SEQUENCE,
} from './server-answers.js';
import { PendingAnswers } from './pending-answers.js';
import { NatsSnapshots, snapshotStreamOf, snapshotSubjectsOf } from './nats-snapshots.js';
import { countMessages, type MessageRange, streamMessages } from './stream-messages.js';

export interface NatsLogsOptions {
  /** Must reconnect automatically, without limit. Closed with the logs. */
  readonly connection: NatsConnection;
  /** Name of the graph: letters, digits, `-` and `_`. Its stream is created if it is missing. */
  readonly graph: string;
  /** Number of servers that store a copy, when the stream is created. Default: 1. */
  readonly replicas?: number;
  /** Where snapshots are, if not in a stream. Closed with the logs. */
  readonly snapshots?: GraphSnapshots | undefined;
  readonly environment: Environment;
}

/** Space that a row's fields and the headers of a message need. */
const MESSAGE_OVERHEAD = 1_024;
const ANSWER_MILLIS = 5_000;
const RETRY_MILLIS = 250;

type PackedRow = [
  epoch: number,
  writer: string,
  offset: number,
  content: Uint8Array | null,
  continues: boolean,
];

/** Rejects with `cluster.directory-failed`. */
export async function natsLogs(options: NatsLogsOptions): Promise<GraphLogs> {
  const { connection, graph, replicas = 1, snapshots } = options;
  try {
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MILLIS });
    await ensureStream(manager, {
      name: streamOf(graph),
      subjects: [subjectOf(graph, '*')],
      num_replicas: replicas,
    });
    if (snapshots === undefined)
      await ensureStream(manager, {
        name: snapshotStreamOf(graph),
        subjects: [snapshotSubjectsOf(graph)],
        num_replicas: replicas,
      });
    return new NatsLogs(options, manager);
  } catch (cause) {
    throw directoryFailed('opening the logs', cause);
  }
}

async function ensureStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & Pick<StreamConfig, 'name'>,
): Promise<void> {
  try {
    await manager.streams.info(config.name);
    return;
  } catch (error) {
    if (!hasCode(error, STREAM_NOT_FOUND)) throw error;
  }
  await manager.streams.add({
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // A stream that is full refuses new messages.
    discard: DiscardPolicy.New,
    deny_delete: true,
    ...config,
  });
}

class NatsLogs implements GraphLogs {
  private readonly client: JetStreamClient;
  private readonly answers: PendingAnswers;
  /** Subjects that could not be followed at the last attempt. */
  private readonly silent = new Set<string>();

  constructor(
    private readonly options: NatsLogsOptions,
    private readonly manager: JetStreamManager,
  ) {
    this.client = jetstream(options.connection, { timeout: ANSWER_MILLIS });
    this.answers = new PendingAnswers(options.connection);
  }

  log(partition: string): FollowedLog {
    const { graph } = this.options;
    return {
      contentLimit: this.messageLimit,
      append: (row, after) => this.append(subjectOf(graph, partition), row, after),
      last: () => this.last(subjectOf(graph, partition)),
      rows: after => this.rows(subjectOf(graph, partition), after),
      follow: (after, signal) => this.follow(subjectOf(graph, partition), after, signal),
      countAfter: sequence => countMessages(this.client, this.range(subjectOf(graph, partition), sequence)),
      cut: before => this.cut(subjectOf(graph, partition), before),
    };
  }

  snapshots(partition: string): SnapshotStore {
    const { client, manager, messageLimit } = this;
    const { graph, environment, snapshots } = this.options;
    if (snapshots !== undefined) return snapshots.of(partition, environment);
    const { random, scheduler } = environment;
    return new NatsSnapshots({ client, manager, graph, partition, messageLimit, random, scheduler });
  }

  async partitions(): Promise<readonly string[]> {
    const { graph } = this.options;
    const { state } = await this.manager.streams.info(streamOf(graph), {
      subjects_filter: subjectOf(graph, '*'),
    });
    return Object.keys(state.subjects ?? {}).map(subject => subject.slice(subjectOf(graph, '').length));
  }

  close(): Promise<void> {
    this.options.snapshots?.close();
    return this.options.connection.close();
  }

  private get messageLimit(): number {
    return (this.options.connection.info?.max_payload ?? 1 << 20) - MESSAGE_OVERHEAD;
  }

  private async append(subject: string, row: LogRow, after: number): Promise<number | undefined> {
    try {
      const request = this.client.publish(subject, pack(row), {
        expect: { lastSubjectSequence: after, streamName: streamOf(this.options.graph) },
        timeout: ANSWER_MILLIS,
      });
      return (await this.answers.of(request)).seq;
    } catch (error) {
      if (hasCode(error, ...WRONG_LAST_SEQUENCE)) return undefined;
      throw error;
    }
  }

  private async last(subject: string): Promise<PlacedRow | undefined> {
    try {
      // Answered by the leader of the stream.
      const request = this.manager.streams.getMessage(streamOf(this.options.graph), {
        last_by_subj: subject,
      });
      const message = await this.answers.of(request);
      return message === null ? undefined : unpack(message.data, message.seq);
    } catch (error) {
      if (hasCode(error, MESSAGE_NOT_FOUND)) return undefined;
      throw error;
    }
  }

  private async *rows(subject: string, after: number): AsyncIterable<PlacedRow> {
    const range = { ...this.range(subject, after), isFinite: true };
    for await (const message of streamMessages(this.client, range, new AbortController().signal))
      yield unpack(message.data, message.seq);
  }

  private async *follow(subject: string, after: number, signal: AbortSignal): AsyncIterable<PlacedRow> {
    const { connection, environment } = this.options;
    let last = after;
    while (!signal.aborted && !connection.isClosed()) {
      try {
        for await (const message of streamMessages(this.client, this.range(subject, last), signal)) {
          this.responds(subject);
          last = message.seq;
          yield unpack(message.data, message.seq);
        }
      } catch (error) {
        if (!signal.aborted) this.isSilent(subject, error);
      }
      if (!signal.aborted) await pause(environment.scheduler, RETRY_MILLIS, signal);
    }
  }

  private range(subject: string, after: number): MessageRange {
    return { stream: streamOf(this.options.graph), subject, after, isFinite: false };
  }

  private isSilent(subject: string, error: unknown): void {
    if (this.silent.size === 0)
      this.options.environment.logger.log('warn', 'the logs of the graph do not respond', {
        error: String(error),
      });
    this.silent.add(subject);
  }

  private responds(subject: string): void {
    if (this.silent.delete(subject) && this.silent.size === 0)
      this.options.environment.logger.log('info', 'the logs of the graph respond again');
  }

  private async cut(subject: string, before: number): Promise<void> {
    await this.manager.streams.purge(streamOf(this.options.graph), { filter: subject, seq: before });
  }
}

function pack({ epoch, writer, offset, content, continues }: LogRow): Uint8Array {
  return encode([epoch, writer, offset, content, continues] satisfies PackedRow);
}

function unpack(bytes: Uint8Array, sequence: number): PlacedRow {
  const [epoch, writer, offset, content, continues] = decode(bytes) as PackedRow;
  return { epoch, writer, offset, content, continues, sequence };
}

function streamOf(graph: string): string {
  return `WEIR_LOG_${graph}`;
}

function subjectOf(graph: string, partition: string): string {
  return `weir.log.${graph}.${partition}`;
}
