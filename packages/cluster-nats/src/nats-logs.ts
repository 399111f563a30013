/**
 * The logs of a graph in one stream of NATS JetStream, with one subject per partition. A row is one message; the
 * stream's sequences, which are never used again, order the rows. The server appends a row only if the last message of
 * its subject is still the expected one.
 */
import {
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  jetstream,
  type JetStreamManager,
  jetstreamManager,
  type JsMsg,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { GraphLogs, LogRow, LogStore, PartitionRow, PlacedRow } from '@weir/cluster';
import { decode, encode } from '@weir/model';
import { type Environment, pause } from '@weir/platform';
import {
  directoryFailed,
  hasCode,
  MESSAGE_NOT_FOUND,
  STREAM_NOT_FOUND,
  WRONG_LAST_SEQUENCE,
} from './server-answers.js';

export interface NatsLogsOptions {
  /** Must reconnect automatically, without limit. Closed with the logs. */
  readonly connection: NatsConnection;
  /** Name of the graph: letters, digits, `-` and `_`. Its stream is created if it is missing. */
  readonly graph: string;
  /** Number of servers that store a copy, when the stream is created. Default: 1. */
  readonly replicas?: number;
  readonly environment: Environment;
}

/** Space that a row's fields and the headers of a message need. */
const MESSAGE_OVERHEAD = 1_024;
const ANSWER_MILLIS = 5_000;
/** After two missed heartbeats of the server, reading is restarted. */
const SIGN_MILLIS = 500;
const REQUEST_MILLIS = 10_000;
const RETRY_MILLIS = 250;

type PackedRow = [epoch: number, writer: string, content: Uint8Array | null, continues: boolean];

/** Rejects with `cluster.directory-failed`. */
export async function natsLogs(options: NatsLogsOptions): Promise<GraphLogs> {
  const { connection, graph, replicas = 1 } = options;
  try {
    const manager = await jetstreamManager(connection, { timeout: ANSWER_MILLIS });
    await ensureStream(manager, graph, replicas);
    return new NatsLogs(options, manager);
  } catch (cause) {
    throw directoryFailed('opening the logs', cause);
  }
}

async function ensureStream(manager: JetStreamManager, graph: string, replicas: number): Promise<void> {
  try {
    await manager.streams.info(streamOf(graph));
    return;
  } catch (error) {
    if (!hasCode(error, STREAM_NOT_FOUND)) throw error;
  }
  await manager.streams.add({
    name: streamOf(graph),
    subjects: [subjectOf(graph, '*')],
    num_replicas: replicas,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    deny_delete: true,
  });
}

class NatsLogs implements GraphLogs {
  private readonly client: JetStreamClient;

  constructor(
    private readonly options: NatsLogsOptions,
    private readonly manager: JetStreamManager,
  ) {
    this.client = jetstream(options.connection, { timeout: ANSWER_MILLIS });
  }

  log(partition: string): LogStore {
    const { connection, graph } = this.options;
    const contentLimit = (connection.info?.max_payload ?? 1 << 20) - MESSAGE_OVERHEAD;
    return {
      contentLimit,
      append: (row, after) => this.append(subjectOf(graph, partition), row, after),
      last: () => this.last(subjectOf(graph, partition)),
      rows: after => this.rows(subjectOf(graph, partition), after),
    };
  }

  async lastSequence(): Promise<number> {
    return (await this.manager.streams.info(streamOf(this.options.graph))).state.last_seq;
  }

  async *follow(after: number, signal: AbortSignal): AsyncIterable<PartitionRow> {
    const { connection, graph, environment } = this.options;
    let last = after;
    let isInterrupted = false;
    while (!signal.aborted && !connection.isClosed()) {
      try {
        for await (const message of this.messages(subjectOf(graph, '*'), last, signal)) {
          if (isInterrupted) environment.logger.log('info', 'the logs of the graph respond again');
          isInterrupted = false;
          last = message.seq;
          yield { partition: partitionOf(message.subject), row: unpack(message.data, message.seq) };
        }
      } catch (error) {
        if (!signal.aborted && !isInterrupted)
          environment.logger.log('warn', 'the logs of the graph do not respond', { error: String(error) });
        isInterrupted = true;
      }
      if (!signal.aborted) await pause(environment.scheduler, RETRY_MILLIS, signal);
    }
  }

  close(): Promise<void> {
    return this.options.connection.close();
  }

  private async append(subject: string, row: LogRow, after: number): Promise<number | undefined> {
    try {
      const { seq } = await this.client.publish(subject, pack(row), {
        expect: { lastSubjectSequence: after, streamName: streamOf(this.options.graph) },
        timeout: ANSWER_MILLIS,
      });
      return seq;
    } catch (error) {
      if (hasCode(error, ...WRONG_LAST_SEQUENCE)) return undefined;
      throw error;
    }
  }

  private async last(subject: string): Promise<PlacedRow | undefined> {
    try {
      // Answered by the leader of the stream.
      const message = await this.manager.streams.getMessage(streamOf(this.options.graph), {
        last_by_subj: subject,
      });
      return message === null ? undefined : unpack(message.data, message.seq);
    } catch (error) {
      if (hasCode(error, MESSAGE_NOT_FOUND)) return undefined;
      throw error;
    }
  }

  private async *rows(subject: string, after: number): AsyncIterable<PlacedRow> {
    const ending = new AbortController();
    try {
      for await (const message of this.messages(subject, after, ending.signal, true)) {
        yield unpack(message.data, message.seq);
        if (message.info.pending === 0) return;
      }
    } finally {
      ending.abort();
    }
  }

  /** @param isFinite whether to end if there are no messages yet. */
  private async *messages(
    subject: string,
    after: number,
    signal: AbortSignal,
    isFinite = false,
  ): AsyncIterable<JsMsg> {
    const consumer = await this.client.consumers.get(streamOf(this.options.graph), {
      filter_subjects: subject,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
    });
    let messages: ConsumerMessages | undefined;
    const stop = (): void => messages?.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (isFinite && (await consumer.info(true)).num_pending === 0) return;
      messages = await consumer.consume({ expires: REQUEST_MILLIS, idle_heartbeat: SIGN_MILLIS });
      if (signal.aborted) return;
      for await (const message of messages) {
        if (signal.aborted) return;
        yield message;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      messages?.stop();
    }
  }
}

function pack({ epoch, writer, content, continues }: LogRow): Uint8Array {
  return encode([epoch, writer, content, continues] satisfies PackedRow);
}

function unpack(bytes: Uint8Array, sequence: number): PlacedRow {
  const [epoch, writer, content, continues] = decode(bytes) as PackedRow;
  return { epoch, writer, content, continues, sequence };
}

function streamOf(graph: string): string {
  return `WEIR_LOG_${graph}`;
}

function subjectOf(graph: string, partition: string): string {
  return `weir.log.${graph}.${partition}`;
}

function partitionOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('.') + 1);
}
