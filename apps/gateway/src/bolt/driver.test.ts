/** The official JavaScript driver against a server, over TCP and, as in a browser, over WebSockets. */
import { once } from 'node:events';
import { connect } from 'node:net';
import neo4j, { type Config as DriverConfig, type Driver } from 'neo4j-driver';
import { startWeir, type TestWeir } from '../testing/start-weir.js';

let service: TestWeir;
let driver: Driver;

const open = (scheme = 'bolt', config: DriverConfig = {}): Driver =>
  neo4j.driver(service.weir.bolt!.url.replace('bolt', scheme), neo4j.auth.basic('any', ''), config);

beforeAll(async () => {
  service = await startWeir({ settings: { 'bolt.port': 0 } });
  driver = open();
});
afterAll(async () => {
  await driver.close();
  await service.stop();
});

const values = async (query: string, parameters = {}, from = driver): Promise<unknown[]> => {
  const { records } = await from.executeQuery(query, parameters);
  return records.map(record => record.get(0) as unknown);
};

test.each(['bolt', 'neo4j'])('runs queries over %s://', async scheme => {
  const routed = open(scheme, { useBigInt: true });
  const { records, summary } = await routed.executeQuery(
    'RETURN $x + 1 AS y',
    { x: 41n },
    { database: 'neo4j' },
  );
  expect(records.map(record => record.toObject())).toEqual([{ y: 42n }]);
  expect(summary.server.protocolVersion).toMatchObject({ major: 5, minor: 4 });
  const session = routed.session({ defaultAccessMode: neo4j.session.READ });
  const read = await session.executeRead(tx => tx.run('UNWIND [1, 2] AS x RETURN x'));
  expect(read.records).toHaveLength(2);
  await expect(session.run('CREATE (n)')).rejects.toMatchObject({
    code: 'Neo.ClientError.Statement.AccessMode',
  });
  await session.close();
  await routed.close();
});

const T = neo4j.types;
test.each<[string, unknown]>([
  ['null', null],
  ['a boolean', true],
  ['a large integer', neo4j.int('9007199254740993')],
  ['the smallest integer', neo4j.int('-9223372036854775808')],
  ['a small integer', neo4j.int(-17)],
  ['a float', 1.5],
  ['a float without a fraction', 2],
  ['a text', 'ä😀'.repeat(40_000)],
  ['bytes', new Int8Array([0, 1, -1])],
  ['a list', [neo4j.int(1), 'a', [null]]],
  ['a map', { a: neo4j.int(1), b: { c: 'd' } }],
  ['a date', new T.Date(2024, 2, 29)],
  ['a local time', new T.LocalTime(23, 59, 58, 999_999_999)],
  ['a time', new T.Time(1, 2, 3, 4, -3600)],
  ['a local date and time', new T.LocalDateTime(1969, 12, 31, 1, 2, 3, 4)],
  ['a date and time', new T.DateTime(1899, 5, 6, 7, 8, 9, 10, 7200)],
  ['a date and time in a zone', new T.DateTime(2024, 10, 27, 7, 8, 9, 10, 3600, 'Europe/Paris')],
  ['a duration', new T.Duration(14, -3, 5, 6)],
])('returns %s unchanged', async (_, value) => {
  const [returned] = await values('RETURN $value', { value });
  expect(shown(returned)).toEqual(shown(value));
  expect(await values('RETURN coalesce($value = $same, true)', { value, same: returned })).toEqual([true]);
});

/** Temporal values with their class and text: the driver reads their fields as another type of number. */
function shown(value: unknown): unknown {
  const isPlain = typeof value !== 'object' || value === null || Array.isArray(value);
  return isPlain || value.constructor === Object ? value : `${value.constructor.name} ${String(value)}`;
}

test('returns nodes, relationships and paths', async () => {
  await values(
    'MATCH (a), (b) WHERE id(a) = idFrom("a") AND id(b) = idFrom("b") ' +
      'SET a:Person, a.name = "A", b.name = "B" CREATE (a)-[:KNOWS]->(b)',
  );
  const { records } = await driver.executeQuery(
    'MATCH (a) WHERE id(a) = idFrom("a") MATCH (a)-[r]->(b) RETURN a, r, b',
  );
  const { a, r, b } = records[0]!.toObject() as Record<'a' | 'r' | 'b', { elementId: string }>;
  expect(a).toMatchObject({ labels: ['Person'], properties: { name: 'A' } });
  expect(r).toMatchObject({ type: 'KNOWS' });
  const from = a.elementId;
  const to = b.elementId;
  expect(r).toMatchObject({ startNodeElementId: from, endNodeElementId: to });
  expect(r).toMatchObject({ elementId: `${from}:KNOWS:${to}` });
  expect(await values('MATCH (n) WHERE id(n) = $from RETURN n.name', { from })).toEqual(['A']);
  const [path] = (await values('MATCH p = (b)<-[:KNOWS]-(a) WHERE id(b) = idFrom("b") RETURN p')) as {
    start: { properties: object };
    segments: { relationship: { startNodeElementId: string } }[];
  }[];
  expect(path).toMatchObject({ length: 1, start: { properties: { name: 'B' } } });
  expect(path!.segments[0]!.relationship.startNodeElementId).toBe(from);
});

test('pulls no more rows than the client asks for', async () => {
  const session = driver.session({ fetchSize: 10 });
  const rows: number[] = [];
  for await (const record of session.run('UNWIND range(1, 100000000) AS x RETURN x')) {
    rows.push((record.get('x') as { toNumber(): number }).toNumber());
    if (rows.length === 25) break;
  }
  expect(rows).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  await session.close();
});

test('returns many rows in pages', async () => {
  const session = driver.session({ fetchSize: 100 });
  const { records } = await session.run('UNWIND range(1, 5000) AS x RETURN x, toString(x) AS text');
  expect(records).toHaveLength(5000);
  expect(records[4999]!.get('text')).toBe('5000');
  await session.close();
});

test.each<[string, string, string]>([
  ['RETRN 1', 'Neo.ClientError.Statement.SyntaxError', '^'],
  ['RETURN n', 'Neo.ClientError.Statement.', 'n'],
  ['UNWIND [1, 0] AS x RETURN 1 / x', 'Neo.ClientError.Statement.ArithmeticError', ''],
])('reports the error of %s', async (query, code, text) => {
  await expect(driver.executeQuery(query)).rejects.toMatchObject({
    code: expect.stringContaining(code) as string,
    message: expect.stringContaining(text) as string,
  });
  expect(await values('RETURN 1')).toEqual([neo4j.int(1)]);
});

test('refuses an unknown database and a node as a parameter', async () => {
  await expect(driver.executeQuery('RETURN 1', {}, { database: 'other' })).rejects.toMatchObject({
    code: 'Neo.ClientError.Database.DatabaseNotFound',
  });
});

test('stops a query at the time limit of the driver', async () => {
  const session = driver.session();
  await expect(session.run('CALL util.sleep(100000000)', {}, { timeout: 1 })).rejects.toMatchObject({
    code: 'Neo.ClientError.Transaction.TransactionTimedOut',
  });
  await session.close();
});

test('cannot roll back what a transaction has written, and says so', async () => {
  const session = driver.session();
  const reading = session.beginTransaction();
  await reading.run('RETURN 1');
  await reading.rollback();
  const writing = session.beginTransaction();
  await writing.run('MATCH (n) WHERE id(n) = idFrom("tx") SET n.x = 1');
  await expect(writing.rollback()).rejects.toMatchObject({
    code: 'Neo.DatabaseError.Transaction.TransactionRollbackFailed',
    message: expect.stringContaining('Cannot roll back') as string,
  });
  const again = session.beginTransaction();
  const { records } = await again.run('MATCH (n) WHERE id(n) = idFrom("tx") RETURN n.x');
  expect(records[0]!.get(0)).toEqual(neo4j.int(1));
  await again.commit();
  await session.close();
});

test('writes everything though the rows are not read', async () => {
  const session = driver.session({ fetchSize: 1 });
  const result = session.run(
    'UNWIND range(1, 3000) AS i MATCH (n) WHERE id(n) = idFrom("w", i) SET n.w = i RETURN i',
  );
  await result.summary();
  await session.close();
  expect(
    await values('UNWIND range(1, 3000) AS i MATCH (n) WHERE id(n) = idFrom("w", i) RETURN count(n.w)'),
  ).toEqual([neo4j.int(3000)]);
});

test('streams results of a standing query until the client stops', async () => {
  const pattern = { type: 'Cypher', query: 'MATCH (n:Heard) RETURN n.v AS v', mode: 'MULTIPLE_VALUES' };
  const created = await fetch(`${service.url}/api/v2/graph/quine/standingQueries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'heard', pattern }),
  });
  expect(created.status).toBeLessThan(300);
  const session = driver.session();
  const heard: unknown[] = [];
  const written = (async () => {
    for (let i = 0; heard.length < 3; i++) await values('CREATE (:Heard {v: $i})', { i: neo4j.int(i) });
  })();
  // Not `for await`: its `break` waits until the page of rows is full.
  await new Promise<void>((resolve, reject) => {
    session
      .run('CALL standing.wiretap({name: "heard"}) YIELD data RETURN data.v AS v', {}, { timeout: 0 })
      .subscribe({
        onNext: record => {
          heard.push(record.get('v'));
          if (heard.length === 3) resolve();
        },
        onError: error => (heard.length < 3 ? reject(error) : undefined),
      });
  });
  await written;
  await session.close();
  expect(heard).toHaveLength(3);
});

test('counts open, accepted and refused connections in the metrics', async () => {
  const other = await startWeir({ settings: { 'bolt.port': 0, 'bolt.maximum-connections': 1 } });
  const port = Number(new URL(other.weir.bolt!.url.replace('bolt:', 'http:')).port);
  const first = connect(port, '127.0.0.1');
  await once(first, 'connect');
  const second = connect(port, '127.0.0.1');
  await once(second, 'close');
  const metrics = await (await fetch(`${other.url}/metrics`)).text();
  expect(metrics.match(/^weir_bolt_.*$/gm)).toEqual([
    'weir_bolt_connections 1',
    'weir_bolt_connections_accepted_total 1',
    'weir_bolt_connections_refused_total 1',
  ]);
  first.destroy();
  await other.stop();
});

test('ends with the server, and shows its connections', async () => {
  const other = await startWeir({ settings: { 'bolt.port': 0, 'bolt.maximum-connections': 10 } });
  const client = neo4j.driver(other.weir.bolt!.url, undefined, { maxTransactionRetryTime: 0 });
  await client.verifyConnectivity();
  expect(other.lines.join('\n')).toContain(`Bolt available at ${other.weir.bolt!.url}`);
  await other.stop();
  await expect(client.executeQuery('RETURN 1')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  await client.close();
});
