/**
 * The files of examples/operations against a running server: every metric of the dashboard and the alerts exists with
 * the labels that they use, the probes of the manifests answer, and their configuration is accepted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
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
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: { readonly spec: { readonly containers: readonly [Container] } };
  };
}
interface Container {
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

test('the chart has the same kinds of objects as the manifests', () => {
  const templates = join(FOLDER, 'helm/weir/templates');
  const kinds = readdirSync(templates).flatMap(file =>
    [...readFileSync(join(templates, file), 'utf8').matchAll(/^kind: (\w+)$/gm)].map(match => match[1]!),
  );
  expect(kinds.sort()).toEqual([...manifests.map(({ kind }) => kind), 'ServiceMonitor'].sort());
});
