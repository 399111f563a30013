/**
 * A directory in a key-value bucket of NATS JetStream: a stream with one subject per key, whose sequences are the
 * revisions. The server writes a value only if the last message of its subject is still the expected one, and removes
 * values that were not renewed for long, by its own clock. A removed value leaves a marker message, so that a watch is
 * notified in order.
 */
import {
  type JetStreamClient,
  jetstream,
  type JetStreamManager,
  jetstreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { type DirectoryKeys, type DirectoryWatcher, LeaseHolder } from '@weir/cluster';
import { type Environment, pause, WeirError } from '@weir/platform';
import { deletion, isDeleted, NatsWatch } from './nats-watch.js';
import { PendingAnswers } from './pending-answers.js';
import {
  directoryFailed,
  hasCode,
  MESSAGE_NOT_FOUND,
  STREAM_NOT_FOUND,
  WRONG_LAST_SEQUENCE,
} from './server-answers.js';

export interface NatsDirectoryOptions {
  /** Must reconnect automatically, without limit. Its owner closes it; that ends the watches. */
  readonly connection: NatsConnection;
  /** Letters, digits, `-` and `_`. Created if missing. */
  readonly bucket: string;
  /**
   * Number of servers that store a copy, when the bucket is created. With fewer than three, it can be lost with a
   * server. Default: 1.
   */
  readonly replicas?: number;
  readonly environment: Environment;
}

/** How long a watch may be interrupted and still be notified of removed keys. Far longer than any lease. */
const GONE_SECONDS = 24 * 60 * 60;
const NANOS_PER_SECOND = 1e9;

const BUCKET = /^[\w-]+$/;
const KEY = /^[\w/=-]+(?:\.[\w/=-]+)*$/;

/** Servers that start together answer when they have elected a leader. */
const READY_MILLIS = 60_000;
const RETRY_MILLIS = 500;

/**
 * Waits for up to a minute until the servers are ready. Rejects with `config.invalid`; `cluster.directory-failed`;
 * `cluster.directory-unfit` for a bucket that does not expire keys.
 */
export async function natsDirectory(options: NatsDirectoryOptions): Promise<LeaseHolder> {
  const { connection, bucket, replicas = 1, environment } = options;
  if (!BUCKET.test(bucket))
    throw new WeirError('config.invalid', `Invalid bucket: ${bucket}. Letters, digits, - and _ only.`);
  const manager = await whenReady('checking JetStream', environment, () => jetstreamManager(connection));
  const config = await whenReady('opening the bucket', environment, () =>
    bucketOf(manager, bucket, replicas),
  );
  if (!forgets(config))
    throw new WeirError(
      'cluster.directory-unfit',
      `The bucket ${bucket} cannot be used as a directory: its keys do not expire, or their expiry is ` +
        `not reported. Delete the bucket; it is then created with the right settings.`,
    );
  return new LeaseHolder(new NatsDirectory(options, manager), environment);
}

async function whenReady<T>(
  doing: string,
  { clock, scheduler, logger }: Environment,
  attempt: () => Promise<T>,
): Promise<T> {
  const start = clock.now();
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (cause) {
      const isFinal = cause instanceof PermissionViolationError || clock.now() - start > READY_MILLIS;
      if (isFinal) throw directoryFailed(doing, cause);
      if (tries === 1)
        logger.log('warn', 'the directory is not ready; retrying for a minute', { error: String(cause) });
      await pause(scheduler, RETRY_MILLIS);
    }
  }
}

async function bucketOf(manager: JetStreamManager, bucket: string, replicas: number): Promise<StreamConfig> {
  const name = streamOf(bucket);
  try {
    return (await manager.streams.info(name)).config;
  } catch (error) {
    if (!hasCode(error, STREAM_NOT_FOUND)) throw error;
  }
  const { config } = await manager.streams.add({
    name,
    subjects: [`${prefixOf(bucket)}>`],
    num_replicas: replicas,
    // With more messages per subject, none could expire before its marker would: after a day.
    max_msgs_per_subject: 1,
    allow_msg_ttl: true,
    subject_delete_marker_ttl: GONE_SECONDS * NANOS_PER_SECOND,
    allow_rollup_hdrs: true,
    deny_delete: true,
    allow_direct: true,
  });
  return config;
}

function forgets(config: StreamConfig): boolean {
  const {
    allow_msg_ttl: hasTimes,
    subject_delete_marker_ttl: markerMillis = 0,
    max_msgs_per_subject: kept,
  } = config;
  return hasTimes === true && markerMillis > 0 && kept === 1;
}

class NatsDirectory implements DirectoryKeys {
  private readonly client: JetStreamClient;
  private readonly answers: PendingAnswers;

  constructor(
    private readonly options: NatsDirectoryOptions,
    private readonly manager: JetStreamManager,
  ) {
    this.client = jetstream(options.connection);
    this.answers = new PendingAnswers(options.connection);
  }

  async put(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis?: number,
  ): Promise<number | undefined> {
    if (!KEY.test(key)) throw new WeirError('config.invalid', `Invalid key: ${key}`);
    const revision = await this.write(key, value, expected, ttlMillis);
    if (revision !== undefined || expected !== 0 || value === undefined) return revision;
    // A removed key has a marker message for a day.
    const deleted = await this.deletedAt(key);
    return deleted === undefined ? undefined : this.write(key, value, deleted, ttlMillis);
  }

  watch(watcher: DirectoryWatcher): () => void {
    const { bucket, connection, environment } = this.options;
    const watch = new NatsWatch({
      connection,
      client: this.client,
      stream: streamOf(bucket),
      prefix: prefixOf(bucket),
      environment,
      watcher,
    });
    void watch.run();
    return () => watch.end();
  }

  private async write(
    key: string,
    value: string | undefined,
    expected: number,
    ttlMillis: number | undefined,
  ): Promise<number | undefined> {
    const seconds = ttlMillis === undefined ? undefined : Math.max(1, Math.ceil(ttlMillis / 1000));
    const lasts = value === undefined ? GONE_SECONDS : seconds;
    try {
      const request = this.client.publish(this.subject(key), value, {
        expect: { lastSubjectSequence: expected, streamName: streamOf(this.options.bucket) },
        ...(lasts === undefined ? {} : { ttl: `${lasts}s` }),
        ...(value === undefined ? { headers: deletion() } : {}),
      });
      return (await this.answers.of(request)).seq;
    } catch (error) {
      if (hasCode(error, ...WRONG_LAST_SEQUENCE)) return undefined;
      throw directoryFailed(`writing ${key}`, error);
    }
  }

  /** @returns the revision at which a key was removed; `undefined`: it exists, or nothing is known of it. */
  private async deletedAt(key: string): Promise<number | undefined> {
    try {
      const found = await this.manager.streams.getMessage(streamOf(this.options.bucket), {
        last_by_subj: this.subject(key),
      });
      return found !== null && isDeleted(found.header) ? found.seq : undefined;
    } catch (error) {
      if (hasCode(error, MESSAGE_NOT_FOUND)) return undefined;
      throw directoryFailed(`reading ${key}`, error);
    }
  }

  private subject(key: string): string {
    return prefixOf(this.options.bucket) + key;
  }
}

/** Follows the naming convention of all NATS clients, so that other tools can inspect the bucket. */
function streamOf(bucket: string): string {
  return `KV_${bucket}`;
}

function prefixOf(bucket: string): string {
  return `$KV.${bucket}.`;
}
