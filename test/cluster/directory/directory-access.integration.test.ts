/**
 * Gateways whose directory is a real NATS server with TLS and authentication: all login methods, with only the
 * permissions that the guide names. A rejected gateway reports that without secrets. Without a store, an admitted
 * gateway takes the graph, and cannot open it.
 */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { natsOperator } from '../../services/nats-operator.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { projectFile } from '../../support/project-file.js';

const PASSWORD = 'wonder-land';

describeWith('A directory that asks who one is', await natsHere(), found => {
  let folder: string;
  let server: NatsServer | undefined;
  let gateway: GatewayProcess | undefined;

  beforeEach(async () => void (folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-access-')))));
  afterEach(async () => {
    await gateway?.kill();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function serve(...lines: string[]): Promise<NatsServer> {
    server = await NatsServer.start(found, { tls: true, lines });
    return server;
  }

  /** @param secrets environment variables. */
  function start(host: string, secrets: Record<string, string>, ...more: string[]): GatewayProcess {
    const inCassandra = ['-Dweir.store.type=cassandra', '-Dweir.store.endpoints=127.0.0.1:1'];
    gateway = spawn(host, secrets, ...inCassandra, '-Dweir.dump-config=true', ...more);
    return gateway;
  }

  function spawn(host: string, secrets: Record<string, string>, ...more: string[]): GatewayProcess {
    const directory = `-Dweir.cluster.directory=${host}:${server!.port}`;
    return GatewayProcess.spawnWith(folder, secrets, directory, ...more);
  }

  function overTls(): string[] {
    const authorities = join(server!.folder, 'cert.pem');
    return ['-Dweir.cluster.nats.use-tls=true', `-Dweir.cluster.nats.tls.authorities=${authorities}`];
  }

  async function expectLetIn({ status, results }: GatewayProcess, secret: string): Promise<void> {
    await status.matching(/takes over the graph, epoch 1/);
    expect([...status.seen, ...results.seen].join('\n')).not.toContain(secret);
  }

  test('logs in with a name and a password, with the permissions of the guide', async () => {
    const guide = await readFile(projectFile('docs/guides/cluster.md'), 'utf8');
    const permissions = /permissions: (\{[^`]*?\n\})\n/.exec(guide)![1]!;
    const password = JSON.stringify(PASSWORD);
    await serve(
      `authorization { users = [ { user: weir, password: ${password}, permissions: ${permissions} } ] }`,
    );
    const secrets = { WEIR_CLUSTER_NATS_USERNAME: 'weir', WEIR_CLUSTER_NATS_PASSWORD: PASSWORD };
    await expectLetIn(start('localhost', secrets, ...overTls()), PASSWORD);
  });

  test('keeps a graph in a log, cuts and follows it, with the permissions of the guide', async () => {
    const guide = await readFile(projectFile('docs/guides/cluster/log.md'), 'utf8');
    const permissions = /permissions: (\{[^`]*?\n\})\n/.exec(guide)![1]!;
    const password = JSON.stringify(PASSWORD);
    await serve(
      `authorization { users = [ { user: weir, password: ${password}, permissions: ${permissions} } ] }`,
    );
    const secrets = { WEIR_CLUSTER_NATS_USERNAME: 'weir', WEIR_CLUSTER_NATS_PASSWORD: PASSWORD };
    const inLog = (name: string): string[] => [
      '-Dweir.store.type=logged',
      `-Dweir.store.filepath=${join(folder, name)}`,
      '-Dweir.store.snapshot-interval=1k',
      '-Dweir.log-level=debug',
      ...overTls(),
    ];
    const owner = spawn('localhost', secrets, ...inLog('one'));
    try {
      await owner.ready();
      // The log is cut when a shard has its second snapshot.
      await until(async () => {
        await owner.fetch('/api/v1/query/cypher', {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: 'UNWIND range(1, 50) AS n MATCH (a) WHERE id(a) = idFrom(n) SET a.at = timestamp()',
        });
        return (
          owner.status.seen.filter(line => line.includes('a snapshot of the graph was stored')).length > 8
        );
      });
      gateway = spawn('localhost', secrets, ...inLog('two'));
      await gateway.status.matching(/reading a snapshot of the graph/);
      await gateway.status.matching(/the copy of the graph is up to date/);
    } finally {
      await owner.kill();
    }
  });

  test('logs in with a token, to a server named by its address', async () => {
    await serve(`authorization { token: ${JSON.stringify(PASSWORD)} }`);
    await expectLetIn(start('127.0.0.1', { WEIR_CLUSTER_NATS_TOKEN: PASSWORD }, ...overTls()), PASSWORD);
  });

  test('logs in with an NKey', async () => {
    const pair = nkeys.createUser();
    await serve(`authorization { users = [ { nkey: ${pair.getPublicKey()} } ] }`);
    const seed = Buffer.from(pair.getSeed()).toString();
    await expectLetIn(start('localhost', { WEIR_CLUSTER_NATS_NKEY_SEED: seed }, ...overTls()), seed);
  });

  test('logs in with a credentials file', async () => {
    const { lines, credentials } = natsOperator();
    await serve(...lines);
    const file = join(folder, 'weir.creds');
    await writeFile(file, credentials);
    const named = `-Dweir.cluster.nats.credentials-file=${file}`;
    await expectLetIn(start('localhost', {}, named, ...overTls()), credentials.split('\n')[1]!);
  });

  test.each<[string, Record<string, string>, () => string[], RegExp]>([
    ['another password', { WEIR_CLUSTER_NATS_PASSWORD: 'guessed' }, overTls, /Authorization/],
    ['a server that nobody trusts', {}, () => ['-Dweir.cluster.nats.use-tls=true'], /certificate/],
    [
      'a file that is not there',
      {},
      () => ['-Dweir.cluster.nats.use-tls=true', '-Dweir.cluster.nats.tls.authorities=none.pem'],
      /none\.pem cannot be read/,
    ],
  ])('%s: exits and reports the reason', async (_, secrets, options, why) => {
    await serve(`authorization { users = [ { user: weir, password: ${JSON.stringify(PASSWORD)} } ] }`);
    const known = { WEIR_CLUSTER_NATS_USERNAME: 'weir', WEIR_CLUSTER_NATS_PASSWORD: PASSWORD };
    const { exit, status } = start('localhost', { ...known, ...secrets }, ...options());
    expect(await exit).toBe(1);
    expect(status.seen.at(-1)).toMatch(why);
    expect(status.seen.join('\n')).not.toMatch(/guessed|wonder-land/);
  });
});
