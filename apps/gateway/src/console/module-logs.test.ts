import { ModuleLogs } from './module-logs.js';

test('a module has its own level, or the one of all, at any time', () => {
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
