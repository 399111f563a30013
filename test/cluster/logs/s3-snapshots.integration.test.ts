/** Snapshots of a graph in S3, served by Moto: the contract, long objects, broken connections, wrong settings. */
import { randomUUID } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { s3SnapshotsReference } from '@weir/aws/snapshots';
import type { GraphSnapshots, SnapshotStore } from '@weir/cluster';
import { describeSnapshotStore } from '@weir/cluster/conformance';
import { checkSnapshots, systemEnvironment } from '@weir/runtime';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { CuttableProxy } from '../../support/cuttable-proxy.js';

const environment = systemEnvironment();
const BUCKET = 'weir-snapshots';

describeWith('snapshots in S3', await motoHere(), found => {
  let server: MotoServer;
  let client: S3Client;
  let graph: GraphSnapshots;
  let opened: GraphSnapshots[] = [];

  async function open(endpoint: string): Promise<GraphSnapshots> {
    const { module, options } = referenceOf({ endpoint });
    const { graphSnapshots } = (await import(module)) as {
      graphSnapshots: (options: unknown) => GraphSnapshots;
    };
    opened.push(graphSnapshots(options));
    return opened.at(-1)!;
  }

  function referenceOf(more: Partial<Parameters<typeof s3SnapshotsReference>[0]> = {}) {
    return s3SnapshotsReference({
      bucket: BUCKET,
      prefix: 'some/where',
      graph: 'weir',
      endpoint: server.endpoint,
      region: AWS_REGION,
      credentials: { ...AWS_USER },
      ...more,
    });
  }

  function fresh(): SnapshotStore {
    return graph.of(randomUUID(), environment);
  }

  beforeAll(async () => {
    server = await MotoServer.start(found);
    const { endpoint } = server;
    client = new S3Client({
      endpoint,
      region: AWS_REGION,
      credentials: { ...AWS_USER },
      forcePathStyle: true,
    });
    await client.send(new CreateBucketCommand({ Bucket: BUCKET, CreateBucketConfiguration: REGION }));
    graph = await open(endpoint);
  });
  afterAll(async () => {
    for (const each of opened) each.close();
    client.destroy();
    await server.stop();
    opened = [];
  });

  describeSnapshotStore('in S3', partition => graph.of(partition, environment));

  test('reads an object of several parts, and resumes after its connection broke', async () => {
    const proxy = await CuttableProxy.before(Number(new URL(server.endpoint).port));
    const store = (await open(`http://${proxy.address}`)).of('long', environment);
    const content = Buffer.alloc(30_000_000);
    for (let at = 0; at < content.length; at += 4) content.writeUInt32LE(at, at);
    const snapshot = await store.write({ sequence: 1, offset: 0 }, inChunks(content, 100_000));
    const read: Uint8Array[] = [];
    let length = 0;
    let cuts = 0;
    for await (const chunk of store.read(snapshot)) {
      read.push(chunk);
      length += chunk.length;
      if (length < (cuts + 1) * 8_000_000) continue;
      cuts++;
      proxy.cut();
      proxy.heal();
    }
    expect(cuts).toBe(3);
    expect(Buffer.concat(read).equals(content)).toBe(true);
    await proxy.close();
  }, 60_000);

  test('rejects an object that is shorter than the snapshot', async () => {
    const store = fresh();
    const snapshot = await store.write({ sequence: 1, offset: 0 }, inChunks(Buffer.alloc(1_000), 1_000));
    const reading = async (): Promise<void> => {
      for await (const _ of store.read({ ...snapshot, bytes: 1_001 }));
    };
    await expect(reading()).rejects.toThrow('The snapshot has 1000 bytes instead of 1001');
  });

  test('lists more snapshots than a page has, and ignores other objects', async () => {
    const folder = randomUUID();
    const put = (name: string): Promise<unknown> =>
      client.send(
        new PutObjectCommand({ Bucket: BUCKET, Key: `some/where/weir/${folder}/${name}`, Body: 'x' }),
      );
    await put('notes.txt');
    const sequences = Array.from({ length: 1_005 }, (_, i) => i + 1);
    for (let i = 0; i < sequences.length; i += 50)
      await Promise.all(sequences.slice(i, i + 50).map(each => put(`${each}-${each * 10}-id`)));
    const listed = await graph.of(folder, environment).list();
    expect(listed.map(({ sequence }) => sequence)).toEqual(sequences);
    expect(listed[41]).toEqual({ sequence: 42, offset: 420, bytes: 1, id: 'id' });
  }, 60_000);

  test('aborts the upload of a writer that was killed, and of no other', async () => {
    const folder = randomUUID();
    const keys = [1, 2].map(each => `some/where/weir/${folder}/${each}-0-id`);
    for (const Key of keys) await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }));
    await graph.of(folder, environment).removeBefore(2);
    const uploads = async () =>
      (
        await client.send(
          new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: `some/where/weir/${folder}/` }),
        )
      ).Uploads ?? [];
    const left = await uploads();
    expect(left.map(({ Key }) => Key)).toEqual([keys[1]]);
    const { Key, UploadId } = left[0]!;
    await client.send(new AbortMultipartUploadCommand({ Bucket: BUCKET, Key, UploadId }));
  });

  test('leaves no upload when the content fails', async () => {
    const folder = randomUUID();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(9 << 20);
      throw new Error('killed');
    }
    const writing = graph.of(folder, environment).write({ sequence: 1, offset: 0 }, broken());
    await expect(writing).rejects.toThrow('killed');
    const Prefix = `some/where/weir/${folder}/`;
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix }));
    expect(Uploads ?? []).toEqual([]);
  });

  test('a bucket that exists is accepted, another one is refused', async () => {
    await checkSnapshots({ snapshots: referenceOf() }, environment);
    await expect(
      checkSnapshots({ snapshots: referenceOf({ bucket: 'weir-elsewhere' }) }, environment),
    ).rejects.toMatchObject({ code: 'config.invalid', message: expect.stringContaining('weir-elsewhere') });
  });

  test('a server that does not answer is a warning', async () => {
    const warnings: string[] = [];
    const logger = {
      ...environment.logger,
      log: (level: string, text: string) => warnings.push(`${level} ${text}`),
    };
    const snapshots = referenceOf({ endpoint: 'http://127.0.0.1:1' });
    await checkSnapshots({ snapshots }, { ...environment, logger });
    expect(warnings).toEqual(['warn the store of snapshots does not answer']);
  });
});

const REGION = { LocationConstraint: AWS_REGION } as const;

async function* inChunks(content: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
}
