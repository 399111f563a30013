/**
 * The files of examples/operations against a running server: every metric of the dashboard and the alerts exists with
 * the labels that they use, the probes of the manifests answer, and their configuration is accepted.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { freePort } from '@weir/platform/testing';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';

const FOLDER = projectFile('examples/operations');
const DASHBOARD = readFileSync(join(FOLDER, 'grafana/weir.json'), 'utf8');
const RULES = readFileSync(join(FOLDER, 'prometheus/weir.rules.yml'), 'utf8');
const MANIFESTS = readFileSync(join(FOLDER, 'kubernetes/weir.yaml'), 'utf8');

interface Panel {
  readonly targets: readonly { readonly expr: string }[];
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: readonly [Container] } };
  };
}
interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string };
}

const expressions = [
  ...(JSON.parse(DASHBOARD) as { panels: readonly Panel[] }).panels.flatMap(panel =>
    panel.targets.map(({ expr }) => expr),
  ),
  ...(parse(RULES) as Rules).groups.flatMap(group => group.rules.map(({ expr }) => expr)),
];
const templates = readdirSync(join(FOLDER, 'helm/weir/templates')).map(file =>
  readFileSync(join(FOLDER, 'helm/weir/templates', file), 'utf8'),
);
const manifests = parseAllDocuments(MANIFESTS).map(document => document.toJS() as Manifest);

/** Metric names, and the labels after `by`, of an expression. */
function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const metrics = [...expression.matchAll(/\b(?:weir|process|nodejs)_\w+/g)].map(([name]) => name);
  const labels = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(/\s*,\s*/));
  return { metrics, labels: labels.filter(label => label !== 'instance') };
}

describe('a server with a recipe', () => {
  let gateway: GatewayProcess;
  let exposition: string;
  beforeAll(async () => {
    gateway = await GatewayProcess.start('-r', 'fraud-ring');
    await gateway.results.matching(/"isPositiveMatch":true/, 1);
    exposition = await (await gateway.fetch('/metrics')).text();
  });
  afterAll(() => gateway.stop());

  test.each(expressions)('has the metrics of %s', expression => {
    const { metrics, labels } = namesIn(expression);
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) {
      const samples = exposition
        .split('\n')
        .filter(line => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `));
      expect([metric, samples.length]).not.toEqual([metric, 0]);
      for (const label of labels) expect(samples[0]).toContain(`${label}="`);
    }
  });

  test('answers the probes of the manifests', async () => {
    const [container] = manifests.find(({ kind }) => kind === 'StatefulSet')!.spec!.template!.spec.containers;
    for (const { httpGet } of [container.readinessProbe, container.livenessProbe])
      expect((await gateway.fetch(httpGet.path)).status).toBe(204);
  });

  test('accepts the configuration of the manifests', async () => {
    const file = join(gateway.folder, 'weir-of-manifest.yaml');
    await writeFile(file, manifests.find(({ kind }) => kind === 'ConfigMap')!.data!['weir.yaml']!);
    const other = await GatewayProcess.start('--config', file);
    expect(await other.stop()).toBe(0);
  });
});

test('the chart has the same kinds of objects as the manifests, and two for special purposes', () => {
  const kinds = templates.flatMap(text => [...text.matchAll(/^kind: (\w+)$/gm)].map(match => match[1]!));
  const special = ['Service', 'ServiceMonitor'];
  expect(kinds.sort()).toEqual([...manifests.map(({ kind }) => kind), ...special].sort());
});

test('the program reads the settings of the chart', async () => {
  const settings = {
    WEIR_STORE_TYPE: 'logged',
    WEIR_CLUSTER_NAME: 'graph',
    // The directory does not exist: the program ends after printing its settings.
    WEIR_CLUSTER_DIRECTORY: `127.0.0.1:${await freePort()}`,
    WEIR_CLUSTER_REPLICAS: '3',
    WEIR_CLUSTER_SIZE: '3',
    WEIR_WORKERS: '1',
    WEIR_CLUSTER_LEND_WORKERS: '1',
    WEIR_CLUSTER_MEMBER: 'graph-weir-0',
    WEIR_CLUSTER_ADDRESS: 'http://graph-weir-0.graph-weir-members.streams.svc:8080',
  };
  const names = templates.flatMap(text => [...text.matchAll(/\bname: (WEIR_\w+[A-Z])\b/g)]);
  expect(names.map(match => match[1]).sort()).toEqual(Object.keys(settings).sort());
  const folder = await mkdtemp(join(tmpdir(), 'weir-chart-'));
  const { exit, status } = GatewayProcess.spawnBare(folder, settings, '-Dweir.dump-config=true');
  expect(await exit).toBe(1);
  await rm(folder, { recursive: true });
  const end = status.seen.findIndex(line => line.includes('The directory on NATS failed'));
  expect(parse(status.seen.slice(0, end).join('\n'))).toMatchObject({
    'store.type': 'logged',
    'cluster.name': 'graph',
    'cluster.replicas': 3,
    'cluster.size': 3,
    workers: 1,
    'cluster.lend-workers': 1,
    'cluster.member': 'graph-weir-0',
    'cluster.address': 'http://graph-weir-0.graph-weir-members.streams.svc:8080',
  });
});

describe('the chart, rendered by helm', () => {
  const rendered = hasHelm() ? test : test.skip;

  function render(...values: string[]): Manifest[] {
    const chart = join(FOLDER, 'helm/weir');
    const options = values.flatMap(value => ['--set', value]);
    const text = execFileSync('helm', ['template', 'graph', chart, '--namespace', 'streams', ...options]);
    return parseAllDocuments(text.toString()).map(document => document.toJS() as Manifest);
  }

  rendered('is one process by default', () => {
    const { spec } = render().find(({ kind }) => kind === 'StatefulSet')!;
    expect(spec).toMatchObject({ replicas: 1, serviceName: 'graph-weir' });
    expect(spec!.template!.spec.containers[0].env).toBeUndefined();
  });

  rendered('is several processes with names of their own', () => {
    const objects = render('cluster.enabled=true', 'cluster.directory=nats:4222', 'tokens=keys');
    const { spec } = objects.find(({ kind }) => kind === 'StatefulSet')!;
    expect(spec).toMatchObject({ replicas: 3, serviceName: 'graph-weir-members' });
    expect(objects.filter(({ kind }) => kind === 'Service')).toMatchObject([
      {
        metadata: { name: 'graph-weir-members' },
        spec: { clusterIP: 'None', publishNotReadyAddresses: true },
      },
      { metadata: { name: 'graph-weir' } },
    ]);
    const { env } = spec!.template!.spec.containers[0];
    expect(env!.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['WEIR_STORE_TYPE', 'logged'],
        ['WEIR_CLUSTER_SIZE', '3'],
        ['WEIR_CLUSTER_ADDRESS', 'http://$(WEIR_CLUSTER_MEMBER).graph-weir-members.streams.svc:8080'],
      ]),
    );
  });

  rendered('says what is missing', () => {
    expect(() => render('cluster.enabled=true')).toThrow('cluster.directory is missing');
  });
});

function hasHelm(): boolean {
  return spawnSync('helm', ['version']).status === 0;
}
