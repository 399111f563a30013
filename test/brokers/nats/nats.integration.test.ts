/** NATS JetStream as a source and as a destination, against a real server. */
import { parseIngestDefinition } from '@weir/definitions';
import type { IngestSource, ResumePoint } from '@weir/plugins';
import { describeIngestSource } from '@weir/plugins/conformance';
import { prepareNats } from '@weir/nats/source';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { examplesBelow } from '../guide-examples.js';
import { NatsStreams } from './nats-streams.js';
import { takeTexts } from '../take-texts.js';

const USER = { username: 'alice', password: 'wonder-land' };

describeWith('NATS JetStream', await natsHere(), found => {
  let server: NatsServer;
  let streams: NatsStreams;
  let number = 0;

  beforeAll(async () => {
    server = await NatsServer.start(found);
    streams = await NatsStreams.of(server);
  });
  afterAll(async () => {
    await streams.close();
    await server.stop();
  });

  async function withTexts(texts: readonly string[]): Promise<string> {
    const stream = `s${++number}`;
    await streams.create(stream);
    await streams.write(`${stream}.a`, texts);
    return stream;
  }

  describe('as a source', () => {
    const opened: IngestSource[] = [];

    afterEach(async () => {
      for (const source of opened.splice(0)) await source.close();
    });

    async function make(fields: object, name = `c${++number}`, isTrial = false): Promise<IngestSource> {
      const { source: definition } = parseIngestDefinition({
        query: '',
        source: { type: 'NatsJetStream', format: { type: 'Raw' }, servers: [server.address], ...fields },
      });
      if (definition.type !== 'NatsJetStream') throw new Error('no source of NATS');
      const environment = systemEnvironment();
      const outgoing = new OutgoingPolicy(OPEN_RULES);
      const nothing = { files: undefined as never, standardInput: undefined as never };
      const context = { environment, outgoing, isTrial, ...nothing };
      const source = (await prepareNats(name, definition, context)).openSource();
      opened.push(source);
      return source;
    }

    async function open(fields: object, name?: string, from?: ResumePoint): Promise<IngestSource> {
      const source = await make(fields, name);
      await source.open(from);
      return source;
    }

    describeIngestSource('NATS JetStream', async () => {
      const records = ['a', 'b', 'c', 'd', 'e', 'f'];
      const stream = await withTexts(records);
      return { records, make: () => make({ stream }) };
    });

    test('acknowledges durable messages, and the next reader resumes after them', async () => {
      const stream = await withTexts(['a', 'b', 'c', 'd']);
      const first = await open({ stream, ackWait: '1s' }, 'd');
      const { after } = await takeTexts(first, 2);
      await until(async () => (await streams.open(stream, 'd')).unacknowledged === 4);
      await first.acknowledge(after);
      await until(async () => (await streams.open(stream, 'd')).unacknowledged === 2);
      expect(first.status!()).toEqual({ lag: 2 });
      await first.close();
      expect((await takeTexts(await open({ stream }, 'd'), 2)).texts.sort()).toEqual(['c', 'd']);
    });

    test('a dry run leaves messages and consumers unchanged', async () => {
      const stream = await withTexts(['a', 'b', 'c']);
      const trial = await make({ stream }, 'trial', true);
      await trial.open();
      const consumers = async () => (await streams.manager.streams.info(stream)).state.consumer_count;
      expect((await takeTexts(trial, 2)).texts).toEqual(['a', 'b']);
      expect(await consumers()).toBe(1);
      await trial.close();
      expect([await consumers(), await streams.count(stream)]).toEqual([0, 3]);
      expect((await takeTexts(await open({ stream }, 'trial'), 3)).texts).toEqual(['a', 'b', 'c']);
    });

    test('does not read again a message whose acknowledgement was lost', async () => {
      const stream = await withTexts(['a', 'b', 'c']);
      const first = await open({ stream, ackWait: '1s' }, 'e');
      const { after } = await takeTexts(first, 2);
      await first.close();
      // Durable here, and the process ended before it could acknowledge.
      const second = await open({ stream }, 'e', JSON.parse(JSON.stringify(after)) as ResumePoint);
      expect((await takeTexts(second, 1)).texts).toEqual(['c']);
      await until(async () => (await streams.open(stream, 'e')).unacknowledged === 1);
    });

    test('withholds messages that take longer than the acknowledgement timeout', async () => {
      const stream = await withTexts(['a']);
      const slow = await open({ stream, ackWait: '3s' }, 'f');
      const { after } = await takeTexts(slow, 1);
      await streams.write(`${stream}.a`, ['b']);
      const other = await open({ stream }, 'f');
      const waiting = Promise.race([takeTexts(other, 1), takeTexts(slow, 1)]);
      expect((await waiting).texts).toEqual(['b']);
      const before = (await streams.manager.consumers.info(stream, 'f')).delivered.consumer_seq;
      // More than twice the acknowledgement timeout.
      const info = () => streams.manager.consumers.info(stream, 'f');
      const began = performance.now();
      await until(
        async () => (await info()).delivered.consumer_seq > before || performance.now() - began > 7_000,
      );
      expect((await info()).delivered.consumer_seq).toBe(before);
      await slow.acknowledge(after);
    });

    test('recreates a deleted consumer after the last acknowledged message', async () => {
      const stream = await withTexts(['a', 'b']);
      const source = await open({ stream }, 'g');
      await source.acknowledge((await takeTexts(source, 2)).after);
      await until(async () => (await streams.open(stream, 'g')).unacknowledged === 0);
      await streams.write(`${stream}.a`, ['c']);
      const { after } = await takeTexts(source, 1);
      await source.close();
      await streams.manager.consumers.delete(stream, 'g');
      await streams.write(`${stream}.a`, ['d']);
      const next = await open({ stream, deliverPolicy: 'NEW' }, 'g', after);
      // The known acknowledgements are some seconds old: this time there are none.
      expect((await takeTexts(next, 4)).texts).toEqual(['a', 'b', 'c', 'd']);
    });

    test('applies subjects, a start, and a limit on messages in flight', async () => {
      const stream = await withTexts([]);
      await streams.write(`${stream}.a`, ['a1', 'a2']);
      await streams.write(`${stream}.b`, ['b1', 'b2', 'b3']);
      const fields = { stream, filterSubjects: [`${stream}.b`], startSequence: 4, maxAckPending: 1 };
      const source = await open(fields, 'h');
      const { texts, after } = await takeTexts(source, 1);
      expect(texts).toEqual(['b2']);
      await source.acknowledge(after);
      expect((await takeTexts(source, 1)).texts).toEqual(['b3']);
    });

    test('rejects consumers of another type and invalid names', async () => {
      const stream = await withTexts(['a']);
      await streams.manager.consumers.add(stream, { durable_name: 'none', ack_policy: 'none' });
      const source = await open({ stream }, 'none');
      await expect(source.next(1)).rejects.toMatchObject({ code: 'ingest.invalid' });
      await expect(make({ stream }, 'a.b')).rejects.toMatchObject({ code: 'ingest.invalid' });
    });

    test('waits for a stream that does not exist yet', async () => {
      const stream = `s${++number}`;
      const source = await open({ stream });
      const waiting = takeTexts(source, 1);
      await until(() => source.status!().trouble?.includes('stream not found') === true);
      await streams.create(stream);
      await streams.write(`${stream}.a`, ['a']);
      expect((await waiting).texts).toEqual(['a']);
      expect(source.status!().trouble).toBeUndefined();
    });

    test('survives a server crash and restart without loss', async () => {
      const stream = await withTexts(['a', 'b']);
      const source = await open({ stream }, 'k');
      const { after } = await takeTexts(source, 2);
      await server.kill();
      await source.acknowledge(after);
      const waiting = takeTexts(source, 1);
      await until(() => source.status!().trouble !== undefined);
      await server.startAgain();
      // The writer's own connection may not be restored yet.
      await until(() =>
        streams.write(`${stream}.a`, ['c'], ['c']).then(
          () => true,
          () => false,
        ),
      );
      expect((await waiting).texts).toEqual(['c']);
      await until(async () => (await streams.open(stream, 'k')).unacknowledged === 1);
    });

    test('reads large and empty messages', async () => {
      const stream = await withTexts(['', 'x'.repeat(900_000), '', 'y'.repeat(900_000), 'z']);
      const { texts } = await takeTexts(await open({ stream }), 5);
      expect(texts.map(text => text.length)).toEqual([0, 900_000, 0, 900_000, 1]);
    });

    describe('logs in', () => {
      test.each([
        [
          'a user',
          ['authorization { user: alice, password: "wonder-land" }'],
          { type: 'UserPassword', ...USER },
        ],
        ['a token', ['authorization { token: "t0p" }'], { type: 'Token', token: 't0p' }],
      ])('with %s, or fails', async (_, lines, credentials) => {
        const guarded = await NatsServer.start(found, { lines });
        const { username: user, password: pass } = USER;
        const own = await NatsStreams.of(guarded, { user, pass, token: 't0p' });
        try {
          await own.create('s');
          await own.write('s.a', ['a']);
          const fields = { stream: 's', servers: [guarded.address] };
          expect((await takeTexts(await open({ ...fields, credentials }), 1)).texts).toEqual(['a']);
          const source = await open(fields);
          await expect(source.next(1)).rejects.toMatchObject({ code: 'ingest.invalid' });
        } finally {
          for (const source of opened.splice(0)) await source.close();
          await own.close();
          await guarded.stop();
        }
      });

      test('with an NKey', async () => {
        const { createUser } = await import('@nats-io/transport-node').then(({ nkeys }) => nkeys);
        const pair = createUser();
        const seed = new TextDecoder().decode(pair.getSeed());
        const guarded = await NatsServer.start(found, {
          lines: [`authorization { users = [ { nkey: ${pair.getPublicKey()} } ] }`],
        });
        const { nkeyAuthenticator } = await import('@nats-io/transport-node');
        const own = await NatsStreams.of(guarded, { authenticator: nkeyAuthenticator(pair.getSeed()) });
        try {
          await own.create('s');
          await own.write('s.a', ['a']);
          const credentials = { type: 'NKey', seed };
          const source = await open({ stream: 's', servers: [guarded.address], credentials });
          expect((await takeTexts(source, 1)).texts).toEqual(['a']);
          await source.close();
        } finally {
          await own.close();
          await guarded.stop();
        }
      });

      test('over TLS, to a host with the right certificate, by name and by address', async () => {
        const guarded = await NatsServer.start(found, { tls: true });
        const ca = guarded.certificate;
        const own = await NatsStreams.of(guarded, { tls: { ca }, servers: `localhost:${guarded.port}` });
        try {
          await own.create('s');
          await own.write('s.a', ['a', 'b']);
          for (const host of ['localhost', '127.0.0.1']) {
            const source = await open({ stream: 's', servers: [`${host}:${guarded.port}`], tls: { ca } });
            expect((await takeTexts(source, 2)).texts).toEqual(['a', 'b']);
            await source.close();
          }
          const untrusted = await open({ stream: 's', servers: [guarded.address], tls: {} });
          const waiting = untrusted.next(1);
          await until(() => /certificate/.test(untrusted.status!().trouble ?? ''));
          await untrusted.close();
          await waiting;
        } finally {
          await own.close();
          await guarded.stop();
        }
      });
    });
  });

  describe('in the program', () => {
    let gateway: GatewayProcess;
    let v1: V1Client;

    beforeAll(async () => {
      gateway = await GatewayProcess.start();
      v1 = new V1Client(gateway);
    });
    afterAll(() => gateway.stop());

    async function post(path: string, body: object): Promise<{ status: number; text: string }> {
      const headers = { 'content-type': 'application/json' };
      const response = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, text: await response.text() };
    }

    const INGESTS = '/api/v2/graph/quine/ingests';

    test('reads records and skips poison, hides secrets, and appears in both forms and version 1', async () => {
      const stream = await withTexts(['{"n":1}', 'poison', '{"n":9223372036854775806}']);
      const source = { type: 'NatsJetStream', format: { type: 'Json' }, servers: [server.address], stream };
      const query = "MATCH (n) WHERE id(n) = idFrom('nats', $that.n) SET n.nats = $that.n";
      const made = await post(INGESTS, {
        name: 'in',
        query,
        source: { ...source, credentials: { type: 'UserPassword', ...USER } },
      });
      expect(made.status).toBe(201);
      expect(made.text).not.toContain(USER.password);
      await until(
        () => v1.ingest('in'),
        ({ stats }) => stats.ingestedCount === 3 && (stats as { lag?: number }).lag === 0,
      );
      expect(await v1.ingest('in')).toMatchObject({
        status: 'Running',
        stats: { rejectedCount: 1 },
        settings: { type: 'OnlyInVersion2', source: 'NatsJetStream', query, parallelism: 16 },
      });
      const older = await (await gateway.fetch('/api/v2/ingests/in')).text();
      expect(older).toContain('"ackWait"');
      expect(older).not.toContain(USER.password);
      const rows = 'MATCH (n) WHERE n.nats IS NOT NULL RETURN count(n), max(n.nats) = 9223372036854775806';
      expect(await gateway.rows(rows)).toEqual([[2, true]]);
      await until(async () => (await streams.open(stream, 'in')).unacknowledged === 0);
      expect(await v1.call('DELETE', '/ingest/in', 200)).toMatchObject({ status: 'Terminated' });
    });

    test('sends results once: a match, its retraction, and rows of an enrichment', async () => {
      await streams.create('OUT', ['out.>']);
      await v1.createStanding('out', 'MATCH (n) WHERE n.out = true RETURN DISTINCT id(n) AS id', {
        includeCancellations: true,
      });
      const destination = { type: 'NatsJetStream', servers: [server.address], subject: 'out.plain' };
      const outputs = '/api/v2/graph/quine/standingQueries/out/outputs';
      const credentials = { type: 'Token', token: 'hidden' };
      const plain = await post(outputs, { name: 'a', destinations: [{ ...destination, credentials }] });
      expect(plain.status).toBe(201);
      expect(plain.text).not.toContain('hidden');
      const rows = await post(outputs, {
        name: 'b',
        filter: { type: 'OnlyPositiveMatch' },
        resultEnrichment: { query: 'UNWIND [1, 2, 2] AS i RETURN i' },
        destinations: [{ ...destination, subject: 'out.rows' }],
      });
      expect(rows.status).toBe(201);
      await v1.cypher("UNWIND range(1, 300) AS i MATCH (n) WHERE id(n) = idFrom('o', i) SET n.out = true");
      await v1.cypher("MATCH (n) WHERE id(n) = idFrom('o', 7) SET n.out = false");
      await until(async () => (await streams.count('OUT')) >= 301 + 900);
      const all = await streams.read('OUT');
      expect(all).toHaveLength(301 + 900);
      const cancelled = all.filter(({ id }) => id?.endsWith('-cancelled'));
      expect(cancelled).toHaveLength(1);
      expect(cancelled[0]!.text).toContain('"isPositiveMatch":false');
      expect(new Set(all.filter(({ subject }) => subject === 'out.plain').map(({ id }) => id)).size).toBe(
        301,
      );
    });

    test('only a result that no server accepts goes to the dead letters', async () => {
      await streams.create('BIG', ['big']);
      await v1.createStanding('big', 'MATCH (n) WHERE n.big IS NOT NULL RETURN n.big AS text', {
        pattern: {
          type: 'Cypher',
          query: 'MATCH (n) WHERE n.big IS NOT NULL RETURN n.big AS text',
          mode: 'MultipleValues',
        },
      });
      const destination = { type: 'NatsJetStream', servers: [server.address], subject: 'big' };
      const made = await post('/api/v2/graph/quine/standingQueries/big/outputs', {
        name: 'a',
        destinations: [destination],
      });
      expect(made.status).toBe(201);
      await v1.cypher(
        "UNWIND range(1, 10) AS i MATCH (n) WHERE id(n) = idFrom('big', i) SET n.big = CASE i WHEN 7 THEN $long ELSE toString(i) END",
        { long: 'x'.repeat(1_200_000) },
      );
      await until(async () => (await streams.count('BIG')) === 9);
    });

    test('rejects forbidden addresses and invalid servers', async () => {
      const source = { type: 'NatsJetStream', format: { type: 'Json' }, stream: 's' };
      const create = (servers: readonly string[]) =>
        post(INGESTS, { name: 'no', query: 'CREATE ($that)', source: { ...source, servers } });
      expect(await create(['169.254.169.254:4222'])).toMatchObject({ status: 400 });
      const named = await create(['alice:secret@127.0.0.1:4222']);
      expect(named.status).toBe(400);
      expect(named.text).not.toContain('secret');
    });

    test('runs the examples of the guides unchanged', async () => {
      const here = (text: string) => JSON.parse(text.replaceAll('localhost:4222', server.address)) as object;
      const [source] = await examplesBelow('docs/guides/ingest/nats.md', '# NATS JetStream');
      const [output] = await examplesBelow('docs/guides/standing-queries/outputs.md', '### NATS');
      await streams.create('ORDERS', ['orders.>']);
      await streams.create('MATCHES', ['matches']);
      await v1.createStanding('guide', 'MATCH (n) WHERE n.guide = true RETURN DISTINCT id(n) AS id', {});
      const outputs = '/api/v2/graph/quine/standingQueries/guide/outputs';
      expect(await post(outputs, here(output!))).toMatchObject({ status: 201 });
      expect(await post(INGESTS, here(source!))).toMatchObject({ status: 201 });
      await streams.write('orders.new', ['{"id":1,"guide":true}']);
      await until(async () => (await streams.count('MATCHES')) === 1);
    });
  });
});
