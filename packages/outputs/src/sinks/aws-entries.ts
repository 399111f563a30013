/** Where entries go: streams of Kinesis, topics of SNS, queues of SQS. What they have in common is the sink's. */
import {
  type AwsWorld,
  type EntryFailure,
  type EntryToSend,
  KINESIS_BATCH,
  KINESIS_BATCH_BYTES,
  KINESIS_RECORD_BYTES,
  KinesisStream,
  SNS_BATCH,
  SNS_BATCH_BYTES,
  SnsTopic,
  SQS_BATCH,
  SQS_BATCH_BYTES,
  SqsQueue,
} from '@weir/connectors';
import {
  awsOfVersion1,
  type WriteToKinesisOutput,
  type WriteToSnsOutput,
  type WriteToSqsOutput,
} from '@weir/definitions';
import type { SinkContext } from './sink-context.js';

export interface EntryReceiver {
  /** @returns those that were not taken. Rejects when none was, or nobody knows. */
  send(entries: readonly EntryToSend[], abortSignal: AbortSignal): Promise<readonly EntryFailure[]>;
  close(): void;
}

export interface EntryDestination {
  /** For messages: `SNS topic ...`. */
  readonly name: string;
  /** Entries and bytes of one request, and bytes of one entry. */
  readonly batch: number;
  readonly batchBytes: number;
  readonly entryBytes: number;
  /** Requests at once. */
  readonly parallelism: number;
  readonly recordsPerSecond: number | undefined;
  readonly bytesPerSecond: number | undefined;
  /** @throws WeirError `output.invalid`. */
  readonly open: () => Promise<EntryReceiver>;
}

const PARALLELISM = 4;
const UNLIMITED = { recordsPerSecond: undefined, bytesPerSecond: undefined };

function worldOf({ outgoing }: SinkContext): AwsWorld {
  return { outgoing, code: 'output.invalid' };
}

export function kinesisEntries(definition: WriteToKinesisOutput, context: SinkContext): EntryDestination {
  const { streamName, kinesisMaxBatchSize = KINESIS_BATCH, kinesisParallelism = PARALLELISM } = definition;
  return {
    name: `Kinesis, stream ${streamName}`,
    batch: Math.min(kinesisMaxBatchSize, KINESIS_BATCH),
    batchBytes: KINESIS_BATCH_BYTES,
    entryBytes: KINESIS_RECORD_BYTES,
    parallelism: kinesisParallelism,
    recordsPerSecond: definition.kinesisMaxRecordsPerSecond,
    bytesPerSecond: definition.kinesisMaxBytesPerSecond,
    open: () => KinesisStream.at({ ...awsOfVersion1(definition), streamName }, worldOf(context)),
  };
}

export function snsEntries(definition: WriteToSnsOutput, context: SinkContext): EntryDestination {
  const { topic } = definition;
  return {
    name: `SNS, topic ${topic}`,
    batch: SNS_BATCH,
    batchBytes: SNS_BATCH_BYTES,
    entryBytes: SNS_BATCH_BYTES,
    parallelism: PARALLELISM,
    ...UNLIMITED,
    open: () => SnsTopic.at({ ...awsOfVersion1(definition), topic }, worldOf(context)),
  };
}

export function sqsEntries(definition: WriteToSqsOutput, context: SinkContext): EntryDestination {
  const { queueUrl } = definition;
  return {
    name: `SQS, ${queueUrl}`,
    batch: SQS_BATCH,
    batchBytes: SQS_BATCH_BYTES,
    entryBytes: SQS_BATCH_BYTES,
    parallelism: PARALLELISM,
    ...UNLIMITED,
    open: () => SqsQueue.at({ ...awsOfVersion1(definition), queueUrl }, worldOf(context)),
  };
}
