import { v2Endpoints, v2EnvelopedEndpoints } from '@weir/api';
import { clientOfService } from '../../testing/client-of-service.js';

const { ask, cypher } = clientOfService();
const GRAPH = '/api/v2/graph/quine';
const query = 'MATCH (n) WHERE n.kind = "v2" RETURN DISTINCT strId(n) AS id';

interface Shown {
  readonly name: string;
  readonly pattern: { readonly mode: string };
  readonly stats: { readonly local: { readonly totalRuntime: unknown; readonly rates: { count: number } } };
}
const parse = (text: string): never => JSON.parse(text) as never;

describe('both forms, over one service', () => {
  test('creates, lists, gets and deletes standing queries, and finds existing data', async () => {
    await cypher('MATCH (n) WHERE id(n) = idFrom("v2") SET n.kind = "v2"');
    const pattern = { type: 'Cypher', query, mode: 'DISTINCT_ID' };
    const created = await ask('POST', `${GRAPH}/standingQueries`, { name: 'one', pattern });
    expect(created.status).toBe(201);
    const shown: Shown = parse(created.text);
    expect(shown).toMatchObject({ name: 'one', pattern, outputs: [] });
    expect(shown).not.toHaveProperty('includeCancellations');
    expect(shown.stats.local.totalRuntime).toMatch(/^\d+m?s$/);
    let count = 0;
    while (count === 0) {
      const again: Shown = parse((await ask('GET', `${GRAPH}/standingQueries/one`)).text);
      count = again.stats.local.rates.count;
    }
    const two = { name: 'two', pattern: { ...pattern, mode: { type: 'DistinctId' } }, unknown: 1 };
    const enveloped = await ask('POST', '/api/v2/standing-queries', two);
    expect(enveloped.status).toBe(201);
    expect(parse(enveloped.text)).toMatchObject({
      content: { name: 'two', pattern: { mode: 'DistinctId' }, stats: { local: {} } },
      warnings: ['Unknown field .unknown was ignored'],
    });
    const { items } = parse((await ask('GET', `${GRAPH}/standingQueries`)).text) as { items: Shown[] };
    const { content } = parse((await ask('GET', '/api/v2/standing-queries')).text) as { content: Shown[] };
    expect(items.map(({ name, pattern: { mode } }) => [name, mode])).toEqual([
      ['one', 'DISTINCT_ID'],
      ['two', 'DISTINCT_ID'],
    ]);
    expect(content.map(({ name, pattern: { mode } }) => [name, mode])).toEqual([
      ['one', 'DistinctId'],
      ['two', 'DistinctId'],
    ]);
    expect((await ask('DELETE', '/api/v2/standing-queries/one')).status).toBe(200);
    expect((await ask('DELETE', `${GRAPH}/standingQueries/two`)).status).toBe(200);
    expect(parse((await ask('GET', `${GRAPH}/standingQueries`)).text)).toEqual({ items: [] });
  });

  test.each([
    ['POST', `${GRAPH}/standingQueries:propagate?includeSleeping=true&wakeUpParallelism=2`],
    ['PUT', '/api/v2/standing-queries/control/propagate?includeSleeping=true&wakeUpParallelism=2'],
  ] as const)('propagate: %s %s', async (method, path) => {
    await cypher('MATCH (n) WHERE id(n) = idFrom("v2") SET n.kind = "v2"');
    const pattern = { type: 'Cypher', query, mode: 'DISTINCT_ID' };
    await ask('POST', `${GRAPH}/standingQueries?propagateTo=NONE`, { name: 'old', pattern });
    expect((await ask(method, path)).status).toBe(202);
    const shown: Shown = parse((await ask('GET', `${GRAPH}/standingQueries/old`)).text);
    expect(shown.stats.local.rates.count).toBe(1);
    expect((await ask('DELETE', `${GRAPH}/standingQueries/old`)).status).toBe(200);
    expect((await ask(method, path.replace('includeSleeping=true', 'includeSleeping=so'))).status).toBe(400);
  });

  test('runs queries, also on the past', async () => {
    await cypher('MATCH (n) WHERE id(n) = idFrom("old") SET n.v = 1');
    const past = Date.now();
    while (Date.now() <= past + 1);
    await cypher('MATCH (n) WHERE id(n) = idFrom("old") SET n.v = 2');
    const text = 'MATCH (n) WHERE id(n) = idFrom("old") RETURN n.v AS v';
    const at = encodeURIComponent(new Date(past + 1).toISOString());
    // Bytes: a string would be sent with its own content type.
    const bytes = new TextEncoder().encode(JSON.stringify({ text }));
    const answers = [
      await ask('POST', `${GRAPH}/cypher:query`, text, 'text/plain'),
      await ask('POST', `${GRAPH}/cypher:query?atTime=${at}&timeout=1m30s`, bytes, ''),
      await ask('POST', `/api/v2/cypher-queries/query-graph?at-time=${past + 1}`, { text }),
    ];
    expect(answers.map(answer => parse(answer.text))).toEqual([
      { columns: ['v'], results: [[2]] },
      { columns: ['v'], results: [[1]] },
      { content: { columns: ['v'], results: [[1]] }, warnings: [] },
    ]);
  });

  test('refuses a query that may write on request', async () => {
    const query = (text: string) => ask('POST', `${GRAPH}/cypher:query?readOnly=true`, { text });
    expect(await query('CREATE (n:Refused)')).toMatchObject({ status: 403, code: 'access.denied' });
    expect(await query(`CALL log('info', 'x') YIELD log RETURN log`)).toMatchObject({ status: 403 });
    const { text } = await query('MATCH (n:Refused) RETURN count(n) AS n');
    expect(parse(text)).toEqual({ columns: ['n'], results: [[0]] });
  });

  test('reads and changes limits of shards', async () => {
    const limits = { softLimit: 77, hardLimit: 177 };
    const changed = await ask('PATCH', '/api/v2/system/shardSizeLimits', { '1': limits });
    expect(parse(changed.text)).toMatchObject({ '1': limits });
    expect(parse((await ask('GET', '/api/v2/admin/shards/size-limits')).text)).toMatchObject({
      content: { '1': limits },
    });
    const other = { softLimit: 78, hardLimit: 178 };
    await ask('POST', '/api/v2/admin/shards/size-limits', { '1': other });
    expect(parse((await ask('GET', '/api/v2/system/shardSizeLimits')).text)).toMatchObject({ '1': other });
  });
});

describe('the system', () => {
  const ID = '3e74242e-538f-3bd1-9814-49e6761551b1';
  const slept = (report: unknown): number =>
    (report as { counters: { name: string; count: number }[] }).counters
      .filter(({ name }) => name.endsWith('.slept-success'))
      .reduce((sum, { count }) => sum + count, 0);

  test('puts a node to sleep and counts it in the metrics', async () => {
    for (const [path, body] of [
      [`/api/v2/system/nodes/${ID}:requestSleep`, ''],
      [`/api/v2/admin/nodes/${ID}/request-sleep`, '{"message":"The request was passed on to the node"}'],
    ]) {
      await cypher(`MATCH (n) WHERE strId(n) = "${ID}" SET n.awake = true`);
      const before = slept(parse((await ask('GET', '/api/v2/system/metrics')).text));
      expect(await ask('POST', path!)).toMatchObject({ status: 202, text: body });
      const after = (parse((await ask('GET', '/api/v2/admin/metrics')).text) as { content: unknown }).content;
      expect(slept(after)).toBe(before + 1);
    }
  });

  test.each([
    ['/api/v2/system/nodes/nonsense:requestSleep', 'path parameter nodeIdSegment'],
    ['/api/v2/admin/nodes/nonsense/request-sleep', 'nonsense'],
  ])('reports the error in %s', async (path, text) => {
    const answer = await ask('POST', path);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(text);
  });
});

describe('errors', () => {
  test.each<[string, string, unknown, number, string, string?]>([
    ['GET', '/standingQueries/none', undefined, 404, 'NOT_FOUND'],
    ['GET', '/standingQueries/a%20b', undefined, 400, 'INVALID_ARGUMENT', 'path parameter standingQueryName'],
    ['POST', '/standingQueries/a%20b', {}, 400, 'INVALID_ARGUMENT', 'path parameter'],
    ['POST', '/standingQueries', { name: 'x', odd: 1 }, 400, 'INVALID_ARGUMENT', 'body (DecodingFailure'],
    ['POST', '/standingQueries?propagateTo=ALL', {}, 400, 'INVALID_ARGUMENT', 'query parameter propagateTo'],
    ['POST', '/cypher:query', { text: 'RETURN' }, 400, 'INVALID_ARGUMENT', 'SyntaxError'],
    ['POST', '/cypher:query', { text: ' ' }, 400, 'INVALID_ARGUMENT', 'blank'],
    ['POST', '/cypher:query?timeout=5', '{', 400, 'INVALID_ARGUMENT', 'body (ParsingFailure'],
    ['POST', '/cypher:query?atTime=yesterday', {}, 400, 'INVALID_ARGUMENT', 'query parameter atTime'],
  ])('%s %s %j', async (method, path, body, status, name, message = '') => {
    const answer = await ask(method, GRAPH + path, body);
    expect(answer.status).toBe(status);
    const { error } = parse(answer.text) as { error: { message: string } };
    expect(error).toMatchObject({ code: status, status: name });
    expect(error.message).toContain(message);
  });

  test('reports a failing query as such', async () => {
    const answer = await ask('POST', `${GRAPH}/cypher:query`, { text: 'RETURN nothing' });
    const { details } = (parse(answer.text) as { error: { details: unknown } }).error;
    expect(details).toEqual([
      { type: 'ErrorInfo', reason: 'CYPHER_ERROR', domain: 'quine.io', metadata: {} },
    ]);
  });

  test.each([
    ['GET', '/standing-queries/none', undefined, 404, 'ApiError'],
    ['POST', '/standing-queries', { name: 'x' }, 400, 'DecodeError'],
    ['POST', '/cypher-queries/query-graph', { text: 'RETURN' }, 400, 'CypherError'],
    ['POST', '/cypher-queries/query-graph?timeout=never', { text: 'RETURN 1' }, 400, 'DecodeError'],
  ])('enveloped: %s %s', async (method, path, body, status, type) => {
    const answer = await ask(method, `/api/v2${path}`, body);
    expect(answer.status).toBe(status);
    expect((parse(answer.text) as { errors: unknown[] }).errors[0]).toMatchObject({ type });
  });

  test.each([
    ['PUT', `${GRAPH}/cypher:query`, 405],
    ['POST', `${GRAPH}/standingQueries/none:nonsense`, 405],
    ['POST', `${GRAPH}/ingests/none:nonsense`, 405],
    ['GET', '/api/v2/graph/other/standingQueries', 404],
    ['GET', '/api/v2/standing-queries?namespace=other', 404],
    ['GET', '/api/v2/standing-queries?namespace=Default', 200],
    ['GET', '/api/v2/nothing', 404],
  ])('answers %s %s with %d', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });

  test('rejects other media types', async () => {
    expect((await ask('POST', `${GRAPH}/cypher:query`, 'RETURN 1', 'text/csv')).status).toBe(415);
  });
});

test('the document names every operation of both forms', async () => {
  const documents = [await ask('GET', '/openapi.json'), await ask('GET', '/api/v2/openapi.json')];
  expect(documents[0]!.text).toBe(documents[1]!.text);
  const { paths } = parse(documents[0]!.text) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(paths).flatMap(item => Object.values(item).map(({ operationId }) => operationId));
  expect(ids.sort()).toEqual([...v2Endpoints, ...v2EnvelopedEndpoints].map(({ id }) => id).sort());
});

test('explains and audits a standing query', async () => {
  const pattern = {
    type: 'Cypher',
    mode: 'MULTIPLE_VALUES',
    query: 'MATCH (a:Payer)-[:pays]->(b:Payee) WHERE a.risk > 9 AND b.open = true RETURN a.name AS name',
  };
  await ask('POST', `${GRAPH}/standingQueries`, { name: 'why', pattern });
  await cypher(
    'MATCH (a), (b) WHERE id(a) = idFrom("payer") AND id(b) = idFrom("payee") ' +
      'SET a:Payer, a.risk = 10, a.name = "A", b:Payee, b.open = $open CREATE (a)-[:pays]->(b)',
    { open: false },
  );
  const id = (await cypher('MATCH (n) WHERE id(n) = idFrom("payee") RETURN strId(n)')).text;
  const node = (JSON.parse(id) as { results: string[][] }).results[0]![0];
  interface Explained {
    results: number;
    missing: { variable: string; what: string }[];
    onNode: { variable: string; isAsked: boolean; holds: boolean; conditions: unknown[] }[];
  }
  const explain = async (): Promise<Explained> =>
    parse((await ask('POST', `${GRAPH}/standingQueries/why:explain`, { node })).text);
  const missing = await explain();
  expect(missing.results).toBe(0);
  // The payee lacks nothing except being open.
  const [payee] = missing.onNode.filter(({ variable }) => variable === 'b');
  expect(payee).toMatchObject({ isAsked: true, holds: false });
  expect(payee!.conditions).toContainEqual({ condition: 'open = true', holds: false, found: false });
  expect(missing.missing).toContainEqual(
    expect.objectContaining({ variable: 'b', what: 'open = true: it is false' }),
  );
  const enveloped = parse((await ask('POST', `/api/v2/standing-queries/why/explain`, { node })).text);
  expect(enveloped).toMatchObject({ content: missing });
  await cypher('MATCH (b) WHERE id(b) = idFrom("payee") SET b.open = true');
  for (let found = await explain(); found.results === 0;) found = await explain();
  const audit: { seed: number } = parse(
    (await ask('POST', `${GRAPH}/standingQueries/why:audit`, { sample: 10 })).text,
  );
  expect(audit).toMatchObject({ rows: 1, differences: [] });
  const same = parse(
    (await ask('POST', `/api/v2/standing-queries/why/audit`, { sample: 10, seed: audit.seed })).text,
  );
  expect(same).toMatchObject({ content: audit });
  expect((await ask('POST', `${GRAPH}/standingQueries/nobody:audit`, {})).status).toBe(404);
  expect((await ask('POST', `${GRAPH}/standingQueries/why:explain`, { node: 'x' })).status).toBe(400);
  await ask('DELETE', `${GRAPH}/standingQueries/why`);
});
