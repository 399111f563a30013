/** Invalid records: skipped and counted, or ending their stream, and nothing else. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../support/until.js';
import type { IngestInfo } from '../support/v1-client.js';
import { LivingService } from './living-service.js';

const MEGABYTE = 1024 * 1024;

let service: LivingService;
beforeAll(async () => {
  service = await LivingService.start('--data', 'data');
});
afterEach(() => service.checkAlive());
afterAll(() => service.stopAndJudge('--data', 'data'));

async function ingest(name: string, more: object): Promise<IngestInfo> {
  const query = `MATCH (n) WHERE id(n) = idFrom('${name}', $that.id) SET n = $that, n:Record`;
  const format = { type: 'CypherJson', query };
  await service.api.createIngest(name, { type: 'FileIngest', path: `${name}.jsonl`, format, ...more });
  return until(
    () => service.api.ingest(name),
    info => info.status !== 'Running',
  );
}

async function rowsOf(name: string, id: number, returned: string): Promise<unknown[][]> {
  return service.api.cypher(`MATCH (n:Record) WHERE id(n) = idFrom('${name}', ${id}) RETURN ${returned}`);
}

test('skips and counts invalid UTF-8', async () => {
  const good = Buffer.from('{"id":1,"text":"ü"}\n');
  const bad = Buffer.concat([
    Buffer.from('{"id":2,"text":"'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}\n'),
  ]);
  await service.file('utf8.jsonl', Buffer.concat([good, bad, Buffer.from('{"id":3,"text":"€"}\n')]));
  expect(await ingest('utf8', {})).toMatchObject({
    status: 'Completed',
    stats: { ingestedCount: 3, rejectedCount: 1 },
  });
  expect(await rowsOf('utf8', 1, 'n.text')).toEqual([['ü']]);
  expect(await rowsOf('utf8', 2, 'n.text')).toEqual([]);
  expect(await rowsOf('utf8', 3, 'n.text')).toEqual([['€']]);
});

test('reads an integer beyond 64 bits as a float, one within exactly', async () => {
  await service.file(
    'big.jsonl',
    '{"id":1,"n":9223372036854775808}\n{"id":2,"n":9223372036854775807}\n{"id":3,"n":1e400}\n',
  );
  const { status, stats } = await ingest('big', {});
  expect([status, stats.ingestedCount]).toEqual(['Completed', 3]);
  expect(await rowsOf('big', 1, 'toString(n.n)')).toEqual([['9.223372036854776E18']]);
  expect(await rowsOf('big', 2, 'toString(n.n)')).toEqual([['9223372036854775807']]);
});

test('a record without the value for its id writes nothing and has no side effects', async () => {
  await service.file('noid.jsonl', '{"other":1}\n{"id":2}\n[]\n"text"\nnull\n');
  const { status, stats } = await ingest('noid', {});
  expect(stats.readCount).toBe(5);
  expect(['Completed', 'Failed']).toContain(status);
});

test('a line longer than allowed ends its stream, and earlier records stay', async () => {
  await service.file('long.jsonl', `{"id":1}\n{"id":2,"text":"${'x'.repeat(5000)}"}\n{"id":3}\n`);
  const info = await ingest('long', { maximumLineSize: 1000 });
  expect(info.status).toBe('Failed');
  expect(info.message).toMatch(/^ingest\.record-too-long: .*byte 9 .*maximumLineSize/);
  expect(await rowsOf('long', 1, 'n.id')).toEqual([[1]]);
  expect(await rowsOf('long', 3, 'n.id')).toEqual([]);
});

test('accepts or rejects a line of 100 MB, and the process survives', async () => {
  const file = await open(join(service.gateway.folder, 'huge.jsonl'), 'w');
  await file.write('{"id":1}\n{"id":2,"text":"');
  const piece = Buffer.alloc(MEGABYTE, 0x61);
  for (let i = 0; i < 100; i++) await file.write(piece);
  await file.write('"}\n{"id":3}\n');
  await file.close();
  const query = `MATCH (n) WHERE id(n) = idFrom('huge', $that.id) SET n:Record, n.size = size(coalesce($that.text, ''))`;
  const { status, stats } = await ingest('huge', { format: { type: 'CypherJson', query } });
  expect([status, stats.ingestedCount, stats.rejectedCount]).toEqual(['Completed', 3, 0]);
  expect(await rowsOf('huge', 2, 'n.size')).toEqual([[100 * MEGABYTE]]);
  expect(await rowsOf('huge', 3, 'n.size')).toEqual([[0]]);
});

test('an endless line at the default limit ends its stream', async () => {
  const file = await open(join(service.gateway.folder, 'endless.jsonl'), 'w');
  // A sparse file: zeros that use no disk space.
  await file.truncate(140 * MEGABYTE);
  await file.close();
  const info = await ingest('endless', {});
  expect(info.status).toBe('Failed');
  expect(info.message).toMatch(/^ingest\.record-too-long: .*134217728/);
});
