/** One Kinesis stream. Each call is one request, and rejects with the client's error. */
import type * as Sdk from '@aws-sdk/client-kinesis';
import type { AwsTarget } from '../definition/aws-target.js';
import { awsClient, type AwsDependencies } from './aws-access.js';
import { type EntryFailure, type EntryToSend, withUnanswered } from './sent-entries.js';

export interface KinesisShard {
  readonly id: string;
  /** The shards that it was created from, as far as they still exist. */
  readonly parents: readonly string[];
  /** It was split or merged, and receives no further records. */
  readonly isClosed: boolean;
}

/** Start position in a shard. */
export type ShardPosition =
  | { readonly type: 'latest' | 'first' }
  | { readonly type: 'at' | 'after'; readonly sequenceNumber: string }
  | { readonly type: 'time'; readonly millis: number };

export interface ShardRecords {
  readonly records: readonly { readonly data: Uint8Array; readonly sequenceNumber: string }[];
  /** Absent at the end of the shard. */
  readonly next: string | undefined;
  readonly behindMillis: number;
}

export const KINESIS_BATCH = 500;
export const KINESIS_BATCH_BYTES = 5 * 1024 * 1024;
export const KINESIS_RECORD_BYTES = 1024 * 1024;

export class KinesisStream {
  private constructor(
    private readonly client: Sdk.KinesisClient,
    private readonly sdk: typeof Sdk,
    readonly streamName: string,
  ) {}

  /** @throws WeirError for a definition that can never work. */
  static async at(
    target: AwsTarget & { readonly streamName: string },
    dependencies: AwsDependencies,
  ): Promise<KinesisStream> {
    let sdk: typeof Sdk | undefined;
    const client = await awsClient(
      target,
      dependencies,
      '@aws-sdk/client-kinesis',
      () => import('@aws-sdk/client-kinesis'),
      (loaded, settings) => new (sdk = loaded).KinesisClient(settings),
    );
    return new KinesisStream(client, sdk!, target.streamName);
  }

  /** Returns all existing shards, including closed ones. */
  async shards(abortSignal: AbortSignal): Promise<KinesisShard[]> {
    const shards: KinesisShard[] = [];
    let NextToken: string | undefined;
    do {
      const position = NextToken === undefined ? { StreamName: this.streamName } : { NextToken };
      const page = await this.client.send(new this.sdk.ListShardsCommand(position), { abortSignal });
      for (const { ShardId = '', ParentShardId, AdjacentParentShardId, SequenceNumberRange } of page.Shards ??
        [])
        shards.push({
          id: ShardId,
          parents: parentsOf([ParentShardId, AdjacentParentShardId]),
          isClosed: SequenceNumberRange?.EndingSequenceNumber !== undefined,
        });
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    const known = new Set(shards.map(({ id }) => id));
    return shards.map(shard => ({ ...shard, parents: shard.parents.filter(each => known.has(each)) }));
  }

  /** Valid for some minutes. */
  async iterator(shard: string, position: ShardPosition, abortSignal: AbortSignal): Promise<string> {
    const command = new this.sdk.GetShardIteratorCommand({
      StreamName: this.streamName,
      ShardId: shard,
      ...iteratorOf(position),
    });
    const { ShardIterator = '' } = await this.client.send(command, { abortSignal });
    return ShardIterator;
  }

  async records(iterator: string, limit: number, abortSignal: AbortSignal): Promise<ShardRecords> {
    const command = new this.sdk.GetRecordsCommand({ ShardIterator: iterator, Limit: limit });
    const {
      Records = [],
      NextShardIterator,
      MillisBehindLatest,
    } = await this.client.send(command, {
      abortSignal,
    });
    return {
      records: Records.map(recordOf),
      next: NextShardIterator,
      behindMillis: MillisBehindLatest ?? 0,
    };
  }

  /**
   * Sends at most `KINESIS_BATCH` entries, of at most `KINESIS_BATCH_BYTES` in total. @returns the rejected entries.
   */
  async send(entries: readonly EntryToSend[], abortSignal: AbortSignal): Promise<EntryFailure[]> {
    const command = new this.sdk.PutRecordsCommand({
      StreamName: this.streamName,
      Records: entries.map(({ key, bytes }) => ({ PartitionKey: key, Data: bytes })),
    });
    const { Records = [] } = await this.client.send(command, { abortSignal });
    const failures = new Map<number, EntryFailure>();
    for (const [index, { ErrorCode, ErrorMessage }] of Records.entries()) {
      const reason = [ErrorCode, ErrorMessage].filter(Boolean).join(': ');
      if (ErrorCode !== undefined) failures.set(index, { index, reason, mayPass: true });
    }
    return withUnanswered(entries.length, index => index < Records.length, failures);
  }

  close(): void {
    this.client.destroy();
  }
}

function recordOf({ Data, SequenceNumber = '' }: Sdk._Record): ShardRecords['records'][number] {
  return { data: Data ?? new Uint8Array(0), sequenceNumber: SequenceNumber };
}

function parentsOf(ids: readonly (string | undefined)[]): string[] {
  return ids.filter((id): id is string => id !== undefined && id !== '');
}

function iteratorOf(position: ShardPosition) {
  switch (position.type) {
    case 'latest':
      return { ShardIteratorType: 'LATEST' } as const;
    case 'first':
      return { ShardIteratorType: 'TRIM_HORIZON' } as const;
    case 'at':
      return {
        ShardIteratorType: 'AT_SEQUENCE_NUMBER',
        StartingSequenceNumber: position.sequenceNumber,
      } as const;
    case 'after':
      return {
        ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
        StartingSequenceNumber: position.sequenceNumber,
      } as const;
    case 'time':
      return { ShardIteratorType: 'AT_TIMESTAMP', Timestamp: new Date(position.millis) } as const;
  }
}
