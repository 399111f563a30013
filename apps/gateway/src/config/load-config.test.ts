import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirError } from '@weir/platform';
import type { ConfigSources } from './gather-settings.js';
import { loadConfig, withoutSecrets } from './load-config.js';
import { environmentName, SETTINGS } from './settings.js';

const folder = mkdtempSync(join(tmpdir(), 'weir-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function file(text: string): string {
  const path = join(folder, `config-${files++}.yaml`);
  writeFileSync(path, text);
  return path;
}

function sources(given: Partial<ConfigSources>): ConfigSources {
  return { options: {}, properties: new Map(), environment: {}, ...given };
}

function problemOf(given: Partial<ConfigSources>): string {
  try {
    loadConfig(sources(given));
  } catch (error) {
    if (error instanceof WeirError && error.code === 'config.invalid') return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

test('has safe and complete defaults', () => {
  expect(loadConfig(sources({})).config).toMatchObject({
    'webserver.address': '127.0.0.1',
    'webserver.port': 8080,
    'store.type': 'embedded',
    'store.filepath': 'weir-data',
    'file-ingest.allowed-directories': ['.'],
    'should-resume-ingest': true,
    'ingest-resume.from': 'position',
    'ingest-resume.save-every': 1_000,
  });
});

test('the stronger source wins: options, properties, environment, file', () => {
  const path = file('webserver:\n  port: 1\n  address: a\nshard-count: 1\nworkers: 1\n');
  const config = loadConfig(
    sources({
      file: path,
      environment: { WEIR_WEBSERVER_PORT: '2', WEIR_SHARD_COUNT: '2', WEIR_WORKERS: '2' },
      properties: new Map([
        ['webserver.port', '3'],
        ['shard-count', '3'],
      ]),
      options: { 'webserver.port': 4 },
    }),
  ).config;
  expect(config).toMatchObject({
    'webserver.port': 4,
    'shard-count': 3,
    workers: 2,
    'webserver.address': 'a',
  });
});

test('reads variables of the reference, which are weaker than our own', () => {
  const environment = {
    CONFIG_FORCE_quine_webserver_port: '81',
    CONFIG_FORCE_quine_in__memory__soft__node__limit: '1000',
    CONFIG_FORCE_quine_shard__count: '3',
    CONFIG_FORCE_akka_loglevel: 'DEBUG',
    WEIR_SHARD_COUNT: '2',
  };
  expect(loadConfig(sources({ environment })).config).toMatchObject({
    'webserver.port': 81,
    'in-memory-soft-node-limit': 1000,
    'shard-count': 2,
  });
  expect(
    () => loadConfig(sources({ environment: { CONFIG_FORCE_quine_web___server_port: '1' } })).config,
  ).toThrow(
    /Unknown configuration key 'web_server\.port' in the environment variable CONFIG_FORCE_quine_web___server_port/,
  );
});

test.each<[string, string, Record<string, unknown>]>([
  ['nested', 'webserver:\n  use-tls: no\n  port: "81"', { 'webserver.use-tls': false, 'webserver.port': 81 }],
  ['dotted', 'webserver.port: 81', { 'webserver.port': 81 }],
  ['under the name of the product', 'weir:\n  webserver:\n    port: 81', { 'webserver.port': 81 }],
  [
    'under the name of its predecessor',
    '{"quine": {"webserver": {"port": 81}}, "akka": {}}',
    { 'webserver.port': 81 },
  ],
  [
    'durations',
    'timeout: 3 m\nwebserver.results-heartbeat: 5s',
    { timeout: 180_000, 'webserver.results-heartbeat': 5_000 },
  ],
  ['sizes', 'webserver.maximum-body-size: 2m', { 'webserver.maximum-body-size': 2_097_152 }],
  [
    'stores of the predecessor',
    'store: { type: rocks-db, filepath: x, sync-all-writes: on, bloom-filter-size: 1000 }',
    { 'store.type': 'embedded', 'store.filepath': 'x', 'store.sync-all-writes': true },
  ],
  ['a store that keeps nothing', 'store.type: empty', { 'store.type': 'empty' }],
  ['no limits', 'in-memory-soft-node-limit: null', { 'in-memory-soft-node-limit': null }],
  ['empty', '', { 'webserver.port': 8080 }],
])('a file: %s', (_name, text, expected) => {
  expect(loadConfig(sources({ file: file(text) })).config).toMatchObject(expected);
});

test.each<[string, Partial<ConfigSources>, RegExp]>([
  [
    'unknown key in a file',
    { file: file('webserver:\n  prot: 1') },
    /^Configuration error: Unknown configuration key 'webserver\.prot' in .*\.yaml \(line 2, column 3\); did you mean 'webserver\.port'\?\n/,
  ],
  [
    'unknown property',
    { properties: new Map([['nothing.like.it', '1']]) },
    /^Configuration error: Unknown configuration key 'nothing\.like\.it' in -Dnothing\.like\.it\n/,
  ],
  [
    'wrong type',
    { environment: { WEIR_WEBSERVER_PORT: 'http' } },
    /^Configuration error: Invalid value "http" for 'webserver\.port' in the environment variable WEIR_WEBSERVER_PORT: expected a whole number from 0 to 65535$/,
  ],
  [
    'a store that is not here',
    { file: file('store.type: keyspaces') },
    /Invalid value "keyspaces" for 'store\.type'.* valid values are embedded, cassandra, logged, memory, empty/,
  ],
  [
    'limits the wrong way round',
    { file: file('in-memory-hard-node-limit: 5') },
    /must be above in-memory-soft-node-limit/,
  ],
  [
    'a file that is missing',
    { file: join(folder, 'none.yaml') },
    /^Configuration error: Cannot read .*none\.yaml/,
  ],
  ['bad YAML', { file: file('a: "') }, /^Configuration error: .*line/],
  ['no keys', { file: file('- 1') }, /contains no keys$/],
])('reports %s in one clear line', (_name, given, expected) => {
  const problem = problemOf(given);
  expect(problem).toMatch(expected);
  const [, ...others] = problem.split('\n');
  expect(others.filter(line => !line.includes('--ignore-unknown-settings'))).toEqual([]);
});

describe('settings without effect', () => {
  test('are listed, each with its position and what to do', () => {
    const given = {
      file: file('quine:\n  store:\n    keyspace: k\n  labels-property: x\nwebserver: { port: 1 }'),
      environment: { WEIR_WEBSERVER_PROT: '1', CONFIG_FORCE_quine_nothing: '1' },
      otherProperties: new Map([['webserver.port', '1']]),
      properties: new Map([['webserver.tls.key', 'key.pem']]),
    };
    expect(problemOf(given).split('\n')).toEqual([
      'Found 7 configuration errors:',
      expect.stringMatching(/^1\. 'webserver' conflicts with 'quine' in .*\.yaml; move it into 'quine'$/),
      '2. Unknown environment variable WEIR_WEBSERVER_PROT; did you mean WEIR_WEBSERVER_PORT?',
      '3. Unknown property -Dwebserver.port; did you mean -Dweir.webserver.port?',
      expect.stringMatching(
        /^4\. Configuration key 'store\.keyspace' in .*\(line 3, column 5\) has no effect without store\.type cassandra$/,
      ),
      expect.stringMatching(/^5\. Configuration key 'labels-property' in .* has no effect: labels are/),
      "6. Unknown configuration key 'nothing' in the environment variable CONFIG_FORCE_quine_nothing",
      "7. Configuration key 'webserver.tls.key' in -Dwebserver.tls.key has no effect without webserver.use-tls",
      'To start without these settings: --ignore-unknown-settings',
    ]);
    const options = { 'ignore-unknown-settings': true };
    const { config, notes } = loadConfig(sources({ ...given, options }));
    expect(config['webserver.port']).toBe(8080);
    expect(notes).toHaveLength(7);
    expect(notes[1]).toBe(
      'Ignored as configured: Unknown environment variable WEIR_WEBSERVER_PROT; did you mean WEIR_WEBSERVER_PORT?',
    );
  });

  test('an unreadable value always prevents the start', () => {
    const options = { 'ignore-unknown-settings': true };
    expect(problemOf({ options, environment: { WEIR_WORKERS: 'many', WEIR_NOTHING: '1' } })).toMatch(
      /^Configuration error: Invalid value "many" for 'workers'[^\n]*$/,
    );
  });

  test('ignores variables and properties of other programs', () => {
    const environment = {
      WEIR_SERVICE_HOST: '10.0.0.1',
      WEIR_SERVICE_PORT_HTTP: '80',
      WEIR_PORT: 'tcp://10.0.0.1:80',
      WEIR_PORT_80_TCP_ADDR: '10.0.0.1',
      WEIR_UI_SERVICE_PORT: '80',
      WEIR_TOKEN: 'x',
      WEIR_TEST_SEED: '1',
    };
    const otherProperties = new Map([
      ['file.encoding', 'UTF-8'],
      ['config.override_with_env_vars', 'true'],
      ['akka.loglevel', 'INFO'],
    ]);
    expect(loadConfig(sources({ environment, otherProperties })).notes).toEqual([]);
    expect(problemOf({ environment: { WEIR_PORT: '80' } })).toMatch(
      /^Configuration error: Unknown environment/,
    );
  });
});

describe('a configuration for Quine', () => {
  /** All keys of the reference with their defaults, except keys of other stores. */
  const DEFAULTS = `
quine:
  dump-config: no
  timeout: 2m
  shard-count: 4
  in-memory-soft-node-limit: 10000
  in-memory-hard-node-limit: 75000
  decline-sleep-when-write-within: 100ms
  decline-sleep-when-access-within: 0
  max-catch-up-sleep: 2s
  should-resume-ingest: no
  labels-property: __LABEL
  edge-iteration: reverse-insertion
  default-api-version: v2
  help-make-quine-better: true
  webserver:
    address: 0.0.0.0
    port: 8080
    enabled: true
    use-tls: no
    use-mtls: { enabled: no, trust-store: null, health-endpoints: { enabled: no, port: 8081 } }
  webserver-advertise: { address: example.org, port: 80, path: /graph, use-tls: yes }
  id: { type: uuid, partitioned: false }
  store: { type: rocks-db, filepath: quine.db, write-ahead-log: on, sync-all-writes: off,
           create-parent-dir: no, bloom-filter-size: null }
  persistence: { journal-enabled: true, snapshot-schedule: on-node-sleep, snapshot-singleton: false,
                 standing-query-schedule: on-node-sleep, effect-order: persistor-first }
  metrics-reporters: [{ type: jmx }]
  metrics: { enable-debug-metrics: no }
  log-config: { show-unsafe: yes, show-exceptions: yes, redactor: { type: redact-hide } }
  file-ingest: { allowed-directories: ["."], resolution-mode: dynamic }
akka: { loglevel: INFO }
`;
  test('starts with every default, and lists settings that make no difference', () => {
    const { config, notes } = loadConfig(sources({ file: file(DEFAULTS) }));
    expect(config).toMatchObject({ 'store.filepath': 'quine.db', 'should-resume-ingest': false });
    const named = notes.map(note => /^Configuration key '([^']+)' in .* has no effect: /.exec(note)?.[1]);
    expect(named).toEqual([
      'decline-sleep-when-write-within',
      'decline-sleep-when-access-within',
      'max-catch-up-sleep',
      'labels-property',
      'edge-iteration',
      'help-make-quine-better',
      'store.write-ahead-log',
      'store.create-parent-dir',
      'store.bloom-filter-size',
      'persistence.standing-query-schedule',
      'metrics-reporters',
      'metrics.enable-debug-metrics',
      'log-config.show-unsafe',
      'log-config.show-exceptions',
      'log-config.redactor',
    ]);
  });

  test('does not start with a request for unavailable features', () => {
    const problem = problemOf({
      file: file(
        `
        quine.log-config.show-unsafe: no
        quine.metrics-reporters: [{ type: influxdb, period: 30s }]
        quine.webserver.use-mtls.trust-store: { path: a.p12, password: x }`.replaceAll('quine.', ''),
      ),
    });
    expect(problem).toMatch(/'log-config\.show-unsafe' .*: values in log messages are not redacted/);
    expect(problem).toMatch(/'metrics-reporters' .*: metrics are available at \/metrics/);
    expect(problem).toMatch(/'webserver\.use-mtls\.trust-store\.password' .*: the trust store is a PEM file/);
  });

  test('applies its variables', () => {
    const environment = { QUINE_DATA: 'd', SSL_KEYSTORE_PATH: 'k.p12', SSL_KEYSTORE_PASSWORD: 'x' };
    expect(loadConfig(sources({ environment })).config).toMatchObject({
      'store.filepath': 'd',
      'webserver.use-tls': true,
      'webserver.tls.keystore': 'k.p12',
    });
    expect(loadConfig(sources({ environment, file: file('store.filepath: f') })).config).toMatchObject({
      'store.filepath': 'f',
    });
    const otherProperties = new Map([['thatdot.loglevel', 'TRACE']]);
    expect(loadConfig(sources({ otherProperties })).config).toMatchObject({ 'log-level': 'debug' });
  });
});

describe('a store in Cassandra', () => {
  test('accepts the settings of Quine and its variables, which the file overrides', () => {
    const text = `quine:
  store:
    type: cassandra
    keyspace: mine
    endpoints: a:1, b
    read-consistency: LOCAL_ONE
    write-timeout: 5 s
    snapshot-part-max-size-bytes: 1000
`;
    const environment = { CASSANDRA_KEYSPACE: 'other', CASSANDRA_REPLICATION_FACTOR: '3' };
    expect(loadConfig(sources({ file: file(text), environment })).config).toMatchObject({
      'store.type': 'cassandra',
      'store.keyspace': 'mine',
      'store.endpoints': ['a:1', 'b'],
      'store.replication-factor': 3,
      'store.read-consistency': 'local-one',
      'store.write-consistency': 'local-quorum',
      'store.write-timeout': 5_000,
      'store.take-over': false,
    });
  });

  test('does not show its password', () => {
    const config = loadConfig(
      sources({ file: file('store: { type: cassandra, username: ann, password: secret }') }),
    ).config;
    expect(withoutSecrets(config)).toMatchObject({ 'store.username': 'ann', 'store.password': '****' });
  });

  test('ignores its variables with another store, but reports its settings', () => {
    const environment = { CASSANDRA_KEYSPACE: 'other' };
    expect(loadConfig(sources({ environment })).config).toMatchObject({ 'store.keyspace': 'weir' });
    expect(problemOf({ file: file('store.keyspace: mine') })).toMatch(
      /no effect without store\.type cassandra/,
    );
    expect(problemOf({ file: file('store: { type: cassandra, keyspace: my-own }') })).toMatch(/expected a-z/);
    expect(problemOf({ file: file('store: { type: cassandra, write-consistency: most }') })).toMatch(
      /expected one, two/,
    );
  });
});

test('reports settings that a single process does not use, and settings that several processes cannot share', () => {
  const cluster = '{ directory: "nats:4222" }';
  expect(problemOf({ file: file('cluster: { lease: 2s }') })).toMatch(/no effect without cluster\.directory/);
  expect(problemOf({ file: file(`cluster: ${cluster}`) })).toMatch(/needs store\.type cassandra or logged/);
  expect(
    problemOf({ file: file(`{ cluster: ${cluster}, store: { type: cassandra, take-over: yes } }`) }),
  ).toMatch(/cannot be combined with store\.take-over/);
});

describe('a directory that requires a login', () => {
  const cluster = (more: string): string =>
    file(`{ store: { type: cassandra }, cluster: { directory: "nats:4222", nats: { ${more} } } }`);

  test('does not show the credentials', () => {
    const secrets = ['username: ann, password: secret', 'token: secret', `nkey-seed: SU${'A'.repeat(56)}`];
    for (const secret of secrets) {
      const shown = JSON.stringify(withoutSecrets(loadConfig(sources({ file: cluster(secret) })).config));
      expect(shown).toContain('****');
      expect(shown).not.toMatch(/secret|SUA/);
    }
    expect(problemOf({ file: cluster('nkey-seed: SECRET') })).toMatch(
      /^(?!.*SECRET).*cluster\.nats\.nkey-seed/,
    );
  });

  test.each([
    [
      'token: a, username: b, password: c',
      /use only one of the ways to log in .*username, cluster\.nats\.token$/,
    ],
    ['password: c', /must be set together/],
    ['use-tls: yes, tls: { key: a }', /certificate and cluster\.nats\.tls\.key must be set together/],
    ['tls: { authorities: a }', /no effect without cluster\.nats\.use-tls/],
  ])('%s', (more, problem) => {
    expect(problemOf({ file: cluster(more) })).toMatch(problem);
  });

  test('accepts TLS between the processes, but not client certificates', () => {
    const tls = (more: string): string =>
      file(
        `{ store: { type: cassandra }, webserver: { ${more} }, cluster: { directory: "nats:4222", address: "https://a:8080" } }`,
      );
    expect(loadConfig(sources({ file: tls('use-tls: yes') })).config).toMatchObject({
      'webserver.use-tls': true,
    });
    const mutual = tls('use-tls: yes, use-mtls: { enabled: yes }');
    expect(problemOf({ file: mutual })).toMatch(/cannot be combined with webserver\.use-mtls/);
  });
});

test('no two keys share an environment variable', () => {
  const names = Object.keys(SETTINGS).map(environmentName);
  expect(new Set(names).size).toBe(names.length);
});
