import { ModuleLogs } from './module-logs.js';

test('a module uses its own level or the default one, at any time', () => {
  const shown: string[] = [];
  const logs = new ModuleLogs((level, module, message) => shown.push(`${level} ${module} ${message}`), {
    level: 'warn',
    modules: { ingest: 'debug', http: 'off' },
  });
  const say = (): readonly string[] => {
    shown.length = 0;
    for (const module of ['service', 'ingest', 'http'] as const) {
      for (const level of ['error', 'warn', 'info', 'debug'] as const) logs.loggerOf(module).log(level, 'x');
    }
    return [...shown];
  };
  const service = logs.loggerOf('service');
  expect(say()).toEqual([
    'error service x',
    'warn service x',
    'error ingest x',
    'warn ingest x',
    'info ingest x',
    'debug ingest x',
  ]);
  logs.levels = { level: 'error', modules: {} };
  expect(say()).toEqual(['error service x', 'error ingest x', 'error http x']);
  service.log('warn', 'not now');
  expect(shown).toHaveLength(3);
});

test('masks secrets and escapes control characters in messages and fields', () => {
  const lines: unknown[] = [];
  const logs = new ModuleLogs((_level, _module, message, fields) => lines.push([message, fields]), {
    level: 'info',
    modules: {},
  });
  const address = 'http://u:PW@host/?token=TK';
  logs.loggerOf('ingest').log('warn', `Stream a\n2026 ERROR forged \u001b[31m\u009b\u202e ${address}`, {
    error: new Error(`no URL: ${address}`),
    nested: { list: ['ws://u:PW@host\u0085', 5n] },
    'a\nb': null,
  });
  expect(lines).toEqual([
    [
      'Stream a\\n2026 ERROR forged \\u001b[31m\\u009b\\u202e http://Secret(****)@host/?token=Secret(****)',
      {
        error: expect.stringContaining('Secret(****)') as string,
        nested: { list: [expect.stringMatching(/^ws:\/\/Secret\(\*{4}\)@host/) as string, 5n] },
        'a\\nb': null,
      },
    ],
  ]);
  const shown = JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value));
  expect(shown).not.toMatch(/PW|TK|[\u0080-\u009f\u202e]/);
});
