import { PassThrough } from 'node:stream';
import type { LogFormat } from './log-formats.js';
import { ProgramConsole } from './program-console.js';
import { winstonSink } from './winston-logger.js';

function logged(format: LogFormat): string {
  const errors = new PassThrough();
  const log = winstonSink(new ProgramConsole(new PassThrough(), errors, false), format);
  log('warn', 'ingest', 'slow "source"', { records: 5n, error: new Error('lost') });
  log('error', 'http', 'failed', undefined);
  return String(errors.read());
}

test('writes lines of text', () => {
  const [first, second] = logged('text').split('\n');
  expect(first).toMatch(/^\S+Z WARN \[ingest\] slow "source" \{"records":"5","error":"Error: lost\\n/);
  expect(second).toMatch(/^\S+Z ERROR \[http\] failed$/);
});

test('writes one JSON object per line', () => {
  const lines = logged('json').trimEnd().split('\n');
  expect(lines.map(line => Object.keys(JSON.parse(line) as object))).toEqual([
    ['timestamp', 'level', 'module', 'message', 'fields'],
    ['timestamp', 'level', 'module', 'message'],
  ]);
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'warn',
    module: 'ingest',
    message: 'slow "source"',
    fields: { records: '5', error: expect.stringMatching(/^Error: lost\n/) as string },
  });
});
