/** The snapshots of a graph in S3. Loaded by path in each thread that needs them. */
import type { GraphSnapshots, SnapshotStore } from '@weir/cluster';
import type { ValueMap } from '@weir/model';
import { type Environment, OPEN_RULES, OutgoingPolicy, WeirError } from '@weir/platform';
import { awsReason, isAwsRefusal, mayPass } from '../connection/aws-problem.js';
import { s3Client, type S3Access } from '../connection/s3-client.js';
import type { S3Location } from './s3-location.js';
import { S3Snapshots } from './s3-snapshots.js';

/** Attempts of the client itself for each request. */
const TRIES = 3;

export function graphSnapshots(options: ValueMap): GraphSnapshots {
  return new S3GraphSnapshots(options as unknown as S3Location);
}

/** Loads the client on first use: a process that takes the graph over needs none for a while. */
class S3GraphSnapshots implements GraphSnapshots {
  private access: Promise<S3Access> | undefined;

  constructor(private readonly location: S3Location) {}

  async check(): Promise<void> {
    const { client, sdk } = await this.connect();
    const { bucket } = this.location;
    try {
      await client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: this.folderOf('meta'), MaxKeys: 1 }),
      );
    } catch (cause) {
      const reason = `Cannot list the snapshots of the graph in the S3 bucket '${bucket}': ${awsReason(cause)}`;
      if (mayPass(cause) && !isAwsRefusal(cause)) throw new Error(reason, { cause });
      const advice = 'Check store.snapshots, store.s3 and the permissions of these credentials.';
      throw new WeirError('config.invalid', `${reason}. ${advice}`, { cause });
    }
  }

  of(partition: string, { random, scheduler }: Environment): SnapshotStore {
    const { bucket } = this.location;
    return new S3Snapshots({
      connect: () => this.connect(),
      bucket,
      folder: this.folderOf(partition),
      random,
      scheduler,
    });
  }

  close(): void {
    // A client that could not be created was reported where it was needed.
    this.access?.then(({ client }) => client.destroy()).catch(() => undefined);
  }

  /** @throws WeirError `config.invalid` if the client is not installed, or the address or the region is invalid. */
  private connect(): Promise<S3Access> {
    // The operator chose the address.
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    this.access ??= s3Client(this.location, { outgoing, code: 'config.invalid', tries: TRIES });
    return this.access;
  }

  private folderOf(partition: string): string {
    const { prefix, graph } = this.location;
    return `${prefix === '' ? '' : `${prefix}/`}${graph}/${partition}/`;
  }
}
