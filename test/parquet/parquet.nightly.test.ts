/** Parquet files written by PyArrow: all types and compressions, restarts, and damaged files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ValueMap } from '@weir/model';
import { SeededRandom, WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { examplesBelow } from '../brokers/guide-examples.js';
import { AwsResources } from '../brokers/aws/aws-resources.js';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../services/moto-server.js';
import { pyarrowHere, writeParquet } from '../services/pyarrow.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { parquetSource, takeRows } from './parquet-source.js';

const ROWS = 40;
const MANY_ROWS = 6_000;
const { seed: SEED, cases: DAMAGED } = randomTest('damaged Parquet');
const moto = await motoHere();

describeWith('Parquet', await pyarrowHere(), found => {
  let folder: string;
  const file = (name: string): object => ({ type: 'FileIngest', path: join(folder, name) });
  const rowsOf = async (name: string) => (await takeRows(await parquetSource(file(name)))).rows;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-parquet-'));
    await writeParquet(found, folder, ROWS);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('reads rows of all types, the same in every compression', async () => {
    const rows = (await rowsOf('none-1.0.parquet')) as ValueMap[];
    expect(rows).toHaveLength(ROWS);
    expect(rows.map(row => row['id'])).toEqual(Array.from({ length: ROWS }, (_, i) => i));
    expect(rows[3]).toMatchObject({
      big: 9223372036854775804n,
      u64: 2 ** 64,
      u32: 4294967292,
      text: null,
      dec: 3.15,
      dec0: 100000000000000003n,
      half: 0.375,
      list: [3, null, 4],
      ll: [['a3'], [], null],
      st: null,
      ls: [{ x: 3, y: null }, null],
      bin: Uint8Array.of(3, 0, 255),
    });
    // Keys that objects inherit, for columns, structs and maps.
    const { ['__proto__']: column, map, keys } = rows[1]!;
    expect(JSON.stringify([column, map, keys])).toBe(
      '[1,{"k":1,"__proto__":1},{"__proto__":1,"constructor":{"__proto__":"1"}}]',
    );
    const texts = ['date', 'tms', 'tus', 'tns', 'time'].map(name => String(rows[2]![name]));
    expect(texts).toEqual([
      '2024-01-03',
      '2023-11-14T22:13:20.125',
      '2023-11-14T22:13:20.123458Z',
      '2023-11-14T22:13:20.123456791Z',
      '00:00:00.002',
    ]);
    const names = (await readdir(folder)).filter(name => name !== 'int96.parquet');
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) expect(await rowsOf(name)).toEqual(rows);
    const old = (await rowsOf('int96.parquet')) as ValueMap[];
    expect(String(old[2]!['tus'])).toBe('2023-11-14T22:13:20.123458Z');
  });

  test('resumes after any row', async () => {
    const all = await rowsOf('snappy-2.0.parquet');
    for (const count of [1, 12, 13, 14, ROWS - 1, ROWS]) {
      const open = () => parquetSource(file('snappy-2.0.parquet'));
      const { rows, after } = await takeRows(await open(), count);
      expect(rows).toEqual(all.slice(0, count));
      expect((await takeRows(await open(), Infinity, after)).rows).toEqual(all.slice(count));
    }
    const part = await parquetSource({ ...file('snappy-2.0.parquet'), startAtOffset: 15, ingestLimit: 3 });
    expect((await takeRows(part)).rows).toEqual(all.slice(15, 18));
  });

  test('rejects a row group that is too large, and a file that is compressed as a whole', async () => {
    const small = await parquetSource({ ...file('zstd-1.0.parquet'), maximumLineSize: 1000 });
    await expect(takeRows(small)).rejects.toMatchObject({ code: 'ingest.record-too-long' });
    const packed = parquetSource(file('none-1.0.parquet'), { recordDecoders: ['GZIP'] });
    await expect(packed).rejects.toMatchObject({ code: 'ingest.invalid' });
    await expect(parquetSource({ type: 'StandardInputIngest' })).rejects.toMatchObject({
      code: 'ingest.invalid',
    });
  });

  test(`${DAMAGED} damaged files end with rows or an error, seed ${SEED}`, async () => {
    const random = new SeededRandom(SEED);
    const names = await readdir(folder);
    const below = (end: number): number => Math.floor(random.next() * end);
    for (let i = 0; i < DAMAGED; i++) {
      let bytes = await readFile(join(folder, names[below(names.length)]!));
      const footer = bytes.readUInt32LE(bytes.length - 8);
      const kind = random.next();
      if (kind < 0.1) bytes = bytes.subarray(0, below(bytes.length));
      const range = kind < 0.5 ? Math.min(bytes.length, footer + 8) : bytes.length;
      for (let left = 1 + below(4); left > 0 && range > 0; left--)
        bytes[bytes.length - 1 - below(range)] = random.next() < 0.3 ? 255 : below(256);
      const path = join(folder, '..', `weir-damaged-${SEED}-${process.pid}.parquet`);
      await writeFile(path, bytes);
      const error: unknown = await takeRows(await parquetSource({ type: 'FileIngest', path })).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      await rm(path);
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(WeirError);
      expect((error as WeirError).code).toMatch(/^ingest\.(invalid|record-too-long)$/);
    }
  });

  test('the stream of the guide resumes after a kill', async () => {
    const home = await mkdtemp(join(tmpdir(), 'weir-parquet-kill-'));
    await writeParquet(found, home, MANY_ROWS);
    const [example] = await examplesBelow('docs/guides/ingest/formats.md', '## Parquet');
    const definition = JSON.parse(example!) as { name: string; source: { path: string } };
    const path = join(home, 'snappy-1.0.parquet');
    let gateway = await GatewayProcess.startIn(home);
    try {
      const ingests = '/api/v2/graph/quine/ingests';
      const body = JSON.stringify({
        ...definition,
        source: { ...definition.source, path },
        maxPerSecond: 1500,
      });
      const headers = { 'content-type': 'application/json' };
      const made = await gateway.fetch(ingests, { method: 'POST', headers, body });
      expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
      const count = async (): Promise<unknown> =>
        (await gateway.rows('MATCH (n) WHERE n.big IS NOT NULL RETURN count(n), sum(n.row)'))[0];
      await until(async () => Number(((await count()) as unknown[])[0]) > MANY_ROWS / 4);
      await gateway.kill();
      gateway = await GatewayProcess.startIn(home);
      const status = async (): Promise<unknown> => {
        const answer = await gateway.fetch(`${ingests}/${definition.name}`);
        return ((await answer.json()) as { status: string }).status;
      };
      await until(async () => (await status()) === 'COMPLETED');
      expect(await count()).toEqual([MANY_ROWS, (MANY_ROWS * (MANY_ROWS - 1)) / 2]);
    } finally {
      await gateway.stop();
      await rm(home, { recursive: true, force: true });
    }
  });

  test('the reading process ends with the process that it reads for', async () => {
    const module = new URL('./parquet-source.js', import.meta.url).href;
    const path = join(folder, 'none-1.0.parquet');
    const program = `import { parquetSource } from '${module}';
      const source = await parquetSource(${JSON.stringify({ type: 'FileIngest', path })});
      await source.open();
      await source.next(1);
      const { pid } = process._getActiveHandles().find(handle => handle.spawnfile !== undefined);
      process.stdout.write(String(pid));
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
    const isThere = (): boolean => existsSync(`/proc/${pid.toString()}`);
    expect(isThere()).toBe(true);
    parent.kill('SIGKILL');
    await until(() => Promise.resolve(!isThere()));
  });

  describeWith('in S3', moto, installed => {
    test('returns the same rows', async () => {
      const server = await MotoServer.start(installed);
      const places = new AwsResources(server);
      try {
        await places.object('bucket', 'rows', await readFile(join(folder, 'gzip-2.0.parquet')));
        const place = { type: 'S3Ingest', bucket: 'bucket', key: 'rows', endpoint: server.endpoint };
        const open = () => parquetSource({ ...place, region: AWS_REGION, credentials: AWS_USER });
        const all = await rowsOf('gzip-2.0.parquet');
        const { rows, after } = await takeRows(await open(), 14);
        const rest = await takeRows(await open(), Infinity, after);
        expect([...rows, ...rest.rows]).toEqual(all);
      } finally {
        places.close();
        await server.stop();
      }
    });
  });
});
