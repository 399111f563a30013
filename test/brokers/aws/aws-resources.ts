/** Queues, streams, objects and topics of a test AWS. */
import {
  CreateStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
  ListShardsCommand,
  MergeShardsCommand,
  PutRecordsCommand,
  SplitShardCommand,
} from '@aws-sdk/client-kinesis';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { AWS_REGION, AWS_USER, type MotoServer } from '../../services/moto-server.js';

export class AwsResources {
  private readonly sqs: SQSClient;
  private readonly sns: SNSClient;
  private readonly s3: S3Client;
  private readonly kinesis: KinesisClient;

  constructor({ endpoint }: MotoServer) {
    const settings = { endpoint, region: AWS_REGION, credentials: { ...AWS_USER }, maxAttempts: 10 };
    this.sqs = new SQSClient(settings);
    this.sns = new SNSClient(settings);
    // The default handler uses HTTP/2, which Moto does not support.
    this.kinesis = new KinesisClient({ ...settings, requestHandler: new NodeHttpHandler() });
    this.s3 = new S3Client({ ...settings, forcePathStyle: true });
  }

  /** @returns the queue's address. */
  async queue(name: string, Attributes: Record<string, string> = {}): Promise<string> {
    const { QueueUrl } = await this.sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }));
    return QueueUrl!;
  }

  async sendAll(QueueUrl: string, bodies: readonly string[]): Promise<void> {
    for (let i = 0; i < bodies.length; i += 10) {
      const Entries = bodies.slice(i, i + 10).map((MessageBody, at) => ({ Id: String(at), MessageBody }));
      await this.sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    }
  }

  /** Returns the number of messages that can be received, and of those already received. */
  async queueState(QueueUrl: string): Promise<[visible: number, hidden: number]> {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const { Attributes: found } = await this.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
    );
    return [Number(found?.[AttributeNames[0]]), Number(found?.[AttributeNames[1]])];
  }

  /** Receives and deletes messages until none arrive for a moment. */
  async receiveAll(QueueUrl: string): Promise<{ body: string; key: string | undefined }[]> {
    const all: { body: string; key: string | undefined }[] = [];
    for (;;) {
      const command = {
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: 1,
        MessageAttributeNames: ['All'],
      };
      const { Messages = [] } = await this.sqs.send(new ReceiveMessageCommand(command));
      if (Messages.length === 0) return all;
      for (const { Body, MessageAttributes } of Messages)
        all.push({ body: Body!, key: MessageAttributes?.['resultId']?.StringValue });
      const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
      await this.sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    }
  }

  /** @returns the topic's ARN. Published messages are delivered to the queue unwrapped. */
  async topic(name: string, queueName: string): Promise<string> {
    const { TopicArn } = await this.sns.send(new CreateTopicCommand({ Name: name }));
    const Endpoint = `arn:aws:sqs:${AWS_REGION}:123456789012:${queueName}`;
    const Attributes = { RawMessageDelivery: 'true' };
    await this.sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint, Attributes }));
    return TopicArn!;
  }

  async object(Bucket: string, Key: string, Body: string | Buffer, ContentEncoding?: string): Promise<void> {
    const LocationConstraint = AWS_REGION;
    await this.s3
      .send(new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint } }))
      .catch((error: Error) => {
        if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
      });
    await this.s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentEncoding }));
  }

  async stream(StreamName: string, ShardCount = 1): Promise<void> {
    await this.kinesis.send(new CreateStreamCommand({ StreamName, ShardCount }));
  }

  async shards(StreamName: string) {
    const { Shards = [] } = await this.kinesis.send(new ListShardsCommand({ StreamName }));
    return Shards;
  }

  /** Splits the shard in the middle. */
  async split(StreamName: string, ShardToSplit: string): Promise<void> {
    const shard = (await this.shards(StreamName)).find(({ ShardId }) => ShardId === ShardToSplit)!;
    const { StartingHashKey, EndingHashKey } = shard.HashKeyRange!;
    const NewStartingHashKey = String((BigInt(StartingHashKey!) + BigInt(EndingHashKey!)) / 2n);
    await this.kinesis.send(new SplitShardCommand({ StreamName, ShardToSplit, NewStartingHashKey }));
  }

  async merge(StreamName: string, ShardToMerge: string, AdjacentShardToMerge: string): Promise<void> {
    await this.kinesis.send(new MergeShardsCommand({ StreamName, ShardToMerge, AdjacentShardToMerge }));
  }

  async put(StreamName: string, texts: readonly string[], key = (text: string) => text): Promise<void> {
    for (let i = 0; i < texts.length; i += 500) {
      const Records = texts
        .slice(i, i + 500)
        .map(text => ({ Data: Buffer.from(text), PartitionKey: key(text) }));
      await this.kinesis.send(new PutRecordsCommand({ StreamName, Records }));
    }
  }

  /** Reads all records of all shards. */
  async read(StreamName: string): Promise<{ key: string; text: string }[]> {
    const all: { key: string; text: string }[] = [];
    for (const { ShardId } of await this.shards(StreamName)) {
      const place = { StreamName, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
      let { ShardIterator: next } = await this.kinesis.send(new GetShardIteratorCommand(place));
      while (next !== undefined) {
        const { Records = [], NextShardIterator } = await this.kinesis.send(
          new GetRecordsCommand({ ShardIterator: next }),
        );
        for (const { PartitionKey, Data } of Records)
          all.push({ key: PartitionKey!, text: Buffer.from(Data!).toString() });
        if (Records.length === 0) break;
        next = NextShardIterator;
      }
    }
    return all;
  }

  close(): void {
    for (const client of [this.sqs, this.sns, this.s3, this.kinesis]) client.destroy();
  }
}
