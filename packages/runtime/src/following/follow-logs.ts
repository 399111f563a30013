/** The task of a thread that keeps copies of some partitions up to date until it is stopped. */
import type { MessagePort } from 'node:worker_threads';
import type { LogLevel } from '@weir/platform';
import type { LoggedOptions } from '../contract/graph-options.js';
import { systemEnvironment } from '../system-environment.js';
import { openStandby } from '../stores/logged-store.js';

/** Which of the partitions a thread follows. */
export interface PartOfPartitions {
  /** Expected number of shards. If the logs have more, all are followed. */
  readonly shards: number;
  /** Number of the part: the remainder of a shard's number divided by `parts`. The metadata are in part 0. */
  readonly part: number;
  readonly parts: number;
}

export interface FollowTask extends PartOfPartitions {
  readonly store: LoggedOptions;
  /** Partitions that are released at the start. */
  readonly released: readonly string[];
  /** Receives requests, sends reports. */
  readonly port: MessagePort;
}

export type FollowRequest =
  /** Answered by `released` when the data of the partitions is closed. */
  | { readonly kind: 'release'; readonly id: number; readonly partitions: readonly string[] }
  | { readonly kind: 'resume'; readonly partitions: readonly string[] }
  /** Answered by `behind`. */
  | { readonly kind: 'count-behind'; readonly id: number }
  /** The data of the partitions, which are not open, is deleted. */
  | { readonly kind: 'drop'; readonly partitions: readonly string[] }
  | { readonly kind: 'stop' };

export type FollowReport =
  | { readonly kind: 'released'; readonly id: number }
  /** Number of rows in the logs that are not applied yet; `undefined`: the logs do not respond. */
  | { readonly kind: 'behind'; readonly id: number; readonly rows: number | undefined }
  /** Everything that was in the logs at the start is applied. Once. */
  | { readonly kind: 'up-to-date' }
  /** Everything is applied that was in the partition's log when following it began. */
  | { readonly kind: 'caught-up'; readonly partition: string }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** Budget for the write buffers of all copies of a process. */
const WRITE_BUFFERS_BYTES = 128 << 20;
const LONGEST_WRITE_BUFFER_BYTES = 32 << 20;
const SHORTEST_WRITE_BUFFER_BYTES = 4 << 20;

/** Resolves when all data is closed. */
export async function followLogs({ store, port, released, ...part }: FollowTask): Promise<void> {
  const report = (message: FollowReport): void => port.postMessage(message);
  const environment = systemEnvironment({
    log: (level, message, fields = {}) => report({ kind: 'log', level, message, fields }),
  });
  const standby = await openStandby(store, environment, writeBufferOf(part.shards), {
    partitionsOf: found => partitionsIn(part, found),
    released,
    caughtUp: partition => report({ kind: 'caught-up', partition }),
  });
  void standby.upToDate.then(() => report({ kind: 'up-to-date' }));
  await new Promise<void>(stop => {
    port.on('message', (request: FollowRequest) => {
      switch (request.kind) {
        case 'release':
          return void standby
            .release(request.partitions)
            .then(() => report({ kind: 'released', id: request.id }));
        case 'count-behind':
          return void standby.rowsBehind().then(rows => report({ kind: 'behind', id: request.id, rows }));
        case 'resume':
          return standby.resume(request.partitions);
        case 'drop':
          return void standby.drop(request.partitions);
        case 'stop':
          return stop();
      }
    });
  });
  await standby.stop();
  port.close();
}

/** Returns the partitions of a part. */
export function partitionsIn(
  { shards, part, parts }: PartOfPartitions,
  found: readonly string[],
): readonly string[] {
  const expected = ['meta', ...Array.from({ length: shards }, (_, shard) => `shard-${shard}`)];
  return [...new Set([...expected, ...found])].filter(partition => partOf(partition, parts) === part);
}

export function partOf(partition: string, parts: number): number {
  return Number(/\d+$/.exec(partition)?.[0] ?? 0) % parts;
}

/** A process that was away writes much at once. */
function writeBufferOf(shards: number): number {
  const share = Math.floor(WRITE_BUFFERS_BYTES / (shards + 1));
  return Math.max(SHORTEST_WRITE_BUFFER_BYTES, Math.min(LONGEST_WRITE_BUFFER_BYTES, share));
}
