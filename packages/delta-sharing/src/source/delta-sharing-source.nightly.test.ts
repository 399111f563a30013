/** Shared tables over real HTTP, with files written by another library. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode, type Value, type ValueMap } from '@weir/model';
import { SeededRandom } from '@weir/platform';
import { eventually, randomTest } from '@weir/platform/testing';
import { sharedSource, takeRows } from '../testing/shared-source.js';
import { COMMITTED_MILLIS, SharedTable, type TableAction, type TableRow } from '@weir/formats/testing';
import { describeIngestSource } from '@weir/plugins/conformance';

let table: SharedTable;

beforeEach(async () => {
  table = new SharedTable();
  await table.start();
});
afterEach(() => table.stop());

function rowsOf(...ids: number[]): TableRow[] {
  return ids.map(id => ({ id, name: `n${id}` }));
}

function add(id: string, ...ids: number[]): TableAction {
  return { kind: 'add', id, rows: rowsOf(...ids) };
}

/** A row in the form of records. */
function changeRow({ id, name }: TableRow, change: string, version: number): ValueMap {
  const at = { _commit_version: version, _commit_timestamp: COMMITTED_MILLIS + version };
  return { id, name, ...at, _change_type: change };
}

async function rows(wanted: number, more: object = {}): Promise<Value[]> {
  return (await takeRows(await sharedSource(table.definition(more)), wanted)).rows;
}

describeIngestSource('a shared table', () => {
  table.commit(add('b', 4, 5), add('a', 1, 2, 3));
  table.commit(add('c', 6, 7));
  const versions = [0, 0, 0, 0, 0, 1, 1];
  // In the order in which the source packs them.
  const records = versions.map((version, i) => {
    const { id, name, ...more } = changeRow(rowsOf(i + 1)[0]!, 'insert', version);
    const { _change_type, _commit_version, _commit_timestamp } = more;
    const row = {
      id: id!,
      name: name!,
      _change_type: _change_type!,
      _commit_version: _commit_version!,
      _commit_timestamp: _commit_timestamp!,
    };
    return Buffer.from(encode(row)).toString();
  });
  return { make: () => sharedSource(table.definition()), records };
});

for (const format of ['parquet', 'delta'] as const) {
  test(`returns changes in version order; a feed describes its whole version (${format})`, async () => {
    table.format = format;
    table.commit(add('a', 1, 2));
    const changed = [
      { id: 1, name: 'n1', change: 'update_preimage' },
      { id: 1, name: 'one', change: 'update_postimage' },
    ];
    table.commit(
      { kind: 'cdf', id: 'x', rows: changed },
      { ...add('a', 1, 2), kind: 'remove' },
      add('b', 1, 2),
    );
    table.commit();
    table.commit(add('c', 3), { ...add('b', 1, 2), kind: 'remove' });
    expect(await rows(7)).toEqual([
      changeRow({ id: 1, name: 'n1' }, 'insert', 0),
      changeRow({ id: 2, name: 'n2' }, 'insert', 0),
      changeRow({ id: 1, name: 'n1' }, 'update_preimage', 1),
      changeRow({ id: 1, name: 'one' }, 'update_postimage', 1),
      changeRow({ id: 1, name: 'n1' }, 'delete', 3),
      changeRow({ id: 2, name: 'n2' }, 'delete', 3),
      changeRow({ id: 3, name: 'n3' }, 'insert', 3),
    ]);
  });

  test(`returns the existing rows, then the changes (${format})`, async () => {
    table.format = format;
    table.commit(add('a', 1), add('b', 2));
    table.commit({ ...add('a', 1), kind: 'remove' });
    const source = await sharedSource(
      table.definition({ startingVersion: undefined, snapshotOnFirstRun: true }),
    );
    await source.open();
    const first = await source.next(10);
    table.commit(add('c', 3));
    const second = await source.next(10);
    await source.close();
    expect([first!.after.position, second!.after.position]).toEqual([1, 2]);
    const again = await sharedSource(table.definition({ startingVersion: 1, snapshotOnFirstRun: true }));
    expect((await takeRows(again, 2)).rows).toEqual([
      { ...changeRow({ id: 2, name: 'n2' }, 'insert', 1), _commit_timestamp: null },
      changeRow({ id: 3, name: 'n3' }, 'insert', 2),
    ]);
  });
}

test('ignores rows that were only moved', async () => {
  table.format = 'delta';
  table.commit(add('a', 1), add('b', 2));
  const moved = [add('a', 1), add('b', 2)].map(each => ({
    ...each,
    kind: 'remove' as const,
    dataChange: false,
  }));
  table.commit(...moved, { ...add('ab', 1, 2), dataChange: false });
  table.commit(add('c', 3));
  expect((await rows(3)).map(row => (row as ValueMap)['id'])).toEqual([1, 2, 3]);
});

test('fills columns that no file has: partition columns by type, later columns with null', async () => {
  const types = {
    day: 'date',
    at: 'timestamp',
    wall: 'timestamp_ntz',
    n: 'long',
    x: 'double',
    whole: 'decimal(20,0)',
    part: 'decimal(4,2)',
    yes: 'boolean',
    word: 'string',
    none: 'string',
    __proto__x: 'string',
    later: { type: 'array' },
  };
  table.schema = [
    { name: 'id', type: 'integer' },
    ...Object.entries(types).map(([name, type]) => ({ name, type })),
  ];
  const partitionValues = {
    day: '2024-02-29',
    at: '2024-02-29 12:30:00.5',
    wall: '2024-02-29T12:30:00',
    n: '9007199254740993',
    x: '-1.5E-1',
    whole: '12345678901234567',
    part: '1.25',
    yes: 'true',
    word: 'a b',
    none: '',
    __proto__x: 'p',
  };
  table.commit({ ...add('a', 1), partitionValues });
  const [row] = (await rows(1)) as [ValueMap];
  const shown = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
  expect(shown).toMatchObject({
    id: '1',
    name: 'n1',
    day: '2024-02-29',
    at: '2024-02-29T12:30:00.500Z',
    wall: '2024-02-29T12:30',
    n: '9007199254740993',
    x: '-0.15',
    whole: '12345678901234567',
    part: '1.25',
    yes: 'true',
    word: 'a b',
    none: 'null',
    later: 'null',
  });
  table.versions.length = 0;
  table.commit({ ...add('a', 1), partitionValues: { day: 'tomorrow' } });
  await expect(rows(1)).rejects.toThrow(
    /File a of version 0 .* day has 'tomorrow', which is not a valid date/,
  );
});

test('begins after the existing versions unless a start is configured', async () => {
  table.commit(add('a', 1));
  const source = await sharedSource(table.definition({ startingVersion: undefined }));
  await source.open();
  const waiting = source.next(10);
  await eventually(() => table.requests.length > 2);
  table.commit(add('b', 2));
  expect((await waiting)!.after.position).toBe(1);
  await source.close();
  expect(table.requests).toContain('GET /changes?startingVersion=1&endingVersion=1');
});

test('requests several versions at a time', async () => {
  for (let i = 0; i < 5; i++) table.commit(add(`f${i}`, i));
  await rows(5, { maxVersionsPerPoll: 2 });
  expect(table.requests.filter(each => each.includes('/changes'))).toEqual([
    'GET /changes?startingVersion=0&endingVersion=1',
    'GET /changes?startingVersion=2&endingVersion=3',
    'GET /changes?startingVersion=4&endingVersion=4',
  ]);
});

test('requests expired addresses again, also while a large file is read in ranges', async () => {
  const large = Buffer.alloc(18 * 1024 * 1024);
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const random = new SeededRandom(5);
  for (let i = 0; i < large.length; i += 64) large.writeUInt32LE(random.below(2 ** 32), i);
  const data = Array.from({ length: 18 }, (_, i) => new Uint8Array(large.subarray(i << 20, (i + 1) << 20)));
  const columnData = [
    { name: 'id', data: data.map((_, i) => i), type: 'INT32' as const },
    { name: 'name', data, type: 'BYTE_ARRAY' as const },
  ];
  const bytes = new Uint8Array(
    parquetWriteBuffer({ columnData, rowGroupSize: 6, codec: 'UNCOMPRESSED', statistics: false }),
  );
  table.commit({ ...add('a', 1), bytes });
  const source = await sharedSource(table.definition());
  await source.open();
  const ids: unknown[] = [];
  while (ids.length < 18) {
    const { after } = (await source.next(1))!;
    ids.push(after.position);
    if (ids.length === 3) table.expire();
  }
  await source.close();
  expect(ids).toEqual(data.map((_, i) => i + 1));
  expect(table.requests.filter(each => each.includes('/changes'))).toHaveLength(2);
});

test('resumes a table without history unless it has changed', async () => {
  table.sharesHistory = false;
  table.commit(add('a', 1, 2));
  const definition = table.definition({ startingVersion: undefined, snapshotOnFirstRun: true });
  const { after } = await takeRows(await sharedSource(definition), 1);
  const { rows: rest } = await takeRows(await sharedSource(definition), 1, after);
  expect(rest).toMatchObject([{ id: 2, _change_type: 'insert', _commit_version: 0 }]);
});

test('does not request completed versions again: their history may have been removed', async () => {
  table.commit(add('a', 1));
  for (const more of [{}, { startingVersion: undefined, snapshotOnFirstRun: true }]) {
    table.versions.length = 1;
    table.sharesHistory = true;
    table.handler = () => false;
    const definition = table.definition({ maxRetries: 0, ...more });
    const { after } = await takeRows(await sharedSource(definition), 1);
    table.commit(add('b', 2), add('c', 3));
    table.commit(add('d', 4));
    table.sharesHistory = false;
    table.handler = (request, response) => {
      const isGone = request.url!.includes('startingVersion=0');
      if (isGone) response.writeHead(400).end();
      return isGone;
    };
    const next = await takeRows(await sharedSource(definition), 2, after);
    expect(next.rows).toMatchObject([{ id: 2 }, { id: 3 }]);
    // Also in the middle of a range of versions.
    expect(next.after?.cursor).toBe('{"table":"table-1","phase":"changes","version":2}');
  }
});

test('reads from a server that omits the version of its response', async () => {
  table.commit(add('a', 1));
  table.commit(add('b', 2));
  table.handler = (request, response) => {
    const body = response.writeHead.bind(response);
    if (request.url!.endsWith('/query'))
      response.writeHead = (status: number) => {
        // The table has another version meanwhile.
        if (table.versions.length === 2) table.commit(add('c', 3));
        return body(status);
      };
    return false;
  };
  const read = await rows(3, { startingVersion: undefined, snapshotOnFirstRun: true });
  expect(read.map(row => (row as ValueMap)['id']).sort()).toEqual([1, 2, 3]);
});

test('reads a table that keeps no changes once', async () => {
  table.configuration = { 'delta.enableChangeDataFeed': 'false' };
  table.commit(add('a', 1, 2));
  expect(await rows(Infinity, { snapshotOnFirstRun: true })).toHaveLength(2);
});

test('does not resume on another table of the same name', async () => {
  table.commit(add('a', 1, 2));
  const { after } = await takeRows(await sharedSource(table.definition()), 1);
  table.id = 'table-2';
  const again = takeRows(await sharedSource(table.definition()), 1, after);
  await expect(again).rejects.toMatchObject({ code: 'ingest.source-changed' });
});

test('requests a new token once when it has expired', async () => {
  let given = 0;
  const tokens = createServer((_, response) =>
    response.end(JSON.stringify({ access_token: `t${++given}`, expires_in: 3600 })),
  );
  tokens.listen(0, '127.0.0.1');
  await once(tokens, 'listening');
  const tokenEndpoint = `http://127.0.0.1:${(tokens.address() as AddressInfo).port}/token`;
  const auth = { type: 'OAuthClientCredentials', tokenEndpoint, clientId: 'c', clientSecret: 'hidden' };
  try {
    table.commit(add('a', 1));
    table.token = 't2';
    expect(await rows(1, { auth })).toHaveLength(1);
    expect(given).toBe(2);
    table.token = 'none';
    await expect(rows(1, { auth })).rejects.toThrow(/denied access: status 401: CODE: UNAUTHENTICATED/);
    expect(given).toBe(4);
  } finally {
    tokens.close();
  }
});

const { seed: SEED, cases: CASES } = randomTest('shared tables');

test(`reads random tables like a naive reader, despite restarts and errors; seed ${SEED}`, async () => {
  for (let i = 0; i < CASES; i++) {
    const random = new SeededRandom(SEED + i);
    await table.stop();
    table = new SharedTable();
    table.format = random.pick(['parquet', 'delta']);
    await table.start();
    const expected = fill(table, random);
    table.handler = (_, response) => {
      if (random.chance(0.03)) table.expire();
      if (!random.chance(0.03)) return false;
      response.writeHead(random.pick([500, 503, 429])).end();
      return true;
    };
    const more = {
      maxVersionsPerPoll: 1 + random.below(4),
      parquetDownloadParallelism: 1 + random.below(4),
      maxRetries: 20,
    };
    const taken: Value[] = [];
    let after;
    while (taken.length < expected.length) {
      const wanted = Math.min(expected.length - taken.length, 1 + random.below(12));
      const part = await takeRows(await sharedSource(table.definition(more)), wanted, after);
      taken.push(...part.rows);
      after = part.after;
    }
    expect({ seed: SEED + i, taken }).toEqual({ seed: SEED + i, taken: expected });
  }
});

/** Makes random commits. @returns the expected rows. */
function fill(into: SharedTable, random: SeededRandom): Value[] {
  const expected: Value[] = [];
  let next = 0;
  for (let version = 0; version < 6; version++) {
    const some = (kind: TableAction['kind'], change: string): TableAction[] =>
      Array.from({ length: random.below(3) }, (_, i) => ({
        kind,
        id: `f${i}-${version}`,
        rows: rowsOf(...Array.from({ length: random.below(8) }, () => next++)).map(row => ({
          ...row,
          change,
        })),
      }));
    const removed = some('remove', 'delete').map(each => ({ ...each, id: `r${each.id}` }));
    const added = some('add', 'insert');
    const feed = random.chance(0.4) ? some('cdf', 'update_postimage') : [];
    into.commit(...added, ...feed, ...removed);
    for (const { rows: all, kind } of feed.length > 0 ? feed : [...removed, ...added]) {
      const change = kind === 'cdf' ? 'update_postimage' : kind === 'add' ? 'insert' : 'delete';
      expected.push(...all.map(row => changeRow(row, change, version)));
    }
  }
  return expected;
}
