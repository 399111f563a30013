/** One SNS topic. */
import type * as Sdk from '@aws-sdk/client-sns';
import type { AwsTarget } from '../definition/aws-target.js';
import { awsClient, type AwsDependencies } from './aws-access.js';
import { type EntryFailure, type EntryToSend, failuresOfEntries } from './sent-entries.js';

export const SNS_BATCH = 10;
export const SNS_BATCH_BYTES = 256 * 1024;

export class SnsTopic {
  private constructor(
    private readonly client: Sdk.SNSClient,
    private readonly sdk: typeof Sdk,
    private readonly topic: string,
  ) {}

  /**
   * @param target its topic is an ARN.
   * @throws WeirError for a definition that can never work.
   */
  static async at(
    target: AwsTarget & { readonly topic: string },
    dependencies: AwsDependencies,
  ): Promise<SnsTopic> {
    const region = target.region ?? /^arn:[^:]*:sns:([^:]+):/.exec(target.topic)?.[1];
    let sdk: typeof Sdk | undefined;
    const client = await awsClient(
      { ...target, region },
      dependencies,
      '@aws-sdk/client-sns',
      () => import('@aws-sdk/client-sns'),
      (loaded, settings) => new (sdk = loaded).SNSClient(settings),
    );
    return new SnsTopic(client, sdk!, target.topic);
  }

  /** Sends at most `SNS_BATCH` entries, of at most `SNS_BATCH_BYTES` in total. @returns the rejected entries. */
  async send(entries: readonly EntryToSend[], abortSignal: AbortSignal): Promise<EntryFailure[]> {
    const isFifo = this.topic.endsWith('.fifo');
    const PublishBatchRequestEntries = entries.map(({ key, once, bytes }, i) => ({
      Id: String(i),
      Message: bytes.toString(),
      MessageAttributes: { resultId: { DataType: 'String', StringValue: key } },
      ...(isFifo ? { MessageGroupId: key, MessageDeduplicationId: once } : {}),
    }));
    const command = new this.sdk.PublishBatchCommand({ TopicArn: this.topic, PublishBatchRequestEntries });
    const { Successful, Failed } = await this.client.send(command, { abortSignal });
    return failuresOfEntries(entries.length, Successful, Failed);
  }

  close(): void {
    this.client.destroy();
  }
}
