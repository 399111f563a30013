/** Outputs of standing queries in both forms of version 2, and as version 1 sees them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientOfService, until } from '../../testing/client-of-service.js';

const client = clientOfService();
const { ask, cypher } = client;

const NEW = '/api/v2/graph/quine/standingQueries';
const OLD = '/api/v2/standing-queries';
const V1 = '/api/v1/query/standing';
const RUN = { parameter: 'that', parallelism: 16, allowAllNodeScan: false, shouldRetry: true };

let names = 0;
async function newStanding(outputs: readonly object[] = []): Promise<string> {
  const name = `s${names++}`;
  const query = `MATCH (a:Payer${name})-[:pays]->(b) RETURN a.name AS payer, b.name AS payee`;
  const pattern = { type: 'Cypher', query, mode: 'MULTIPLE_VALUES' };
  const created = await ask('POST', NEW, { name, pattern, outputs });
  expect(created).toMatchObject({ status: 201 });
  return name;
}

function pay(standing: string, payer: string): Promise<unknown> {
  return cypher(
    `MATCH (a), (b) WHERE id(a) = idFrom($p) AND id(b) = idFrom("Bob") SET a:Payer${standing}, a.name = $p, ` +
      'a.limit = 10, b.name = "Bob" CREATE (a)-[:pays]->(b)',
    { p: payer },
  );
}

interface Shown {
  readonly outputs: unknown;
}
const parse = (text: string): never => JSON.parse(text) as never;
const newer = async (name: string): Promise<unknown> =>
  (parse((await ask('GET', `${NEW}/${name}`)).text) as Shown).outputs;
const older = async (name: string): Promise<unknown> =>
  (parse((await ask('GET', `${OLD}/${name}`)).text) as { content: Shown }).content.outputs;
const first = async (name: string): Promise<unknown> =>
  (parse((await ask('GET', `${V1}/${name}`)).text) as Shown).outputs;

function lines(file: string): unknown[] {
  try {
    const text = readFileSync(join(client.service.folder, file), 'utf8');
    return text.split('\n').filter(Boolean).map(parse);
  } catch {
    return [];
  }
}

test('sends results to outputs given at creation and added later, through their steps', async () => {
  const resultEnrichment = {
    query: 'MATCH (c) WHERE id(c) = idFrom($that.payer) RETURN c.limit AS limit, $that.payee AS to',
  };
  const preEnrichmentTransformation = { type: 'InlineData' };
  const name = await newStanding([
    { name: 'raw', destinations: [{ type: 'File', path: 'raw.jsonl' }] },
    {
      name: 'rich',
      filter: { type: 'OnlyPositiveMatch' },
      preEnrichmentTransformation,
      resultEnrichment,
      destinations: [
        { type: 'File', path: 'rich.jsonl' },
        { type: 'File', path: 'copy.jsonl' },
      ],
    },
  ]);
  await pay(name, 'Ann');
  await until(
    () => Promise.resolve([lines('raw.jsonl'), lines('copy.jsonl')]),
    files => files.every(({ length }) => length === 1),
  );
  const late = {
    name: 'late',
    preEnrichmentTransformation,
    destinations: [{ type: 'File', path: 'late.jsonl' }],
  };
  expect(await ask('POST', `${NEW}/${name}/outputs`, late)).toMatchObject({ status: 201, text: '' });
  await cypher(`MATCH (a) WHERE id(a) = idFrom("Ann") REMOVE a:Payer${name}`);
  await until(
    () => Promise.resolve([lines('raw.jsonl'), lines('late.jsonl')]),
    ([raw, few]) => raw!.length === 2 && few!.length === 1,
  );
  const removed = await ask('DELETE', `${NEW}/${name}/outputs/rich`);
  expect(parse(removed.text)).toMatchObject({
    name: 'rich',
    resultEnrichment: { ...resultEnrichment, ...RUN },
  });
  const data = { payer: 'Ann', payee: 'Bob' };
  expect(lines('raw.jsonl')).toMatchObject([
    { meta: { isPositiveMatch: true }, data },
    { meta: { isPositiveMatch: false }, data },
  ]);
  expect(lines('rich.jsonl')).toEqual([{ limit: 10, to: 'Bob' }]);
  expect(lines('copy.jsonl')).toEqual(lines('rich.jsonl'));
  expect(lines('late.jsonl')).toEqual([data]);
});

describe('each version shows outputs created by the other', () => {
  const slack = { type: 'Slack', hookUrl: 'http://127.0.0.1:1', onlyPositiveMatchData: false };
  const http = { url: 'http://127.0.0.1:1', parallelism: 2, headers: { key: 'Secret(****)' } };
  const WITH = { structure: { type: 'WithMetadata' } };

  test.each<[what: string, made: object, newer: object, older: object, first: object | undefined]>([
    [
      'a file',
      { destinations: [{ type: 'File', path: 'f' }] },
      { destinations: [{ type: 'File', path: 'f' }] },
      { destinations: [{ type: 'File', path: 'f' }] },
      { type: 'WriteToFile', path: 'f', ...WITH },
    ],
    [
      'secrets',
      { destinations: [{ type: 'HttpEndpoint', ...http, headers: { key: 'hush' } }] },
      { destinations: [{ type: 'HttpEndpoint', ...http }] },
      { destinations: [{ type: 'HttpEndpoint', ...http }] },
      { type: 'PostToEndpoint', ...http, onlyPositiveMatchData: false, ...WITH },
    ],
    [
      'durations',
      { destinations: [{ ...slack, interval: '1m30s' }] },
      { destinations: [{ ...slack, interval: '1m30s' }] },
      { destinations: [{ ...slack, intervalSeconds: 90 }] },
      { type: 'PostToSlack', hookUrl: slack.hookUrl, onlyPositiveMatchData: false, intervalSeconds: 90 },
    ],
    [
      'what version 1 can not say',
      { destinations: [{ type: 'StandardOut' }, { type: 'Drop' }] },
      { destinations: [{ type: 'StandardOut' }, { type: 'Drop' }] },
      { destinations: [{ type: 'StandardOut' }, { type: 'Drop' }] },
      undefined,
    ],
  ])('%s', async (_, made, shownNewer, shownOlder, shownFirst) => {
    const name = await newStanding([{ name: 'o', ...made }]);
    expect(await newer(name)).toEqual([{ name: 'o', ...shownNewer }]);
    expect(await older(name)).toEqual([{ name: 'o', ...shownOlder }]);
    if (shownFirst === undefined) {
      expect(await first(name)).toEqual({});
      expect(await ask('DELETE', `${V1}/${name}/output/o`)).toMatchObject({ status: 404, text: '' });
      expect(await newer(name)).toEqual([{ name: 'o', ...shownNewer }]);
      return;
    }
    expect(await first(name)).toEqual({ o: shownFirst });
    expect(parse((await ask('DELETE', `${V1}/${name}/output/o`)).text)).toEqual(shownFirst);
    expect(await newer(name)).toEqual([]);
  });

  test.each<[made: object, newer: object]>([
    [{ type: 'Drop' }, { destinations: [{ type: 'Drop' }] }],
    [
      { type: 'CypherQuery', query: 'RETURN 1', structure: { type: 'Bare' } },
      {
        preEnrichmentTransformation: { type: 'InlineData' },
        destinations: [{ type: 'CypherQuery', query: 'RETURN 1', ...RUN }],
      },
    ],
  ])('created by version 1: %j', async (made, shown) => {
    const name = await newStanding();
    expect((await ask('POST', `${V1}/${name}/output/o`, made)).status).toBe(201);
    expect(await newer(name)).toEqual([{ name: 'o', ...shown }]);
    expect(await older(name)).toEqual([{ name: 'o', ...shown }]);
    expect(parse((await ask('DELETE', `${NEW}/${name}/outputs/o`)).text)).toEqual({ name: 'o', ...shown });
    expect(await first(name)).toEqual({});
  });

  test('names outputs that print in the terms of version 2', async () => {
    const name = await newStanding();
    await ask('POST', `${V1}/${name}/output/o`, { type: 'PrintToStandardOut' });
    const shown = { name: 'o', destinations: [{ type: 'StandardOut' }] };
    expect([await newer(name), await older(name)]).toEqual([[shown], [shown]]);
    expect(await first(name)).toEqual({
      o: { type: 'PrintToStandardOut', logLevel: 'Info', logMode: 'Complete', ...WITH },
    });
    expect(parse((await ask('DELETE', `${NEW}/${name}/outputs/o`)).text)).toEqual(shown);
  });

  test('version 2 hides outputs that it cannot express; its enveloped form shows them as version 1 does', async () => {
    const name = await newStanding();
    const print = { type: 'PrintToStandardOut', logLevel: 'Info', logMode: 'Complete', ...WITH };
    const output = { type: 'CypherQuery', query: 'RETURN 1 AS n', andThen: print };
    expect((await ask('POST', `${OLD}/${name}/outputs`, { name: 'o', ...output })).status).toBe(201);
    expect(await newer(name)).toEqual([]);
    expect((await ask('DELETE', `${NEW}/${name}/outputs/o`)).status).toBe(404);
    expect(await first(name)).toEqual({ o: expect.objectContaining(output) as object });
    const fields = ((await first(name)) as { o: object }).o;
    expect(await older(name)).toEqual([{ name: 'o', ...fields }]);
    expect(parse((await ask('DELETE', `${OLD}/${name}/outputs/o`)).text)).toMatchObject({
      content: { name: 'o', ...output },
    });
    expect(await first(name)).toEqual({});
  });
});

test('the enveloped form accepts the fields of version 1 beside a name', async () => {
  const pattern = { type: 'Cypher', query: 'MATCH (n:X) RETURN DISTINCT id(n)' };
  const outputs = { file: { type: 'WriteToFile', path: 'f' }, drop: { type: 'Drop' } };
  const made = await ask('POST', OLD, { name: 'first', pattern, outputs });
  expect(made.status).toBe(201);
  expect(parse(made.text)).toMatchObject({
    content: { outputs: [{ name: 'file' }, { name: 'drop' }] },
    warnings: [],
  });
  const query = { name: 'query', type: 'CypherQuery', query: 'RETURN 1', andThen: { type: 'Drop' } };
  expect((await ask('POST', `${OLD}/first/outputs`, query)).status).toBe(201);
  expect(await first('first')).toMatchObject({
    ...outputs,
    query: { type: 'CypherQuery', query: 'RETURN 1' },
  });
  const wrong = await ask('POST', `${OLD}/first/outputs`, { name: 'wrong', type: 'WriteToFile' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('.path: Missing required field')]);
});

test('the enveloped form accepts outputs as a list or by name, and adds and removes them', async () => {
  const pattern = { type: 'Cypher', query: 'MATCH (n:X) RETURN DISTINCT id(n)', mode: 'DistinctId' };
  const destinations = [{ type: 'Drop' }];
  const byName = {
    one: { preEnrichmentTransform: { type: 'InlineData' }, destinations, odd: 1 },
    two: { destinations },
  };
  for (const [name, outputs] of [
    ['list', Object.entries(byName).map(([output, fields]) => ({ name: output, ...fields }))],
    ['keyed', byName],
  ] as const) {
    const { status, text } = await ask('POST', OLD, { name, pattern, outputs });
    expect(status).toBe(201);
    expect(parse(text)).toMatchObject({
      content: {
        outputs: [
          { name: 'one', preEnrichmentTransformation: { type: 'InlineData' }, destinations },
          { name: 'two', destinations },
        ],
      },
    });
  }
  const added = await ask('POST', `${OLD}/list/outputs`, { name: 'three', destinations });
  expect(added).toMatchObject({ status: 201, text: '' });
  const removed = await ask('DELETE', `${OLD}/list/outputs/three`);
  expect(parse(removed.text)).toEqual({ content: { name: 'three', destinations }, warnings: [] });
});

test('the later one of two outputs with the same name counts', async () => {
  const named = (path: string): object => ({ name: 'o', destinations: [{ type: 'File', path }] });
  const name = await newStanding([named('a'), named('b')]);
  expect(await newer(name)).toEqual([named('b')]);
});

describe('invalid outputs', () => {
  const drop = { destinations: [{ type: 'Drop' }] };
  const query = (text: string): object => ({ destinations: [{ type: 'CypherQuery', query: text }] });
  let name: string;
  beforeAll(async () => {
    name = await newStanding([{ name: 'taken', ...drop }]);
  });

  test.each<[what: string, standing: string | undefined, output: object, says: string]>([
    ['a name that is taken', undefined, { name: 'taken', ...drop }, 'already'],
    ['a standing query that is not there', 'none', { name: 'x', ...drop }, 'no standing query'],
    ['no name', undefined, drop, 'at .name: Missing required field'],
    ['a name that is none', undefined, { name: 'a b', ...drop }, 'is not a valid name'],
    ['no destination', undefined, { name: 'x', destinations: [] }, 'At least one destination'],
    ['an unknown destination', undefined, { name: 'x', destinations: [{ type: 'Pigeon' }] }, `'Pigeon'`],
    [
      'no port',
      undefined,
      { name: 'x', destinations: [{ type: 'ReactiveStream', format: { type: 'JSON' } }] },
      'at .destinations[0].port: Missing required field',
    ],
    ['an unknown field', undefined, { name: 'x', ...drop, odd: 1 }, '[odd]'],
    ['a scan', undefined, { name: 'x', ...query('MATCH (n) SET n.x = 1') }, 'full node scan'],
    ['no Cypher', undefined, { name: 'x', ...query('MATCH (n') }, 'SyntaxError'],
    [
      'no Cypher in the enrichment',
      undefined,
      { name: 'x', ...drop, resultEnrichment: { query: 'RETURN nothing' } },
      '`nothing`',
    ],
    ['a file elsewhere', undefined, { name: 'x', destinations: [{ type: 'File', path: '/etc/x' }] }, '/etc'],
  ])('%s', async (_, standing, output, says) => {
    const { status, text } = await ask('POST', `${NEW}/${standing ?? name}/outputs`, output);
    expect(status).toBe(400);
    const { error } = parse(text) as { error: { code: number; message: string; details: object[] } };
    expect(error).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT' });
    expect(error.message).toContain(says);
    const isCypher = says.endsWith('Error') || says.includes('nothing');
    expect(error.details.some(detail => 'reason' in detail)).toBe(isCypher);
    const again = await ask('POST', `${OLD}/${standing ?? name}/outputs`, { ...output, odd: undefined });
    if (says !== '[odd]' && says !== 'is not a valid name') expect(again.status).toBe(400);
    await ask('DELETE', `${NEW}/${name}/outputs/x`);
  });

  test('a creation with such an output leaves nothing behind', async () => {
    const pattern = { type: 'Cypher', query: 'MATCH (n:X) RETURN DISTINCT id(n)' };
    const outputs = [
      { name: 'good', ...drop },
      { name: 'bad', ...query('MATCH (n') },
    ];
    expect((await ask('POST', NEW, { name: 'half', pattern, outputs })).status).toBe(400);
    expect((await ask('GET', `${NEW}/half`)).status).toBe(404);
  });

  test.each([`${NEW}/none/outputs/o`, `${OLD}/none/outputs/o`])('DELETE %s', async path => {
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('DELETE', path.replace('none', name))).status).toBe(404);
  });
});
