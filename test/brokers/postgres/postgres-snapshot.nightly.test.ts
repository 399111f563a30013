/** Existing rows of PostgreSQL tables, read before the changes of a source, against a real server. */
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { SeededRandom } from '@weir/platform';
import { postgresHere, PostgresServer } from '../../services/postgres-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { KillRun } from '../kill-run.js';
import { PostgresSources, takeChanges } from './postgres-sources.js';

const KILLS = Number(process.env['WEIR_TEST_POSTGRES_KILLS'] ?? 6);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const ROWS = 6_000;
/** Slow enough for kills while the rows are read. */
const RECORDS_PER_SECOND = 400;
const PATIENCE_MILLIS = 240_000;

interface Change {
  readonly operation: string;
  readonly table: string;
  readonly sequence: number;
  readonly key: Record<string, unknown>;
  readonly new?: Record<string, unknown>;
}

describeWith('rows of PostgreSQL before its changes', await postgresHere(), found => {
  let server: PostgresServer;
  let sources: PostgresSources;

  beforeAll(async () => {
    server = await PostgresServer.start(found);
    sources = new PostgresSources(server);
  });
  afterEach(() => sources.close());
  afterAll(() => server.stop());

  const freshTable = (columns?: string, published?: string) => sources.table(columns, published);
  const open = (name: string, from?: ResumePoint, isTrial?: boolean) =>
    sources.open(name, from, { snapshot: true }, isTrial);
  const take = (source: IngestSource, count: number) => takeChanges<Change>(source, count);

  const kinds = (changes: readonly Change[]) =>
    changes.map(({ operation, key, new: row }) => [operation, row?.['id'] ?? key['id'], row?.['name']]);
  const slots = async (where = 'true') =>
    (await server.query(`SELECT slot_name FROM pg_replication_slots WHERE ${where}`)).length;

  test('reads the rows of one snapshot first, and then each later change', async () => {
    const name = await freshTable();
    await server.query(`INSERT INTO ${name} SELECT i, 'old' FROM generate_series(1, 1000) i`);
    const source = await open(name);
    const { changes: first, texts } = await take(source, 10);
    expect(kinds(first)).toEqual(Array.from({ length: 10 }, (_, i) => ['read', i + 1, 'old']));
    expect(first[3]).toMatchObject({ table: name, sequence: 3, key: { id: 4 }, new: { id: 4, name: 'old' } });
    expect(texts[0]).toMatch(
      /^\{"operation":"read","schema":"public",.*"lsn":"[0-9A-F]+\/[0-9A-F]+".*"time":"2/,
    );
    await server.query(`UPDATE ${name} SET name = 'new' WHERE id IN (1, 900)`);
    await server.query(`DELETE FROM ${name} WHERE id IN (2, 901)`);
    await server.query(`INSERT INTO ${name} VALUES (5000, 'new')`);
    expect(kinds((await take(source, 990)).changes)).toEqual(
      Array.from({ length: 990 }, (_, i) => ['read', i + 11, 'old']),
    );
    expect(kinds((await take(source, 5)).changes)).toEqual([
      ['update', 1, 'new'],
      ['update', 900, 'new'],
      ['delete', 2, undefined],
      ['delete', 901, undefined],
      ['insert', 5000, 'new'],
    ]);
  });

  test('writes rows like changes: texts, nulls, generated columns, selected columns and rows', async () => {
    const columns = `id bigint PRIMARY KEY, ok bool, at timestamptz, "a ""b" char(4), twice int GENERATED ALWAYS AS (2) STORED, hidden int`;
    const name = await freshTable(columns, ' (id, ok, at, "a ""b") WHERE (id > 5)');
    const row = (id: string) => `(${id}, true, '2026-01-02 03:04:05.5+00', 'x', 1)`;
    const insert = `INSERT INTO ${name} (id, ok, at, "a ""b", hidden) VALUES`;
    await server.query(`${insert} ${row('5')}, ${row('9223372036854775806')}, (7, NULL, NULL, NULL, NULL)`);
    const source = await open(name);
    const { texts } = await take(source, 2);
    await server.query(`${insert} ${row('9223372036854775807')}`);
    const [change] = (await take(source, 1)).texts;
    expect(texts[0]).toContain('"key":{"id":7},"new":{"id":7,"ok":null,"at":null,"a \\"b":null}}');
    const rest = (text: string) => text.slice(text.indexOf('"key"'));
    expect(rest(texts[1]!)).toBe(rest(change!).replaceAll('5807', '5806'));
  });

  test('a later reader resumes after the last durable row, and misses no change', async () => {
    const name = await freshTable('a text, b int, name text, PRIMARY KEY (b, a)');
    const bare = `${name}_bare`;
    await server.query(`CREATE TABLE ${bare} (id int, name text)`);
    await server.query(`ALTER PUBLICATION ${name} ADD TABLE ${bare}`);
    await server.query(
      `INSERT INTO ${name} SELECT 'it''s ' || i % 7, i / 7, 'old' FROM generate_series(0, 699) i`,
    );
    await server.query(`INSERT INTO ${bare} SELECT i, 'old' FROM generate_series(1, 300) i`);
    const first = await open(name);
    const { after, changes } = await take(first, 300);
    await first.close();
    expect(changes.at(-1)!.key).toEqual({ b: 42, a: "it's 5" });
    await server.query(`DELETE FROM ${name} WHERE b = 3 OR b = 90`);
    await server.query(`UPDATE ${name} SET name = 'new' WHERE b = 4 OR b = 91`);
    const second = await open(name, after);
    const { changes: more, after: inBare } = await take(second, 393 + 20);
    await second.close();
    expect(more[0]!.key).toEqual({ b: 42, a: "it's 6" });
    expect(more.filter(({ table }) => table === bare)).toHaveLength(20);
    // A table without a primary key starts over, a completely read one does not.
    const third = await open(name, inBare);
    const { changes: last } = await take(third, 300 + 28);
    expect(last.slice(0, 300).map(({ new: row }) => row!['id'])).toEqual(
      Array.from({ length: 300 }, (_, i) => i + 1),
    );
    expect(last.slice(300).map(({ operation, key }) => `${operation} ${String(key['b'])}`)).toEqual([
      ...Array<string>(7).fill('delete 3'),
      ...Array<string>(7).fill('delete 90'),
      ...Array<string>(7).fill('update 4'),
      ...Array<string>(7).fill('update 91'),
    ]);
  });

  test('an existing slot delivers its changes after the rows', async () => {
    const name = await freshTable();
    await server.query(`SELECT pg_create_logical_replication_slot('${name}', 'pgoutput')`);
    await server.query(`INSERT INTO ${name} VALUES (1, 'n')`);
    const source = await open(name);
    const { after, changes } = await take(source, 2);
    expect(kinds(changes)).toEqual([
      ['read', 1, 'n'],
      ['insert', 1, 'n'],
    ]);
    await source.acknowledge(after);
    await source.close();
    await server.query(`INSERT INTO ${name} VALUES (2, 'n')`);
    expect(kinds((await take(await open(name, after), 1)).changes)).toEqual([['insert', 2, 'n']]);
  });

  test('does not replace a slot that disappears while the rows are read', async () => {
    const name = await freshTable();
    await server.query(`INSERT INTO ${name} VALUES (1, 'n'), (2, 'n')`);
    const source = await open(name);
    const { after } = await take(source, 1);
    await source.close();
    await until(async () => (await slots(`slot_name = '${name}' AND NOT active`)) === 1);
    await server.query(`SELECT pg_drop_replication_slot('${name}')`);
    await expect((await open(name, after)).next(1)).rejects.toMatchObject({ code: 'ingest.source-changed' });
  });

  test('reports a table without permission before creating a slot', async () => {
    const name = await freshTable();
    await server.query('REVOKE pg_read_all_data FROM alice');
    try {
      await expect((await open(name)).next(1)).rejects.toMatchObject({
        code: 'ingest.invalid',
        message: expect.stringContaining(`SELECT on public.${name}`) as string,
      });
      expect(await slots(`slot_name = '${name}'`)).toBe(0);
    } finally {
      await server.query('GRANT pg_read_all_data TO alice');
    }
  });

  test('a dry run reads the rows too, and creates nothing permanent', async () => {
    const name = await freshTable();
    await server.query(`INSERT INTO ${name} VALUES (1, 'n')`);
    const trial = await open(name, undefined, true);
    expect(kinds((await take(trial, 1)).changes)).toEqual([['read', 1, 'n']]);
    await trial.close();
    await until(async () => (await slots(`temporary OR slot_name = '${name}'`)) === 0);
  });

  test(
    `${KILLS} kills while the rows are read, seed ${SEED}`,
    async () => {
      const random = new SeededRandom(SEED);
      const run = await KillRun.start('postgres-rows', () => PostgresServer.start(found));
      try {
        const { server: killed } = run;
        await killed.query('CREATE TABLE kept (id int PRIMARY KEY, v int)');
        await killed.query(`INSERT INTO kept SELECT i, i FROM generate_series(1, ${ROWS}) i`);
        await killed.query('CREATE PUBLICATION kept FOR TABLE kept');
        await run.post('/api/v2/graph/quine/ingests', {
          name: 'rows',
          parallelism: 1,
          maxPerSecond: RECORDS_PER_SECOND,
          source: {
            type: 'PostgresChanges',
            ...killed.login,
            slot: 'kept',
            publication: 'kept',
            snapshot: true,
          },
          query: `MATCH (n) WHERE id(n) = idFrom('row', $that.key.id)
                  SET n.id = $that.key.id, n.v = $that.new.v, n.gone = ($that.operation = 'delete')`,
        });
        const count = async (where: string) =>
          Number((await run.gateway.rows(`MATCH (n) WHERE ${where} RETURN count(n)`))[0]![0]);
        let inTheMiddle = 0;
        for (let kill = 0; kill < KILLS; kill++) {
          const goal = (ROWS * (kill + random.next())) / (KILLS + 1);
          await until(async () => (await count('n.id IS NOT NULL')) >= goal);
          // Rows that were already read, and rows that were not.
          const id = () => 1 + Math.floor(random.next() * ROWS);
          const ids = (length: number) => Array.from({ length }, id).join(', ');
          await killed.query(
            `BEGIN; UPDATE kept SET v = v + ${ROWS} WHERE id IN (${ids(20)}); DELETE FROM kept WHERE id IN (${ids(20)});
             INSERT INTO kept VALUES (${ROWS + 1 + kill}, 0); COMMIT`,
          );
          if ((await count('n.gone IS NOT NULL')) < ROWS) inTheMiddle++;
          await run.kill(kill % 2 === 0 ? 'program' : 'server');
        }
        // All of them, unless the machine is very busy.
        expect(inTheMiddle).toBeGreaterThan(0);
        const there = await killed.query('SELECT id, v FROM kept ORDER BY id');
        const rows = await until(
          () => run.gateway.rows('MATCH (n) WHERE n.gone = false RETURN n.id, n.v ORDER BY n.id'),
          answer => JSON.stringify(answer) === JSON.stringify(there.map(({ id, v }) => [id, v])),
          PATIENCE_MILLIS,
        );
        expect(rows).toHaveLength(there.length);
      } finally {
        await run.stop();
      }
    },
    120_000 + KILLS * 60_000,
  );
});
