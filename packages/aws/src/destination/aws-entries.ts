/** Receivers of entries: Kinesis streams, SNS topics, SQS queues. Their common behavior is in the sender. */
import type { AwsDependencies } from '../connection/aws-access.js';
import type { EntryFailure, EntryToSend } from '../connection/sent-entries.js';
import {
  KINESIS_BATCH,
  KINESIS_BATCH_BYTES,
  KINESIS_RECORD_BYTES,
  KinesisStream,
} from '../connection/kinesis-stream.js';
import { SNS_BATCH, SNS_BATCH_BYTES, SnsTopic } from '../connection/sns-topic.js';
import { SQS_BATCH, SQS_BATCH_BYTES, SqsQueue } from '../connection/sqs-queue.js';
import type { AwsTarget } from '../definition/aws-target.js';
import type {
  AwsDeadLetters,
  KinesisDestination,
  SnsDestination,
  SqsDestination,
} from '../definition/aws-destination.js';
import type { OutgoingPolicy } from '@weir/platform';

export interface EntryReceiver {
  /** @returns the rejected entries. Rejects when all were rejected, or the outcome is unknown. */
  send(entries: readonly EntryToSend[], abortSignal: AbortSignal): Promise<readonly EntryFailure[]>;
  close(): void;
}

export interface EntryDestination {
  /** False: an entry is text. */
  readonly takesBytes: boolean;
  /** Maximum entries and bytes of one request, and bytes of one entry. */
  readonly batch: number;
  readonly batchBytes: number;
  readonly entryBytes: number;
  /** Number of concurrent requests. */
  readonly parallelism: number;
  readonly recordsPerSecond: number | undefined;
  readonly bytesPerSecond: number | undefined;
  /** @throws WeirError `output.invalid`. */
  readonly open: () => Promise<EntryReceiver>;
}

type KinesisLimits = Pick<
  KinesisDestination,
  | 'streamName'
  | 'kinesisParallelism'
  | 'kinesisMaxBatchSize'
  | 'kinesisMaxRecordsPerSecond'
  | 'kinesisMaxBytesPerSecond'
>;

const PARALLELISM = 4;
const UNLIMITED = { recordsPerSecond: undefined, bytesPerSecond: undefined };

function dependenciesOf(outgoing: OutgoingPolicy): AwsDependencies {
  return { outgoing, code: 'output.invalid' };
}

type AnyDestination = KinesisDestination | SnsDestination | SqsDestination | AwsDeadLetters;

export function entriesOf(destination: AnyDestination, outgoing: OutgoingPolicy): EntryDestination {
  switch (destination.type) {
    case 'Kinesis':
      return kinesisEntries(destination, destination, outgoing);
    case 'SNS':
      return snsEntries(destination, destination, outgoing);
    case 'SQS':
      return sqsEntries(destination, destination, outgoing);
  }
}

function kinesisEntries(
  aws: AwsTarget,
  definition: KinesisLimits,
  outgoing: OutgoingPolicy,
): EntryDestination {
  const { streamName, kinesisMaxBatchSize = KINESIS_BATCH, kinesisParallelism = PARALLELISM } = definition;
  return {
    takesBytes: true,
    batch: Math.min(kinesisMaxBatchSize, KINESIS_BATCH),
    batchBytes: KINESIS_BATCH_BYTES,
    entryBytes: KINESIS_RECORD_BYTES,
    parallelism: kinesisParallelism,
    recordsPerSecond: definition.kinesisMaxRecordsPerSecond,
    bytesPerSecond: definition.kinesisMaxBytesPerSecond,
    open: () => KinesisStream.at({ ...aws, streamName }, dependenciesOf(outgoing)),
  };
}

function snsEntries(
  aws: AwsTarget,
  { topic }: Pick<SnsDestination, 'topic'>,
  outgoing: OutgoingPolicy,
): EntryDestination {
  return {
    takesBytes: false,
    batch: SNS_BATCH,
    batchBytes: SNS_BATCH_BYTES,
    entryBytes: SNS_BATCH_BYTES,
    parallelism: PARALLELISM,
    ...UNLIMITED,
    open: () => SnsTopic.at({ ...aws, topic }, dependenciesOf(outgoing)),
  };
}

function sqsEntries(
  aws: AwsTarget,
  { queueUrl }: Pick<SqsDestination, 'queueUrl'>,
  outgoing: OutgoingPolicy,
): EntryDestination {
  return {
    takesBytes: false,
    batch: SQS_BATCH,
    batchBytes: SQS_BATCH_BYTES,
    entryBytes: SQS_BATCH_BYTES,
    parallelism: PARALLELISM,
    ...UNLIMITED,
    open: () => SqsQueue.at({ ...aws, queueUrl }, dependenciesOf(outgoing)),
  };
}
