import { SILENT, WeirError, type Environment } from '@weir/platform';
import type { IngestDefinition } from '@weir/definitions';
import { parseRecipe } from './load-recipe.js';
import type { IngestProgress, RecipeTarget } from './recipe-target.js';
import { runRecipe } from './run-recipe.js';

/** Timers that fire when the test moves the clock. */
class TestClock {
  private now = 0;
  private tasks: { at: number; task: () => void }[] = [];

  readonly environment: Environment = {
    clock: { now: () => this.now },
    random: { next: () => 0, uuid: () => '', bytes16: () => unused() },
    scheduler: {
      soon: task => queueMicrotask(task),
      after: (millis, task) => {
        const entry = { at: this.now + millis, task };
        this.tasks.push(entry);
        return () => (this.tasks = this.tasks.filter(other => other !== entry));
      },
    },
    logger: SILENT,
  };

  async advance(millis: number): Promise<void> {
    const end = this.now + millis;
    for (;;) {
      const next = this.tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.tasks = this.tasks.filter(entry => entry !== next);
      this.now = next.at;
      next.task();
      await new Promise(resolve => setImmediate(resolve));
    }
    this.now = end;
  }
}

function unused(): never {
  throw new Error('not used by recipes');
}

class FakeTarget implements RecipeTarget {
  readonly calls: string[] = [];
  readonly ingest = new Map<string, IngestProgress>();
  readonly failing = new Map<string, WeirError>();
  rows: string[][] = [['3']];

  constructor(readonly hadData: boolean) {}

  async replaceUiList(list: string): Promise<void> {
    this.calls.push(list);
  }
  async createStandingQuery(name: string): Promise<void> {
    this.create(name);
  }
  async createIngestStream(name: string, definition: IngestDefinition): Promise<void> {
    this.create(name);
    const limit = definition.source.type === 'NumberIterator' ? definition.source.limit : 0;
    this.ingest.set(name, { status: 'Running', isTerminal: false, ingestedCount: Number(limit) });
  }
  async propagate(): Promise<void> {
    this.calls.push('propagate');
  }
  ingestProgress(name: string): IngestProgress | undefined {
    return this.ingest.get(name);
  }
  standingCount(): number | undefined {
    return 7;
  }
  async runStatusQuery(): Promise<{ columns: string[]; rows: string[][] }> {
    return { columns: ['count'], rows: this.rows };
  }
  private create(name: string): void {
    const error = this.failing.get(name);
    if (error) throw error;
    this.calls.push(name);
  }
}

const RECIPE = parseRecipe(
  `
version: 1
ingestStreams:
  - { type: NumberIteratorIngest, ingestLimit: 3 }
  - { type: NumberIteratorIngest, ingestLimit: 4 }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) RETURN DISTINCT id(n)" }
sampleQueries: [{ name: a, query: b }]
statusQuery: { cypherQuery: "RETURN 1 AS count" }
`,
  new Map(),
);

async function start(target: FakeTarget, live?: (lines: readonly string[]) => void) {
  const lines: string[] = [];
  const clock = new TestClock();
  const running = await runRecipe(RECIPE, {
    target,
    console: { line: text => lines.push(text), live },
    environment: clock.environment,
    webAddress: 'http://127.0.0.1:8080',
  });
  return { lines, clock, running };
}

const STARTED = [
  'Using 1 sample queries',
  'Running Standing Query STANDING-1',
  'Running Ingest Stream INGEST-1',
  'Running Ingest Stream INGEST-2',
  'Status query URL is http://127.0.0.1:8080#RETURN%201%20AS%20count',
];

test('reports created items in order', async () => {
  const target = new FakeTarget(false);
  const { lines, running } = await start(target);
  running.stop();
  expect(lines).toEqual(STARTED);
  expect(target.calls).toEqual(['sampleQueries', 'STANDING-1', 'INGEST-1', 'INGEST-2']);
});

test('propagates a new standing query to existing data before ingesting anything', async () => {
  const target = new FakeTarget(true);
  (await start(target)).running.stop();
  expect(target.calls).toEqual(['sampleQueries', 'STANDING-1', 'propagate', 'INGEST-1', 'INGEST-2']);
});

test('reports what exists or fails, and continues with the rest', async () => {
  const target = new FakeTarget(true);
  target.failing.set('STANDING-1', new WeirError('standing.exists', 'x'));
  target.failing.set('INGEST-1', new WeirError('ingest.file-not-found', 'no such file'));
  const { lines, running } = await start(target);
  running.stop();
  expect(lines.slice(1, 4)).toEqual([
    'Standing Query STANDING-1 already exists',
    'Failed creating Ingest Stream INGEST-1: no such file',
    'Running Ingest Stream INGEST-2',
  ]);
  expect(target.calls).toEqual(['sampleQueries', 'INGEST-2']);
});

test('reports an ingest stream once when it ends or is removed', async () => {
  const target = new FakeTarget(false);
  const { lines, clock, running } = await start(target);
  await clock.advance(1_500);
  target.ingest.set('INGEST-1', { status: 'Completed', isTerminal: true, ingestedCount: 3 });
  await clock.advance(2_000);
  target.ingest.delete('INGEST-2');
  await clock.advance(1_000);
  running.stop();
  expect(lines.slice(STARTED.length)).toEqual([
    'INGEST-1 status is completed and ingested 3',
    'Failed getting Ingest Stream INGEST-2 (it does not exist)',
  ]);
});

test('prints the status query when its rows change', async () => {
  const target = new FakeTarget(false);
  const { lines, clock, running } = await start(target);
  await clock.advance(11_000);
  target.rows = [['4']];
  await clock.advance(5_000);
  running.stop();
  await clock.advance(60_000);
  const block = (count: number) =>
    [
      '---[ Status Query result 1 ]------------',
      `count | ${count}`,
      '------+---------------------------------',
    ].join('\n');
  expect(lines.slice(STARTED.length)).toEqual([block(3), block(4)]);
});

test('prints live lines on an interactive console', async () => {
  const target = new FakeTarget(false);
  const shown: (readonly string[])[] = [];
  const { clock, running } = await start(target, lines => shown.push(lines));
  await clock.advance(1_000);
  running.stop();
  expect(shown).toEqual([
    [
      ' | => INGEST-1 status is running and ingested 3',
      ' | => INGEST-2 status is running and ingested 4',
      ' | => STANDING-1 count 7',
    ],
    [],
  ]);
});
