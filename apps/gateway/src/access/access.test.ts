/** Authorization: over HTTP, in all versions of the API, over WebSockets, and on pages. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { API, clientOfService } from '../testing/client-of-service.js';
import { startWeir } from '../testing/start-weir.js';

const READ = 'a-token-that-may-look';
const WRITE = 'a-token-that-may-change';
const ADMIN = 'a-token-that-may-do-everything';

const client = clientOfService({
  settings: {
    'webserver.access.read': [READ],
    'webserver.access.write': [`sha256:${createHash('sha256').update(WRITE).digest('hex')}`],
    'webserver.access.admin': [ADMIN],
  },
});

const basic = (password: string): string => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;

async function ask(authorization: string | undefined, method: string, path: string, text?: string) {
  const response = await fetch(client.service.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(authorization && { authorization }), ...(text && { 'content-type': 'text/plain' }) },
    ...(text && { body: text }),
  });
  return {
    status: response.status,
    code: response.headers.get('weir-error-code'),
    asks: response.headers.get('www-authenticate'),
    text: await response.text(),
  };
}

test.each([
  ['GET', `${API}/query/standing`],
  ['GET', `${API}/ingest/none`],
  ['POST', `${API}/query/cypher`],
  ['POST', `${API}/admin/shutdown`],
  ['GET', `${API}/query/standing/none/results`],
  ['GET', '/query-ui/sample-queries'],
  ['GET', '/api/v2/admin/system-info'],
  ['GET', '/api/v2/system/systemInfo'],
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/docs/openapi.json'],
  ['GET', '/openapi.json'],
  ['GET', '/icon.svg'],
  ['GET', '/nothing-there'],
])('requires a token for %s %s', async (method, path) => {
  const answers = [await ask(undefined, method, path), await ask(basic('not a token of ours'), method, path)];
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 401,
      code: 'access.unknown',
      asks: expect.stringMatching(/Basic.*Bearer/),
    });
  }
});

test.each(['Bearer', 'Basic', 'Basic !!!', 'Digest x', `Bearer ${READ.slice(1)}`, `bearer`])(
  'rejects a malformed token: %s',
  async authorization => expect((await ask(authorization, 'GET', '/')).status).toBe(401),
);

test('requires no token for health checks', async () => {
  for (const what of ['liveness', 'readiness']) {
    expect((await ask(undefined, 'GET', `${API}/admin/${what}`)).status).toBe(204);
    expect((await ask(undefined, 'GET', `/api/v2/admin/${what}`)).status).toBeLessThan(300);
  }
});

const QUERY = ['POST', `${API}/query/cypher`] as const;
const ATTEMPTS: readonly (readonly [needs: string, method: string, path: string, text?: string])[] = [
  [READ, 'GET', '/'],
  [READ, 'GET', `${API}/query/standing`],
  [READ, ...QUERY, 'MATCH (n) RETURN count(n)'],
  [WRITE, ...QUERY, 'CREATE (n {i: 1})'],
  [WRITE, ...QUERY, 'MATCH (n) SET n.i = 2'],
  [WRITE, ...QUERY, 'CALL { CREATE (n) } RETURN 1'],
  [
    WRITE,
    ...QUERY,
    `CALL cypher.do.case([true, 'CREATE (n) RETURN 1 AS x'], '', {}) YIELD value RETURN value`,
  ],
  [READ, ...QUERY, 'EXPLAIN CALL debug.sleep(idFrom(1))'],
  [WRITE, ...QUERY, "CALL log('error', 'x') YIELD log RETURN log"],
  [ADMIN, ...QUERY, 'UNWIND [1] AS i CALL debug.sleep(idFrom(i)) RETURN i'],
  [ADMIN, ...QUERY, 'CALL { CALL debug.sleep(idFrom(1)) RETURN 1 AS x } RETURN x'],
  [ADMIN, ...QUERY, 'PROFILE CALL debug.sleep(idFrom(1))'],
  [ADMIN, ...QUERY, "CALL cypher.doIt('CALL debug.sleep(idFrom(1))') YIELD value RETURN value"],
  [ADMIN, 'POST', '/api/v2/graph/quine/cypher:query', 'UNWIND [1] AS i CALL debug.sleep(idFrom(i)) RETURN i'],
  [WRITE, 'DELETE', `${API}/ingest/none`],
  [WRITE, 'PUT', `${API}/query-ui/sample-queries`],
  [ADMIN, 'POST', `${API}/admin/shard-sizes`],
  [ADMIN, 'GET', `${API}/admin/export`],
];

test.each(ATTEMPTS.map(([needs, ...attempt]) => ({ needs, attempt })))(
  '$attempt with $needs',
  async ({ needs, attempt }) => {
    const tokens = [READ, WRITE, ADMIN];
    for (const token of tokens) {
      const answer = await ask(basic(token), ...attempt);
      const isEnough = tokens.indexOf(token) >= tokens.indexOf(needs);
      if (isEnough) expect([401, 403]).not.toContain(answer.status);
      else expect(answer).toMatchObject({ status: 403, code: 'access.denied', asks: null });
    }
  },
);

test('accepts the plain token of a bearer', async () => {
  expect((await ask(`Bearer ${ADMIN}`, 'GET', '/')).status).toBe(200);
  expect((await ask(`bearer ${WRITE}`, ...QUERY, 'CREATE (n)')).status).toBe(200);
});

test('version 2 reports the error in its own form', async () => {
  const body = async (authorization: string | undefined, method: string, path: string) =>
    JSON.parse((await ask(authorization, method, path)).text) as unknown;
  expect(await body(undefined, 'GET', '/api/v2/system/systemInfo')).toMatchObject({
    error: { code: 401, status: 'UNAUTHENTICATED' },
  });
  expect(await body(basic(READ), 'POST', '/api/v2/system:shutdown')).toMatchObject({
    error: {
      code: 403,
      status: 'PERMISSION_DENIED',
      message: expect.stringContaining('needs the role admin'),
    },
  });
  expect(await body(undefined, 'GET', '/api/v2/admin/system-info')).toMatchObject({
    errors: [{ type: 'ApiError' }],
  });
});

test('applies to WebSockets and to the queries on them', async () => {
  const open = (authorization?: string) =>
    new WebSocket(`${client.service.url.replace('http', 'ws')}/api/v2/graph/quine/query/ws`, {
      headers: authorization === undefined ? {} : { authorization },
    });
  const [refused] = (await once(open(), 'error')) as [Error];
  expect(refused.message).toContain('401');
  const socket = open(basic(READ));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'RunQuery', queryId: 1, query: 'CREATE (n)', sort: 'Text' }));
  const [reply] = (await once(socket, 'message')) as [Buffer];
  expect(reply.toString()).toContain('need the role write');
  const sleep = { type: 'RunQuery', queryId: 2, query: 'CALL debug.sleep(idFrom(1))', sort: 'Text' };
  socket.send(JSON.stringify(sleep));
  const [second] = (await once(socket, 'message')) as [Buffer];
  expect(second.toString()).toContain('need the role admin');
  socket.close();
});

test.each(['secret', 'a secret with spaces in it'])('fails at the start: %s', async token => {
  await expect(startWeir({ settings: { 'webserver.access.write': [token] } })).rejects.toMatchObject({
    code: 'config.invalid',
    message: expect.not.stringContaining('secret') as unknown,
  });
});

test('warns about listening on all networks without tokens', async () => {
  const everywhere = { 'webserver.address': '0.0.0.0' };
  const open = await startWeir({ settings: everywhere });
  await open.stop();
  expect(open.lines.join('\n')).toContain('WARNING: every client that can reach this machine');
  const guarded = await startWeir({ settings: { ...everywhere, 'webserver.access.admin': [ADMIN] } });
  await guarded.stop();
  expect(guarded.lines.join('\n')).not.toContain('WARNING');
});
