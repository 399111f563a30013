/**
 * Gateways that share a graph in a log and store its snapshots in S3, served by Moto: the log is cut, a process with an
 * empty disk starts from the snapshots, and a wrong bucket ends a process at its start.
 */
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { answered, SharedGraph } from './shared-graph.js';

const BUCKET = 'weir-graphs';
const GRAPH = 'in-s3';
/** Enough for a second snapshot of each shard: then the log is cut. */
const SNAPSHOTS = 8;

const moto = await motoHere();
const nats = await natsHere();

describeWith('Snapshots of a shared graph in S3', 'missing' in nats ? nats : moto, found => {
  let server: MotoServer;
  let directory: NatsServer;
  let client: S3Client;
  let graph: SharedGraph;

  beforeAll(async () => {
    if ('missing' in nats) throw new Error(nats.missing);
    [server, directory] = await Promise.all([MotoServer.start(found), NatsServer.start(nats)]);
    const { endpoint } = server;
    client = new S3Client({
      endpoint,
      region: AWS_REGION,
      credentials: { ...AWS_USER },
      forcePathStyle: true,
    });
    const CreateBucketConfiguration = { LocationConstraint: AWS_REGION } as const;
    await client.send(new CreateBucketCommand({ Bucket: BUCKET, CreateBucketConfiguration }));
    graph = await SharedGraph.make(
      GRAPH,
      { nats: directory.address },
      {
        'log-level': 'debug',
        'store.snapshot-interval': '1k',
        'store.snapshots': `s3://${BUCKET}/weir/`,
        'store.s3.endpoint': endpoint,
        'store.s3.region': AWS_REGION,
        'store.s3.access-key-id': AWS_USER.accessKeyId,
        'store.s3.secret-access-key': AWS_USER.secretAccessKey,
      },
    );
  }, 120_000);
  afterAll(async () => {
    await graph.close();
    client.destroy();
    await Promise.all([server.stop(), directory.stop()]);
  });

  /** @returns the names of the streams, and the number of rows that were removed from the log. */
  async function streams(): Promise<{ readonly names: readonly string[]; readonly removed: number }> {
    const connection = await connect({ servers: directory.address });
    try {
      const manager = await jetstreamManager(connection);
      const names: string[] = [];
      for await (const name of manager.streams.names()) names.push(name);
      const { state } = await manager.streams.info(`WEIR_LOG_${GRAPH}`);
      return { names, removed: state.last_seq - state.messages };
    } finally {
      await connection.close();
    }
  }

  test('cut the log, and a process with an empty disk starts from them', async () => {
    const owner = await graph.start('one');
    const stored = (): number =>
      owner.status.seen.filter(line => line.includes('a snapshot of the graph was stored')).length;
    await until(
      async () => {
        await graph.writeByHand(owner);
        return stored() > SNAPSHOTS;
      },
      isEnough => isEnough,
    );
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    expect(Contents.map(({ Key }) => Key)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^weir\/in-s3\/shard-\d\/\d+-\d+-[\w-]+$/)]),
    );
    const { names } = await until(streams, ({ removed }) => removed > 0);
    expect(names).not.toContain(`WEIR_SNAPSHOTS_${GRAPH}`);

    const spare = await graph.start('two');
    await spare.status.matching(/reading a snapshot of the graph/);
    await spare.status.matching(/the copy of the graph is up to date/);
    graph.running.delete('one');
    await owner.kill();
    await until(() => graph.writeByHand(spare));
    const list = graph.acknowledged.join();
    const rows = await answered(() =>
      spare.rows(
        `UNWIND [${list}] AS k MATCH (h) WHERE id(h) = idFrom('hand', k) RETURN count(CASE WHEN h.k = k THEN 1 END)`,
      ),
    );
    expect(rows).toEqual([[graph.acknowledged.length]]);
    expect([...owner.status.seen, ...spare.status.seen].join('\n')).not.toContain(AWS_USER.secretAccessKey);
  }, 180_000);

  test('in a bucket that does not exist end a process at its start', async () => {
    const gateway = await graph.spawn('three', { 'store.snapshots': 's3://weir-elsewhere' });
    expect(await gateway.exit).toBe(1);
    const seen = gateway.status.seen.join('\n');
    expect(seen).toContain(
      "Cannot list the snapshots of the graph in the S3 bucket 'weir-elsewhere': NoSuchBucket",
    );
    expect(seen).not.toContain(AWS_USER.secretAccessKey);
  }, 60_000);
});
