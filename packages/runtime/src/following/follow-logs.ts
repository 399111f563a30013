/** The task of a thread that follows logs: it keeps the data of some partitions up to date until it is stopped. */
import type { MessagePort } from 'node:worker_threads';
import type { LogLevel } from '@weir/platform';
import type { LoggedOptions } from '../contract/open-options.js';
import { systemEnvironment } from '../system-environment.js';
import { openStandby } from '../worker/store-factory.js';

export interface FollowTask {
  readonly store: LoggedOptions;
  /** Expected number of shards. If the logs have more, all are followed. */
  readonly shards: number;
  /** Shards whose number has this remainder when it is divided by `parts` are followed; in the first part, also `meta`. */
  readonly part: number;
  readonly parts: number;
  /** Receives requests, sends reports. */
  readonly port: MessagePort;
}

/** `rows`: ask for the number of rows that are not applied yet. */
export type FollowRequest = 'rows' | 'stop';

export type FollowReport =
  | { readonly kind: 'up-to-date' }
  /** `undefined`: the logs do not answer. */
  | { readonly kind: 'rows'; readonly count: number | undefined }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** Resolves when the data is closed. */
export async function followLogs({ store, shards, part, parts, port }: FollowTask): Promise<void> {
  const report = (message: FollowReport): void => port.postMessage(message);
  const environment = systemEnvironment({
    log: (level, message, fields = {}) => report({ kind: 'log', level, message, fields }),
  });
  const stopped = new Promise<void>(resolve => {
    port.on('message', (request: FollowRequest) => {
      if (request === 'stop') return resolve();
      return void standby.then(each => each.rowsBehind()).then(count => report({ kind: 'rows', count }));
    });
  });
  const standby = openStandby(store, found => partitionsIn({ shards, part, parts }, found), environment);
  const { upToDate } = await standby;
  void upToDate.then(() => report({ kind: 'up-to-date' }));
  await stopped;
  await (await standby).stop();
  port.close();
}

/** Returns the partitions of a part. */
export function partitionsIn(
  { shards, part, parts }: Pick<FollowTask, 'shards' | 'part' | 'parts'>,
  found: readonly string[],
): readonly string[] {
  const expected = ['meta', ...Array.from({ length: shards }, (_, shard) => `shard-${shard}`)];
  const all = [...new Set([...expected, ...found])];
  return all.filter(partition => Number(/\d+$/.exec(partition)?.[0] ?? 0) % parts === part);
}
