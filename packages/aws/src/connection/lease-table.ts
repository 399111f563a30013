/**
 * The leases of shards, in a DynamoDB table. Every change of a lease is conditional on the counter last seen, so of two
 * concurrent changes one is rejected. It has the columns of Amazon's Kinesis Client Library.
 */
import type * as Sdk from '@aws-sdk/client-dynamodb';
import type { AwsTarget } from '../definition/aws-target.js';
import { awsClient, type AwsDependencies } from './aws-access.js';
import { awsErrorIs } from './aws-problem.js';

export interface Lease {
  readonly shard: string;
  readonly owner: string | undefined;
  /** Incremented by each renewal and each new owner. */
  readonly counter: number;
  /** The last completed sequence number, or one of the library's keywords. */
  readonly checkpoint: string;
  /** Creation time: the position of `LATEST`. */
  readonly madeMillis: number;
  readonly parents: readonly string[];
}

export const SHARD_END = 'SHARD_END';

/** Absent: the table is billed by request. */
export interface TableCapacity {
  readonly read: number;
  readonly write: number;
}

export class LeaseTable {
  private constructor(
    private readonly client: Sdk.DynamoDBClient,
    private readonly sdk: typeof Sdk,
    readonly tableName: string,
    private readonly capacity: TableCapacity | undefined,
  ) {}

  /** @throws WeirError for a definition that can never work. */
  static async at(
    target: AwsTarget,
    tableName: string,
    capacity: TableCapacity | undefined,
    dependencies: AwsDependencies,
  ): Promise<LeaseTable> {
    let sdk: typeof Sdk | undefined;
    const client = await awsClient(
      target,
      dependencies,
      '@aws-sdk/client-dynamodb',
      () => import('@aws-sdk/client-dynamodb'),
      (loaded, settings) => new (sdk = loaded).DynamoDBClient(settings),
    );
    return new LeaseTable(client, sdk!, tableName, capacity);
  }

  /** Creates the table if it does not exist. @returns whether it can be used already. */
  async isReady(abortSignal: AbortSignal): Promise<boolean> {
    const { sdk, client, tableName: TableName } = this;
    try {
      const { Table } = await client.send(new sdk.DescribeTableCommand({ TableName }), { abortSignal });
      return Table?.TableStatus === 'ACTIVE' || Table?.TableStatus === 'UPDATING';
    } catch (error) {
      if (!awsErrorIs(error, 'ResourceNotFoundException')) throw error;
    }
    const paid =
      this.capacity === undefined
        ? ({ BillingMode: 'PAY_PER_REQUEST' } as const)
        : ({
            BillingMode: 'PROVISIONED',
            ProvisionedThroughput: {
              ReadCapacityUnits: this.capacity.read,
              WriteCapacityUnits: this.capacity.write,
            },
          } as const);
    const command = new sdk.CreateTableCommand({
      TableName,
      ...paid,
      AttributeDefinitions: [{ AttributeName: 'leaseKey', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'leaseKey', KeyType: 'HASH' }],
    });
    try {
      await client.send(command, { abortSignal });
    } catch (error) {
      if (!awsErrorIs(error, 'ResourceInUseException')) throw error;
    }
    return false;
  }

  async leases(abortSignal: AbortSignal): Promise<Lease[]> {
    const leases: Lease[] = [];
    let ExclusiveStartKey: Sdk.ScanCommandInput['ExclusiveStartKey'];
    do {
      const page: Sdk.ScanCommandOutput = await this.client.send(
        new this.sdk.ScanCommand({ TableName: this.tableName, ConsistentRead: true, ExclusiveStartKey }),
        { abortSignal },
      );
      for (const item of page.Items ?? []) leases.push(leaseOf(item));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return leases;
  }

  /** Does nothing if another process has created the lease. */
  async create({ shard, checkpoint, madeMillis, parents }: Lease, abortSignal: AbortSignal): Promise<void> {
    const command = new this.sdk.PutItemCommand({
      TableName: this.tableName,
      Item: {
        leaseKey: { S: shard },
        leaseCounter: { N: '0' },
        checkpoint: { S: checkpoint },
        checkpointSubSequenceNumber: { N: '0' },
        ownerSwitchesSinceCheckpoint: { N: '0' },
        madeMillis: { N: String(madeMillis) },
        ...(parents.length === 0 ? {} : { parentShardId: { SS: [...parents] } }),
      },
      ConditionExpression: 'attribute_not_exists(leaseKey)',
    });
    await this.unlessRefused(() => this.client.send(command, { abortSignal }));
  }

  /** @returns `undefined` if another process was faster, or the owner is alive. */
  take(lease: Lease, owner: string, abortSignal: AbortSignal): Promise<Lease | undefined> {
    return this.change(
      lease,
      'SET leaseOwner = :me, leaseCounter = :next ADD ownerSwitchesSinceCheckpoint :one',
      'leaseCounter = :seen',
      { ':me': { S: owner }, ':next': { N: String(lease.counter + 1) }, ':one': { N: '1' } },
      abortSignal,
    );
  }

  /** Renews the lease of its owner. @returns `undefined` if another process owns it. */
  renew(lease: Lease, abortSignal: AbortSignal): Promise<Lease | undefined> {
    return this.change(
      lease,
      'SET leaseCounter = :next',
      'leaseOwner = :me AND leaseCounter = :seen',
      { ':me': { S: lease.owner! }, ':next': { N: String(lease.counter + 1) } },
      abortSignal,
    );
  }

  /** Stores that everything up to this is complete. @returns `undefined` if another process owns the lease. */
  checkpoint(lease: Lease, checkpoint: string, abortSignal: AbortSignal): Promise<Lease | undefined> {
    return this.change(
      lease,
      'SET checkpoint = :done, leaseCounter = :next, ownerSwitchesSinceCheckpoint = :none',
      'leaseOwner = :me AND leaseCounter = :seen',
      {
        ':me': { S: lease.owner! },
        ':next': { N: String(lease.counter + 1) },
        ':done': { S: checkpoint },
        ':none': { N: '0' },
      },
      abortSignal,
    );
  }

  /** Releases the lease for other processes immediately. */
  async release(lease: Lease, abortSignal: AbortSignal): Promise<void> {
    await this.change(
      lease,
      'SET leaseCounter = :next REMOVE leaseOwner',
      'leaseOwner = :me AND leaseCounter = :seen',
      { ':me': { S: lease.owner! }, ':next': { N: String(lease.counter + 1) } },
      abortSignal,
    );
  }

  /** Removes the lease of a shard that the stream no longer has. */
  async remove(lease: Lease, abortSignal: AbortSignal): Promise<void> {
    const command = new this.sdk.DeleteItemCommand({
      TableName: this.tableName,
      Key: { leaseKey: { S: lease.shard } },
      ConditionExpression: 'leaseCounter = :seen',
      ExpressionAttributeValues: { ':seen': { N: String(lease.counter) } },
    });
    await this.unlessRefused(() => this.client.send(command, { abortSignal }));
  }

  close(): void {
    this.client.destroy();
  }

  private async change(
    lease: Lease,
    UpdateExpression: string,
    ConditionExpression: string,
    values: Record<string, Sdk.AttributeValue>,
    abortSignal: AbortSignal,
  ): Promise<Lease | undefined> {
    const command = new this.sdk.UpdateItemCommand({
      TableName: this.tableName,
      Key: { leaseKey: { S: lease.shard } },
      UpdateExpression,
      ConditionExpression,
      ExpressionAttributeValues: { ...values, ':seen': { N: String(lease.counter) } },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await this.unlessRefused(() => this.client.send(command, { abortSignal }));
    return answer?.Attributes === undefined ? undefined : leaseOf(answer.Attributes);
  }

  private async unlessRefused<T>(attempt: () => Promise<T>): Promise<T | undefined> {
    try {
      return await attempt();
    } catch (error) {
      if (awsErrorIs(error, 'ConditionalCheckFailedException')) return undefined;
      throw error;
    }
  }
}

function leaseOf(item: Record<string, Sdk.AttributeValue>): Lease {
  return {
    shard: item['leaseKey']?.S ?? '',
    owner: item['leaseOwner']?.S,
    counter: Number(item['leaseCounter']?.N ?? 0),
    checkpoint: item['checkpoint']?.S ?? 'TRIM_HORIZON',
    madeMillis: Number(item['madeMillis']?.N ?? 0),
    parents: item['parentShardId']?.SS ?? [],
  };
}
