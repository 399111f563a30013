import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { LoggingExporter } from './logging-exporter.js';

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
const LOST: Result = { code: 1, error: new Error('gave up', { cause: refused }) };
const ARRIVED: Result = { code: 0 };

test('logs once that spans are lost, and once that they arrive again', () => {
  const answers = [LOST, LOST, ARRIVED, ARRIVED, LOST];
  const lines: unknown[] = [];
  const passed: Result[] = [];
  const inner: SpanExporter = {
    export: (_, done) => done(answers.shift()!),
    shutdown: () => Promise.resolve(),
  };
  const exporter = new LoggingExporter(inner, 'http://c/v1/traces', {
    log: (level, message, fields) => lines.push([level, message, fields]),
  });
  for (const _ of [...answers]) exporter.export([], result => passed.push(result));
  const endpoint = 'http://c/v1/traces';
  const lost = ['warn', 'traces could not be sent and are lost', { endpoint, reason: refused.message }];
  expect(lines).toEqual([lost, ['info', 'traces are sent again', { endpoint }], lost]);
  expect(passed).toEqual([LOST, LOST, ARRIVED, ARRIVED, LOST]);
});
