/** One SQS queue. Each call is one request, and rejects with the client's error. */
import type * as Sdk from '@aws-sdk/client-sqs';
import type { AwsTarget } from '../definition/aws-target.js';
import { awsClient, type AwsDependencies, checkAwsAddress } from './aws-access.js';
import { type EntryFailure, type EntryToSend, failuresOfEntries } from './sent-entries.js';

export interface SqsMessage {
  readonly body: string;
  /** Handle that deletes this reception of the message. */
  readonly handle: string;
}

export interface SqsState {
  /** Number of messages, available or received and not deleted. */
  readonly messages: number;
  readonly visibilitySeconds: number;
}

/** Limits of one request: messages or entries. */
export const SQS_BATCH = 10;
export const SQS_BATCH_BYTES = 256 * 1024;
const WAIT_SECONDS = 20;

export class SqsQueue {
  private constructor(
    private readonly client: Sdk.SQSClient,
    private readonly sdk: typeof Sdk,
    readonly queueUrl: string,
  ) {}

  /** @throws WeirError for a definition that can never work. */
  static async at(
    target: AwsTarget & { readonly queueUrl: string },
    dependencies: AwsDependencies,
  ): Promise<SqsQueue> {
    const { queueUrl } = target;
    await checkAwsAddress('queueUrl', queueUrl, dependencies.outgoing, dependencies.code);
    const region = target.region ?? /^sqs\.([a-z0-9-]+)\.amazonaws\./.exec(new URL(queueUrl).hostname)?.[1];
    let sdk: typeof Sdk | undefined;
    const client = await awsClient(
      { ...target, region },
      dependencies,
      '@aws-sdk/client-sqs',
      () => import('@aws-sdk/client-sqs'),
      (loaded, settings) => new (sdk = loaded).SQSClient(settings),
    );
    return new SqsQueue(client, sdk!, queueUrl);
  }

  /** Waits up to twenty seconds for the first message. */
  async receive(abortSignal: AbortSignal): Promise<SqsMessage[]> {
    const command = new this.sdk.ReceiveMessageCommand({
      QueueUrl: this.queueUrl,
      MaxNumberOfMessages: SQS_BATCH,
      WaitTimeSeconds: WAIT_SECONDS,
    });
    const { Messages = [] } = await this.client.send(command, { abortSignal });
    return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, handle: ReceiptHandle }));
  }

  /** Deletes at most ten messages. @returns the handles of messages that still exist. */
  async delete(handles: readonly string[]): Promise<string[]> {
    const Entries = handles.map((ReceiptHandle, i) => ({ Id: String(i), ReceiptHandle }));
    const command = new this.sdk.DeleteMessageBatchCommand({ QueueUrl: this.queueUrl, Entries });
    const { Failed = [] } = await this.client.send(command);
    // The message of an invalid handle was deleted, or is delivered again.
    return Failed.filter(({ SenderFault }) => SenderFault !== true).map(({ Id }) => handles[Number(Id)]!);
  }

  /** Hides at most ten messages from other readers for some seconds from now. */
  async hide(handles: readonly string[], seconds: number): Promise<void> {
    const Entries = handles.map((ReceiptHandle, i) => ({
      Id: String(i),
      ReceiptHandle,
      VisibilityTimeout: seconds,
    }));
    await this.client.send(
      new this.sdk.ChangeMessageVisibilityBatchCommand({ QueueUrl: this.queueUrl, Entries }),
    );
  }

  async state(): Promise<SqsState> {
    const command = new this.sdk.GetQueueAttributesCommand({
      QueueUrl: this.queueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'VisibilityTimeout',
      ],
    });
    const { Attributes: found = {} } = await this.client.send(command);
    const number = (text: string | undefined) => Number(text ?? 0);
    return {
      messages:
        number(found.ApproximateNumberOfMessages) + number(found.ApproximateNumberOfMessagesNotVisible),
      visibilitySeconds: number(found.VisibilityTimeout),
    };
  }

  /** Sends at most ten entries, of at most `SQS_BATCH_BYTES` in total. @returns the rejected entries. */
  async send(entries: readonly EntryToSend[], abortSignal: AbortSignal): Promise<EntryFailure[]> {
    const isFifo = this.queueUrl.endsWith('.fifo');
    const Entries = entries.map(({ key, once, bytes }, i) => ({
      Id: String(i),
      MessageBody: bytes.toString(),
      MessageAttributes: { resultId: { DataType: 'String', StringValue: key } },
      ...(isFifo ? { MessageGroupId: key, MessageDeduplicationId: once } : {}),
    }));
    const command = new this.sdk.SendMessageBatchCommand({ QueueUrl: this.queueUrl, Entries });
    const { Successful, Failed } = await this.client.send(command, { abortSignal });
    return failuresOfEntries(entries.length, Successful, Failed);
  }

  close(): void {
    this.client.destroy();
  }
}
