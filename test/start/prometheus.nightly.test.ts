/** The dashboard and the alerts of examples/operations in Prometheus, which scrapes the running demo. */
import { readFileSync } from 'node:fs';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { prometheusHere, PrometheusServer } from '../services/prometheus-server.js';
import { describeWith } from '../services/service-cache.js';
import { sampleLines, startSseServer, type SseServer } from '@weir/samples';

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const RULES = projectFile('examples/operations/prometheus/weir.rules.yml');
const { panels } = JSON.parse(readFileSync(projectFile('examples/operations/grafana/weir.json'), 'utf8')) as {
  panels: readonly Panel[];
};
const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

const pace = {
  now: () => performance.now(),
  wait: (millis: number) => new Promise<void>(resolve => setTimeout(resolve, millis)),
};

describeWith('Prometheus', await prometheusHere(), found => {
  let events: SseServer;
  let gateway: GatewayProcess;
  let prometheus: PrometheusServer;
  beforeAll(async () => {
    const lines = () => sampleLines('processes', { seed: 1, sensors: 20, attackEvery: 60 });
    events = await startSseServer({ lines, rate: 100, port: 0, pace });
    gateway = await GatewayProcess.start('-r', 'process-tree', '-x', `events_url=${events.url}`);
    prometheus = await PrometheusServer.start(found, new URL(gateway.url).host, RULES);
  });
  afterAll(async () => {
    await prometheus?.stop();
    await gateway?.stop();
    await events?.close();
  });

  test.each(queries)('has data for %s: %s', async (_title, expression) => {
    const query = expression.replaceAll('$instance', '.+').replaceAll('$__rate_interval', '30s');
    await until(
      () => prometheus.query(query),
      samples => samples.length > 0,
    );
  });

  test('records and matches arrive', async () => {
    const rate = (metric: string): Promise<number> =>
      prometheus.query(`sum(rate(${metric}[30s]))`).then(([sample]) => Number(sample?.value[1] ?? 0));
    await until(
      async () => [await rate('weir_ingest_records_total'), await rate('weir_standing_matches_total')],
      rates => rates.every(each => each > 0),
    );
  });

  test('evaluates every alert, and none fires', async () => {
    const rules = await until(
      () => prometheus.rules(),
      all => all.length > 0 && all.every(({ health }) => health !== 'unknown'),
    );
    expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });
});
