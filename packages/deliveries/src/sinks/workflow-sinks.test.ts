/** Workflows: the conformance suite on each of their forms, and the results they pass on. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueMap } from '@weir/model';
import type { StandingOutput } from '@weir/contract';
import { parseStoredWorkflow } from '@weir/definitions';
import { testContext, type TestContext } from '@weir/formats/testing';
import { createWorkflowSink } from './create-workflow-sink.js';
import { DropSink } from '@weir/local/destination';
import { FanOutSink } from './fan-out-sink.js';
import { OutputTaps, type TapListener } from './output-taps.js';
import type { ResultSink } from '@weir/plugins';
import { describeResultSink, numberedResult } from '@weir/plugins/conformance';

let directory: string;
let taps: OutputTaps;

beforeEach(async () => {
  taps = new OutputTaps();
  directory = await mkdtemp(join(tmpdir(), 'weir-workflows-'));
});

afterEach(() => rm(directory, { recursive: true }));

const STANDARD_OUT = { type: 'StandardOut' };
const FILE = { type: 'File', path: 'results.jsonl' };
const INLINE = { preEnrichmentTransformation: { type: 'InlineData' } };
const ENRICHED = { resultEnrichment: { query: 'RETURN 1 AS n' } };

function maker(context: TestContext, definition: object): () => Promise<ResultSink> {
  const workflow = parseStoredWorkflow({ type: 'Workflow', ...definition });
  return () => createWorkflowSink(workflow, context, taps);
}

/** The query returns the number it receives. */
function enriching(context: TestContext): TestContext {
  context.fake.columns = ['n'];
  context.fake.run = value => {
    const { data, n } = value as ValueMap;
    return { rows: [[n ?? (data as ValueMap)['n']!]] };
  };
  return context;
}

function fileLines(): Promise<string[]> {
  return readFile(join(directory, FILE.path), 'utf8').then(text => text.trimEnd().split('\n'));
}

const bareNumber = (line: string): number => (JSON.parse(line) as { n: number }).n;
const metaNumber = (line: string): number => (JSON.parse(line) as { data: { n: number } }).data.n;

describeResultSink('one destination', async () => {
  const context = await testContext();
  return {
    make: maker(context, { destinations: [STANDARD_OUT] }),
    arrived: () => context.writer.lines.map(metaNumber),
  };
});

describeResultSink('a filter, bare data, two destinations', async () => {
  const context = await testContext(directory);
  const filter = { type: 'OnlyPositiveMatch' };
  return {
    make: maker(context, { filter, ...INLINE, destinations: [STANDARD_OUT, FILE] }),
    arrived: async () => {
      const numbers = context.writer.lines.map(bareNumber);
      expect((await fileLines()).map(bareNumber)).toEqual(numbers);
      return numbers;
    },
  };
});

describeResultSink('enrichment before two destinations', async () => {
  const context = enriching(await testContext());
  return {
    make: maker(context, { ...ENRICHED, destinations: [STANDARD_OUT, { type: 'Drop' }] }),
    arrived: () => context.writer.lines.map(bareNumber),
  };
});

const META = { resultId: numberedResult(1).resultId, isPositiveMatch: true };

test.each<[definition: object, given: unknown[], printed: unknown[]]>([
  [{}, [], [{ meta: META, data: { n: 1 } }]],
  [INLINE, [], [{ n: 1 }]],
  [ENRICHED, [{ meta: META, data: { n: 1 } }], [{ n: 1 }]],
  [{ ...INLINE, ...ENRICHED }, [{ n: 1 }], [{ n: 1 }]],
])('%j determines the input of the query and the delivered data', async (definition, given, printed) => {
  const context = enriching(await testContext());
  const sink = await maker(context, { ...definition, destinations: [STANDARD_OUT] })();
  await sink.open();
  await sink.deliver([numberedResult(1)]);
  expect(context.fake.ranOver).toEqual(given);
  expect(context.writer.lines.map(line => JSON.parse(line) as unknown)).toEqual(printed);
});

test('the filter drops cancellations, and counts them', async () => {
  const context = await testContext();
  const sink = await maker(context, {
    filter: { type: 'OnlyPositiveMatch' },
    destinations: [STANDARD_OUT],
  })();
  await sink.open();
  const report = await sink.deliver([numberedResult(1), numberedResult(2, false), numberedResult(3)]);
  expect(report).toMatchObject({ delivered: 2, failed: 0, dropped: 1 });
  expect(context.writer.lines.map(metaNumber)).toEqual([1, 3]);
});

test('taps see the input and output of the query, until they end', async () => {
  const context = enriching(await testContext());
  const filter = { type: 'OnlyPositiveMatch' };
  const sink = await maker(context, { filter, ...ENRICHED, destinations: [STANDARD_OUT] })();
  await sink.open();
  const seen: string[] = [];
  const watch = (passed: (text: string) => void): TapListener => ({ passed, ended: () => seen.push('end') });
  const ends = [
    taps.listen(
      'preEnrichment',
      watch(text => seen.push(`pre ${metaNumber(text)}`)),
    ),
    taps.listen(
      'postEnrichment',
      watch(text => seen.push(`post ${bareNumber(text)}`)),
    ),
  ];
  await sink.deliver([numberedResult(1), numberedResult(2, false)]);
  ends[1]!();
  await sink.deliver([numberedResult(3)]);
  taps.end();
  await sink.deliver([numberedResult(4)]);
  expect(seen).toEqual(['pre 1', 'post 1', 'pre 3', 'end']);
});

test('silently discards the rows of a query that is a destination', async () => {
  const context = enriching(await testContext());
  const sink = await maker(context, { destinations: [{ type: 'CypherQuery', query: 'RETURN 1 AS n' }] })();
  await sink.open();
  await sink.deliver([numberedResult(1)]);
  expect(context.environment.logged).toEqual([]);
});

/** Accepts all but some results, until the test makes it accept those too. */
class PickySink extends DropSink {
  readonly got: number[] = [];

  constructor(
    private readonly refused: Map<number, boolean>,
    private readonly taken = (result: StandingOutput): number => result.data['n'] as number,
  ) {
    super();
  }

  protected override deliverBatch(results: readonly StandingOutput[]): ReturnType<DropSink['deliver']> {
    const failures = results.filter(result => this.refused.has(this.taken(result)));
    this.got.push(...results.filter(result => !failures.includes(result)).map(this.taken));
    const reports = failures.map(result => ({
      result,
      reason: 'not now',
      mayPass: this.refused.get(this.taken(result))!,
    }));
    const delivered = results.length - reports.length;
    return Promise.resolve({ delivered, failed: reports.length, dropped: 0, failures: reports });
  }
}

test('retries a result only at the destination that did not accept it', async () => {
  const results = [1, 2, 3].map(n => numberedResult(n));
  const refused = new Map([[2, true]]);
  const [one, two] = [new PickySink(refused), new PickySink(new Map())];
  const sink = new FanOutSink([one, two]);
  await sink.open();
  const report = await sink.deliver(results);
  expect(report).toMatchObject({
    delivered: 2,
    failed: 1,
    failures: [{ result: results[1], mayPass: true }],
  });
  refused.clear();
  expect(await sink.deliver([results[1]!])).toMatchObject({ delivered: 1, failed: 0 });
  expect([one.got, two.got]).toEqual([
    [1, 3, 2],
    [1, 2, 3],
  ]);
});

test('a result that one destination can never accept is one failure and is not retried', async () => {
  const sink = new FanOutSink([new PickySink(new Map([[1, true]])), new PickySink(new Map([[1, false]]))]);
  await sink.open();
  const { failures } = await sink.deliver([numberedResult(1)]);
  expect(failures).toMatchObject([{ mayPass: false }]);
});

test('standard output on a terminal names the standing query', async () => {
  const context = await testContext();
  Object.assign(context.writer, { terminal: { columns: () => 80, isColored: false } });
  const sink = await maker(context, { destinations: [STANDARD_OUT] })();
  await sink.open();
  await sink.deliver([numberedResult(5)]);
  expect(context.writer.lines).toEqual([expect.stringMatching(/^[\d:]{8} watch match \{"n":5\}$/)]);
});
