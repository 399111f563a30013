/** Servers with invalid responses: each error is named, and nothing wrong is read. */
import type { ServerResponse } from 'node:http';
import { type Value } from '@weir/model';
import { OPEN_RULES, OutgoingPolicy, type OutgoingRules } from '@weir/platform';
import { eventually, settle, TestEnvironment, until } from '@weir/platform/testing';
import { sharedSource, sharingDefinition, takeRows } from '../testing/shared-source.js';
import { fileOf, refuse, SharedTable, type TableAction } from '@weir/formats/testing';
import { TransientSourceError } from '@weir/plugins';
import { DeltaSharingSource } from './delta-sharing-source.js';

let table: SharedTable;

beforeEach(async () => {
  table = new SharedTable();
  await table.start();
});
afterEach(() => table.stop());

const FILE: TableAction = { kind: 'add', id: 'a', rows: [{ id: 1, name: 'n' }] };

async function rows(wanted: number, more: object = {}, rules?: Partial<OutgoingRules>): Promise<Value[]> {
  return (await takeRows(await sharedSource(table.definition({ maxRetries: 0, ...more }), rules), wanted))
    .rows;
}

/** Replaces the server's response to requests for changes. */
function changes(answer: (response: ServerResponse) => void): void {
  table.handler = (request, response) => {
    if (!request.url!.includes('/changes')) return false;
    answer(response);
    return true;
  };
}

function lines(...all: (object | string)[]): void {
  changes(response =>
    response.end(all.map(each => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n')),
  );
}

const PROTOCOL = { protocol: { minReaderVersion: 1 } };
const METADATA = { metaData: { id: 'i', schemaString: '{"type":"struct","fields":[]}' } };
const delta = (configuration: object): object => ({
  metaData: { deltaMetadata: { schemaString: '{"fields":[]}', configuration } },
});

test.each<[string, () => void, RegExp]>([
  ['no JSON', () => lines('<html>'), /a line that is not an object: <html>/],
  ['a list', () => lines('[1]'), /a line that is not an object/],
  ['no schema', () => lines(PROTOCOL, { metaData: { schemaString: '{' } }), /metadata without a schema/],
  [
    'a newer protocol',
    () => lines({ protocol: { minReaderVersion: 2 } }),
    /version 2 of the protocol, which is not supported/,
  ],
  [
    'an unknown feature',
    () => lines({ protocol: { deltaProtocol: { minReaderVersion: 3, readerFeatures: ['typeWidening'] } } }),
    /the table feature typeWidening, which is not supported/,
  ],
  ['mapped columns', () => lines(delta({ 'delta.columnMapping.mode': 'name' })), /other names in the files/],
  [
    'another format',
    () => lines({ metaData: { ...METADATA.metaData, format: { provider: 'orc' } } }),
    /files of the format orc/,
  ],
  [
    'a name without an end',
    () => lines({ metaData: { ...METADATA.metaData, format: { provider: 'x'.repeat(100_000) } } }),
    /files of the format x{80}, which/,
  ],
  [
    'an id without an end',
    () => lines(METADATA, { add: { url: 'http://x/', id: 'x'.repeat(1001), version: 0 } }),
    /a file id of more than 1000 characters/,
  ],
  ['no address', () => lines(METADATA, { add: { id: 'x', version: 0 } }), /a file without a URL/],
  [
    'a version of words',
    () => lines(METADATA, { add: { url: 'http://x/', version: 'one' } }),
    /'version', which is not an integer/,
  ],
  [
    'another version',
    () => lines(METADATA, { add: { url: 'http://x/', version: 7 } }),
    /version 7 of a file, but versions 0 to 0 were requested/,
  ],
  [
    'a part',
    () => lines(METADATA, { endStreamAction: { nextPageToken: 'p' } }),
    /only some of the requested files/,
  ],
  [
    'files elsewhere',
    () => lines(METADATA, { add: { url: 'file:///etc/passwd', version: 0 } }),
    /not (an|a valid) http or https URL/,
  ],
  [
    'a redirect',
    () => changes(response => response.writeHead(302, { location: 'http://x/' }).end()),
    /redirects are not followed/,
  ],
  [
    'a refusal',
    () => changes(response => refuse(response, 403, 'not yours')),
    /denied access: status 403: CODE: not yours/,
  ],
  [
    'a version that is gone',
    () => changes(response => refuse(response, 400, 'cleaned up')),
    /Version 0: .* status 400: CODE: cleaned up/,
  ],
  [
    'a line without an end',
    () =>
      changes(response => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      }),
    /a line of more than 4194304 characters/,
  ],
])('%s', async (_, arrange, message) => {
  table.commit(FILE);
  arrange();
  await expect(rows(1)).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringMatching(message) as string,
  });
});

test('a transient error ends the source when retries fail, and the whole source can be retried', async () => {
  table.commit(FILE);
  for (const answer of [
    (response: ServerResponse) => response.writeHead(503).end(),
    (response: ServerResponse) => response.destroy(),
    (response: ServerResponse) => response.end(''),
    // Cut off within a line and between two lines.
    (response: ServerResponse) => response.end(JSON.stringify(METADATA).slice(0, -1)),
    (response: ServerResponse) =>
      response
        .writeHead(200, {
          'delta-sharing-capabilities': 'responseFormat=parquet;includeEndStreamAction=true',
        })
        .end(JSON.stringify(METADATA)),
    (response: ServerResponse) => response.write('{'),
  ]) {
    changes(answer);
    await expect(rows(1, { serverRequestTimeoutMs: 300 })).rejects.toThrow(TransientSourceError);
  }
});

test.each<[string, TableAction, RegExp]>([
  ['rows that are marked as deleted', { ...FILE, hasDeletionVector: true }, /deletion vector/],
  ['a damaged file', { ...FILE, bytes: fileOf(FILE).subarray(0, -9) }, /not a readable Parquet file/],
  ['no Parquet at all', { ...FILE, bytes: new Uint8Array(20) }, /not a readable Parquet file/],
  [
    'a partition of words without an end',
    { ...FILE, partitionValues: { x: `${'9'.repeat(1_000_000)}x` } },
    /x has '9{80}', which is not a valid double/,
  ],
  [
    'a partition of lists',
    { ...FILE, partitionValues: { x: [] as never } },
    /x has a value that is not a string/,
  ],
  ['changes that do not say how', { ...FILE, kind: 'cdf', bytes: fileOf(FILE) }, /no column _change_type/],
])('%s: ends the source, or yields a bad record', async (_, action, message) => {
  table.schema = [...table.schema, { name: 'x', type: 'double' }];
  table.commit(FILE);
  table.commit({ ...action, id: 'b' });
  table.commit({ ...FILE, id: 'c' });
  await expect(rows(3)).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringMatching(message) as string,
  });
  expect(await rows(3, { skipUnreadableVersions: true })).toEqual([
    expect.objectContaining({ _commit_version: 0 }),
    expect.stringMatching(message),
    expect.objectContaining({ _commit_version: 2 }),
  ]);
});

test('skips versions that were removed, with one bad record each', async () => {
  for (let version = 0; version < 4; version++) table.commit({ ...FILE, id: `f${version}` });
  table.handler = (request, response) => {
    const from = /startingVersion=(\d+)/.exec(request.url!)?.[1];
    if (from === undefined || Number(from) >= 2) return false;
    refuse(response, 400, 'cleaned up');
    return true;
  };
  const read = await rows(4, { skipUnreadableVersions: true });
  expect(read).toMatchObject([
    expect.stringMatching(/^Version 0 of .* is skipped: .*cleaned up/),
    expect.stringMatching(/^Version 1 of /),
    { _commit_version: 2 },
    { _commit_version: 3 },
  ]);
});

test.each([
  ['of the cloud', 'http://169.254.169.254/latest', {}],
  ['of this machine, which the server does not name itself so', 'http://localhost:1/x', {}],
  ['that a rule denies', 'http://192.0.2.7/x', { deny: ['192.0.2.0/24'] }],
])('an address %s', async (_, url, rules) => {
  table.commit({ ...FILE, url });
  await expect(rows(1, {}, rules)).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringMatching(/is not an allowed destination/) as string,
  });
});

test('no message contains secrets', async () => {
  table.commit(FILE);
  table.token = 'another';
  await expect(rows(1)).rejects.toMatchObject({
    message: expect.not.stringContaining('the token of') as string,
  });
  table.token = 'the token of the share';
  table.handler = (request, response) => {
    if (!request.url!.startsWith('/files')) return false;
    response.writeHead(500).end();
    return true;
  };
  await expect(rows(1)).rejects.toMatchObject({
    message: expect.not.stringContaining('signature') as string,
  });
});

function quietSource(environment: TestEnvironment, more: object): DeltaSharingSource {
  const definition = sharingDefinition(table.definition(more));
  const { scheduler, clock, logger } = environment;
  return new DeltaSharingSource({
    definition,
    scheduler,
    clock,
    logger,
    outgoing: new OutgoingPolicy(OPEN_RULES),
  });
}

test('an error of a skipped file is cleared', async () => {
  for (const id of ['a', 'b']) table.commit({ ...FILE, id });
  let asked = 0;
  table.handler = (request, response) => {
    if (!request.url!.startsWith('/files/a')) return false;
    response.writeHead(asked++ === 0 ? 503 : 404).end();
    return true;
  };
  const source = await sharedSource(table.definition({ skipUnreadableVersions: true }));
  await source.open();
  await source.next(1);
  await source.next(1);
  expect([asked, source.status?.().trouble]).toEqual([2, undefined]);
  await source.close();
});

test('respects a pause that the server requests', async () => {
  table.commit(FILE);
  let refusals = 0;
  changes(response =>
    refusals++ === 0 ? response.writeHead(429, { 'retry-after': '7' }).end() : refuse(response, 404, 'x'),
  );
  const environment = new TestEnvironment();
  const source = quietSource(environment, {});
  await source.open();
  const failed = source.next(1).catch((error: unknown) => String(error));
  await until(() => environment.timersWaiting === 1);
  expect(source.status().trouble).toMatch(/status 429/);
  environment.advance(6_999);
  await settle();
  expect(refusals).toBe(1);
  environment.advance(1);
  expect(await failed).toMatch(/the table does not exist: status 404/);
  await source.close();
});

test('closing cancels everything in flight: a poll, a pause, a response, a file', async () => {
  const environment = new TestEnvironment();
  const closes = async (more: object, isWaiting: () => boolean): Promise<void> => {
    const source = quietSource(environment, more);
    await source.open();
    const waiting = source.next(1);
    await eventually(isWaiting);
    await source.close();
    expect(await waiting).toBeUndefined();
  };
  table.commit(FILE);
  await closes({ startingVersion: 1, pollIntervalMs: 60_000 }, () => environment.timersWaiting === 1);
  changes(response => response.writeHead(503, { 'retry-after': '600' }).end());
  await closes({}, () => environment.timersWaiting === 1);
  for (const kind of ['/changes', '/files']) {
    let hangs = false;
    table.handler = request => (hangs = request.url!.includes(kind));
    await closes({}, () => hangs);
  }
});
