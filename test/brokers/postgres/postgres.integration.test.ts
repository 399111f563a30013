/** Changes of PostgreSQL tables as a source, against a real server. */
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { describeIngestSource } from '@weir/plugins/conformance';
import { SeededRandom } from '@weir/platform';
import { postgresHere, PostgresServer } from '../../services/postgres-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { examplesBelow } from '../guide-examples.js';
import { KillRun } from '../kill-run.js';
import { PostgresSources, takeChanges } from './postgres-sources.js';
import { takeTexts } from '../take-texts.js';

const KILLS = Number(process.env['WEIR_TEST_POSTGRES_KILLS'] ?? 20);
const BATCH = 100;
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);

interface Change {
  readonly operation: string;
  readonly lsn: string;
  readonly sequence: number;
  readonly key?: object;
  readonly old?: object;
  readonly new?: Record<string, unknown>;
}

describeWith('changes of PostgreSQL', await postgresHere(), found => {
  let server: PostgresServer;
  let sources: PostgresSources;

  beforeAll(async () => {
    server = await PostgresServer.start(found);
    sources = new PostgresSources(server);
  });
  afterEach(() => sources.close());
  afterAll(() => server.stop());

  const freshTable = (columns?: string) => sources.tableWithSlot(columns);
  const make = (...given: Parameters<PostgresSources['make']>) => sources.make(...given);
  const open = (...given: Parameters<PostgresSources['open']>) => sources.open(...given);
  const take = (source: IngestSource, count: number) => takeChanges<Change>(source, count);

  const ids = (changes: readonly Change[]) => changes.map(({ new: row }) => row?.['id']);
  const slotOf = async (name: string) =>
    (await server.query(`SELECT * FROM pg_replication_slots WHERE slot_name = '${name}'`))[0];
  const isBehind = async (name: string, lsn: unknown, of = server) =>
    (
      await of.query(`SELECT '${String(lsn)}'::pg_lsn > confirmed_flush_lsn AS behind
                         FROM pg_replication_slots WHERE slot_name = '${name}'`)
    )[0]!['behind'];

  describeIngestSource('changes of PostgreSQL', async () => {
    const name = await freshTable();
    for (let id = 0; id < 6; id++) await server.query(`INSERT INTO ${name} VALUES (${id}, 'n')`);
    const source = await make(name);
    await source.open();
    const { texts } = await takeTexts(source, 6);
    await source.close();
    return { records: texts, make: () => make(name) };
  });

  test('reads inserts, updates, deletes and truncations, with old keys and new values', async () => {
    const name = await freshTable();
    const source = await open(name);
    await server.query(`INSERT INTO ${name} VALUES (1, 'Ann'), (2, NULL)`);
    await server.query(`UPDATE ${name} SET name = 'Bea' WHERE id = 1`);
    await server.query(`UPDATE ${name} SET id = 3 WHERE id = 2`);
    await server.query(`DELETE FROM ${name} WHERE id = 1`);
    await server.query(`TRUNCATE ${name}`);
    await server.query(`ALTER TABLE ${name} REPLICA IDENTITY FULL, ADD COLUMN more int`);
    await server.query(`INSERT INTO ${name} VALUES (4, 'Cleo', 1)`);
    await server.query(`UPDATE ${name} SET name = 'Dora'`);
    const { changes } = await take(source, 8);
    expect(changes).toMatchObject([
      {
        operation: 'insert',
        schema: 'public',
        table: name,
        sequence: 0,
        key: { id: 1 },
        new: { id: 1, name: 'Ann' },
      },
      { operation: 'insert', sequence: 1, key: { id: 2 }, new: { id: 2, name: null } },
      { operation: 'update', key: { id: 1 }, new: { id: 1, name: 'Bea' } },
      { operation: 'update', key: { id: 2 }, new: { id: 3, name: null } },
      { operation: 'delete', key: { id: 1 } },
      { operation: 'truncate', table: name },
      { operation: 'insert', new: { id: 4, name: 'Cleo', more: 1 } },
      { operation: 'update', old: { id: 4, name: 'Cleo', more: 1 }, new: { id: 4, name: 'Dora', more: 1 } },
    ]);
    expect(changes[4]!.new).toBeUndefined();
    expect(changes[0]!.lsn).toBe(changes[1]!.lsn);
  });

  test('values keep their digits, whatever the settings of the server', async () => {
    const name = await freshTable(
      'id bigint PRIMARY KEY, ok bool, d numeric(40, 20), f float8, n float8, j jsonb, at timestamptz, day date, b bytea, a int[], "a ""b" text',
    );
    const source = await open(name);
    await server.query(`INSERT INTO ${name} VALUES (9223372036854775807, true, 12345678901234567890.12345678901234567890,
      0.1, 'NaN', '{"x": 9007199254740993}', '2026-01-02 03:04:05.123456+00', '2026-01-02', '\\x00ff', '{1,2}', E'ü"\\n')`);
    const [text] = (await take(source, 1)).texts;
    expect(text).toContain(
      '"new":{"id":9223372036854775807,"ok":true,"d":"12345678901234567890.12345678901234567890",',
    );
    expect(text).toContain(
      '"f":0.1,"n":"NaN","j":{"x": 9007199254740993},"at":"2026-01-02T03:04:05.123456Z",',
    );
    expect(text).toContain('"day":"2026-01-02","b":"\\\\x00ff","a":"{1,2}","a \\"b":"ü\\"\\n"}');
  });

  test('a large unchanged value is left out, or taken from the old row', async () => {
    const name = await freshTable('id int PRIMARY KEY, n int, large text');
    const source = await open(name);
    await server.query(`ALTER TABLE ${name} ALTER COLUMN large SET STORAGE EXTERNAL`);
    await server.query(`INSERT INTO ${name} VALUES (1, 1, repeat('x', 10000))`);
    await server.query(`UPDATE ${name} SET n = 2`);
    await server.query(`ALTER TABLE ${name} REPLICA IDENTITY FULL`);
    await server.query(`UPDATE ${name} SET n = 3`);
    const { changes } = await take(source, 3);
    expect(changes[1]!.new).toEqual({ id: 1, n: 2 });
    expect(changes[2]!.new).toEqual({ id: 1, n: 3, large: 'x'.repeat(10_000) });
  });

  test('confirms only durable changes, in whole transactions', async () => {
    const name = await freshTable();
    const source = await open(name);
    await server.query(`INSERT INTO ${name} SELECT i, 'n' FROM generate_series(1, 10) i`);
    await server.query(`INSERT INTO ${name} VALUES (11, 'n')`);
    const { after: middle, changes } = await take(source, 4);
    const { after: end } = await take(source, 7);
    await source.acknowledge(middle);
    const before = await slotOf(name);
    expect(await isBehind(name, changes[0]!.lsn)).toBe(true);
    await source.acknowledge(end);
    await until(async () => (await isBehind(name, changes[0]!.lsn)) === false);
    expect((await slotOf(name))!['confirmed_flush_lsn']).not.toBe(before!['confirmed_flush_lsn']);
    await source.close();
    // In the middle of a transaction, whose end was not confirmed to the server.
    const name2 = await freshTable();
    await server.query(`INSERT INTO ${name2} SELECT i, 'n' FROM generate_series(1, 10) i`);
    await server.query(`INSERT INTO ${name2} VALUES (11, 'n')`);
    const first = await open(name2);
    const { after } = await take(first, 4);
    await first.acknowledge(after);
    await first.close();
    expect(ids((await take(await open(name2, after), 7)).changes)).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  test('distinguishes adjacent commits', async () => {
    const name = await freshTable();
    const source = await open(name);
    // Their changes precede both commits, which are adjacent in the log.
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.query(`BEGIN; INSERT INTO ${name} VALUES (${i}, 'n'); SELECT pg_sleep(0.2); COMMIT`),
      ),
    );
    const found = new Set<unknown>();
    let from: ResumePoint | undefined;
    let reader = source;
    for (let i = 0; i < 8; i++) {
      const { changes, after } = await take(reader, 1);
      found.add(ids(changes)[0]);
      await reader.acknowledge(after);
      await reader.close();
      from = after;
      reader = await open(name, from);
    }
    expect(found.size).toBe(8);
  });

  test('the log does not grow while other tables change', async () => {
    const name = await freshTable();
    await open(name).then(source => void source.next(1));
    await server.query('CREATE TABLE other (n int)');
    await server.query('INSERT INTO other SELECT generate_series(1, 1000)');
    const [{ lsn }] = (await server.query('SELECT pg_current_wal_lsn() AS lsn')) as [{ lsn: string }];
    // The server reports its position while it waits.
    await until(async () => (await isBehind(name, lsn)) === false);
  });

  test('does not replace a slot that disappeared after something was read from it', async () => {
    const name = await freshTable();
    const source = await open(name);
    await server.query(`INSERT INTO ${name} VALUES (1, 'n')`);
    const { after } = await take(source, 1);
    await source.close();
    await until(async () => (await slotOf(name))!['active'] === false);
    await server.query(`SELECT pg_drop_replication_slot('${name}')`);
    const again = await open(name, after);
    await expect(again.next(1)).rejects.toMatchObject({ code: 'ingest.source-changed' });
  });

  test.each([
    ['a wrong password', { password: 'wrong' }],
    ['no such database', { database: 'none' }],
    ['no such publication', { publication: 'none' }],
  ])('immediately rejects %s', async (_, fields) => {
    const name = await freshTable();
    await expect((await open(name, undefined, fields)).next(1)).rejects.toMatchObject({
      code: 'ingest.invalid',
    });
  });

  test('a dry run creates nothing permanent', async () => {
    const name = await freshTable();
    const trial = await make(name, {}, true);
    await trial.open();
    const reading = take(trial, 1);
    const slots = async () =>
      (await server.query('SELECT count(*)::int AS n FROM pg_replication_slots'))[0]!['n'];
    const before = Number(await slots());
    await until(async () => Number(await slots()) >= before && (await slotOf(name)) !== undefined);
    await until(
      async () =>
        (await server.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).length > 0,
    );
    await server.query(`INSERT INTO ${name} VALUES (1, 'n')`);
    expect(ids((await reading).changes)).toEqual([1]);
    await trial.close();
    await until(
      async () => (await server.query('SELECT 1 FROM pg_replication_slots WHERE temporary')).length === 0,
    );
    expect(ids((await take(await open(name), 1)).changes)).toEqual([1]);
  });

  test(
    `${KILLS} kills of the program and of the server, seed ${SEED}`,
    async () => {
      // A separate server: data of other tests would be lost when it is killed.
      const run = await KillRun.start('postgres', () => PostgresServer.start(found));
      const { server } = run;
      try {
        await server.query('CREATE TABLE kept (id int PRIMARY KEY, v int)');
        await server.query('CREATE PUBLICATION kept FOR TABLE kept');
        await server.query("SELECT pg_create_logical_replication_slot('kept', 'pgoutput')");
        await run.post('/api/v2/graph/quine/ingests', {
          name: 'changes',
          parallelism: 1,
          source: { type: 'PostgresChanges', ...server.login, slot: 'kept', publication: 'kept' },
          query:
            "MATCH (n) WHERE id(n) = idFrom('row', $that.key.id) SET n.v = $that.new.v, n.id = $that.new.id, n.gone = CASE WHEN $that.operation = 'delete' THEN true ELSE false END",
        });
        const written = await run.under({
          kills: KILLS,
          random: new SeededRandom(SEED),
          batch: BATCH,
          batches: 10,
          batchesAhead: 10,
          // The server may have been killed: the insert is present or absent as a whole.
          write: from =>
            server.query(
              `BEGIN; INSERT INTO kept SELECT i, 0 FROM generate_series(${from}, ${from + BATCH - 1}) i ON CONFLICT DO NOTHING;
               UPDATE kept SET v = id * 2 WHERE id BETWEEN ${from} AND ${from + BATCH - 1};
               DELETE FROM kept WHERE id BETWEEN ${from} AND ${from + BATCH - 1} AND id % 10 = 0; COMMIT`,
            ),
        });
        const { gateway } = run;
        const [there] = await server.query('SELECT count(*)::int AS n, sum(v)::int AS v FROM kept');
        await until(
          () => gateway.rows('MATCH (n) WHERE n.gone = false RETURN count(n), sum(n.v)'),
          rows => rows[0]?.[0] === there!['n'] && rows[0]?.[1] === there!['v'],
        );
        expect(await gateway.rows('MATCH (n) WHERE n.gone = true RETURN count(n)')).toEqual([[written / 10]]);
        expect(await new V1Client(gateway).ingest('changes')).toMatchObject({ status: 'Running' });
        const [{ lsn }] = (await server.query('SELECT pg_current_wal_lsn() AS lsn')) as [{ lsn: string }];
        await until(async () => (await isBehind('kept', lsn, server)) === false);
      } finally {
        await run.stop();
      }
    },
    60_000 + KILLS * 30_000,
  );

  test('runs the example of the guide unchanged', async () => {
    await server.query('CREATE TABLE orders (id int PRIMARY KEY, total int)');
    await server.query('INSERT INTO orders VALUES (6, 10)');
    const gateway = await GatewayProcess.start();
    try {
      const [example] = await examplesBelow('docs/guides/ingest/postgresql.md', '# PostgreSQL');
      const { source, ...rest } = JSON.parse(example!) as { source: object };
      const body = JSON.stringify({
        ...rest,
        source: { ...source, ...server.login, username: 'admin', password: 'none-needed' },
      });
      const headers = { 'content-type': 'application/json' };
      const made = await gateway.fetch('/api/v2/graph/quine/ingests', { method: 'POST', headers, body });
      const text = await made.text();
      expect([made.status, text]).toEqual([201, expect.not.stringContaining('none-needed')]);
      await until(
        () => gateway.rows("MATCH (n) WHERE id(n) = idFrom('order', 6) RETURN n.total"),
        rows => rows[0]?.[0] === 10,
      );
      await server.query('INSERT INTO orders VALUES (7, 20)');
      await until(
        () => gateway.rows("MATCH (n) WHERE id(n) = idFrom('order', 7) RETURN n.total"),
        rows => rows[0]?.[0] === 20,
      );
      await server.query('DELETE FROM orders');
      await until(
        () => gateway.rows("MATCH (n) WHERE id(n) = idFrom('order', 7) RETURN n.total"),
        rows => rows[0]?.[0] === null,
      );
    } finally {
      await gateway.stop();
    }
  });
});
