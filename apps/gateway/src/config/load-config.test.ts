import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirError } from '@weir/model';
import { loadConfig, unusedSettings, type ConfigSources } from './load-config.js';
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

test('defaults are safe and complete', () => {
  expect(loadConfig(sources({}))).toMatchObject({
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
  );
  expect(config).toMatchObject({
    'webserver.port': 4,
    'shard-count': 3,
    workers: 2,
    'webserver.address': 'a',
  });
});

test('variables of the reference, weaker than our own', () => {
  const environment = {
    CONFIG_FORCE_quine_webserver_port: '81',
    CONFIG_FORCE_quine_in__memory__soft__node__limit: '1000',
    CONFIG_FORCE_quine_shard__count: '3',
    CONFIG_FORCE_akka_loglevel: 'DEBUG',
    WEIR_SHARD_COUNT: '2',
  };
  expect(loadConfig(sources({ environment }))).toMatchObject({
    'webserver.port': 81,
    'in-memory-soft-node-limit': 1000,
    'shard-count': 2,
  });
  expect(() => loadConfig(sources({ environment: { CONFIG_FORCE_quine_web___server_port: '1' } }))).toThrow(
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
  expect(loadConfig(sources({ file: file(text) }))).toMatchObject(expected);
});

test.each<[string, Partial<ConfigSources>, RegExp]>([
  [
    'unknown key in a file',
    { file: file('webserver:\n  prot: 1') },
    /^Configuration error: Unknown configuration key 'webserver\.prot' in .*\.yaml \(line 2, column 3\); did you mean 'webserver\.port'\?$/,
  ],
  [
    'unknown property',
    { properties: new Map([['nothing.like.it', '1']]) },
    /^Configuration error: Unknown configuration key 'nothing\.like\.it' in -Dnothing\.like\.it$/,
  ],
  [
    'wrong type',
    { environment: { WEIR_WEBSERVER_PORT: 'http' } },
    /^Configuration error: Invalid value "http" for 'webserver\.port' in the environment variable WEIR_WEBSERVER_PORT: expected a whole number from 0 to 65535$/,
  ],
  [
    'a store that is not here',
    { file: file('store.type: cassandra') },
    /Invalid value "cassandra" for 'store\.type'.* possible are embedded, memory and empty/,
  ],
  [
    'limits the wrong way round',
    { file: file('in-memory-hard-node-limit: 5') },
    /must be above in-memory-soft-node-limit/,
  ],
  ['several', { file: file('a: 1\nb: 2') }, /^Found 2 configuration errors: 1\. Unknown .*; 2\. Unknown /],
  [
    'a file that is missing',
    { file: join(folder, 'none.yaml') },
    /^Configuration error: Cannot read .*none\.yaml/,
  ],
  ['bad YAML', { file: file('a: "') }, /^Configuration error: .*line/],
  ['no keys', { file: file('- 1') }, /holds no keys$/],
])('%s is one clear line', (_name, given, expected) => {
  const problem = problemOf(given);
  expect(problem).toMatch(expected);
  expect(problem).not.toContain('\n');
});

test('keys that do nothing are named', () => {
  expect(unusedSettings(sources({ file: file('labels-property: x\nworkers: 1') }))).toEqual([
    'labels-property (has no counterpart here)',
  ]);
});

test('no two keys share an environment variable', () => {
  const names = Object.keys(SETTINGS).map(environmentName);
  expect(new Set(names).size).toBe(names.length);
});
