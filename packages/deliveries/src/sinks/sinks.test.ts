/** The conformance suite on each kind of sink. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueMap } from '@weir/model';
import { parseOutputDefinition } from '@weir/definitions';
import { Endpoint, testContext, type TestContext } from '@weir/formats/testing';
import { createSink } from './create-sink.js';
import type { ResultSink, DeliveryReport } from '@weir/plugins';
import type { EntryFailure } from '@weir/aws/connection';
import { settle } from '@weir/model/testing';
import { type EntryDestination, type EntryReceiver, EntrySink } from '@weir/aws/destination';
import { describeResultSink, numberedResult } from '@weir/plugins/conformance';

let endpoint: Endpoint;
let directory: string;

beforeEach(async () => {
  endpoint = await Endpoint.start();
  directory = await mkdtemp(join(tmpdir(), 'weir-sinks-'));
});

afterEach(async () => {
  await endpoint.stop();
  await rm(directory, { recursive: true });
});

function maker(context: TestContext, definition: object): () => Promise<ResultSink> {
  return () => createSink(parseOutputDefinition(definition), context);
}

interface Shown {
  readonly data: { readonly n: number };
}

function numberIn(json: string): number {
  return (JSON.parse(json) as Shown).data.n;
}

describeResultSink('Drop', async () => ({ make: maker(await testContext(), { type: 'Drop' }) }));

describeResultSink('PrintToStandardOut', async () => {
  const context = await testContext();
  return {
    make: maker(context, { type: 'PrintToStandardOut' }),
    arrived: () => context.writer.lines.map(line => numberIn(line.slice(line.indexOf('{')))),
  };
});

describeResultSink('WriteToFile', async () => {
  const context = await testContext(directory);
  const path = join(directory, 'results.jsonl');
  return {
    make: maker(context, { type: 'WriteToFile', path: 'results.jsonl' }),
    arrived: async () => (await readFile(path, 'utf8')).trimEnd().split('\n').map(numberIn),
  };
});

describeResultSink('WriteToFile, rotated', async () => {
  const context = await testContext(directory);
  const rotate = { maxBytes: 500 };
  return {
    make: maker(context, { type: 'WriteToFile', path: 'results.jsonl', rotate }),
    arrived: async () => {
      const names = (await readdir(directory)).sort();
      const texts = await Promise.all(names.map(name => readFile(join(directory, name), 'utf8')));
      return texts.flatMap(text => text.trimEnd().split('\n')).map(numberIn);
    },
  };
});

for (const parallelism of [1, 8]) {
  describeResultSink(`PostToEndpoint, ${parallelism} at once`, async () => ({
    make: maker(await testContext(), { type: 'PostToEndpoint', url: endpoint.url, parallelism }),
    arrived: () => endpoint.received.map(({ body }) => numberIn(body)),
  }));
}

for (const format of ['JSON', 'NDJSON']) {
  const batch = { maxResults: 7, format };
  describeResultSink(`PostToEndpoint in batches of ${format}`, async () => ({
    make: maker(await testContext(), { type: 'PostToEndpoint', url: endpoint.url, parallelism: 1, batch }),
    arrived: () =>
      endpoint.received.flatMap(({ body }) =>
        format === 'JSON'
          ? (JSON.parse(body) as Shown[]).map(({ data }) => data.n)
          : body.trimEnd().split('\n').map(numberIn),
      ),
  }));
}

describeResultSink('PostToSlack', async () => ({
  make: maker(await testContext(), { type: 'PostToSlack', hookUrl: endpoint.url }),
}));

describeResultSink('CypherQuery', async () => {
  const context = await testContext();
  return {
    make: maker(context, { type: 'CypherQuery', query: 'CREATE ($that)' }),
    arrived: () =>
      context.fake.ranOver.map(value => ((value as ValueMap)['data'] as ValueMap)['n'] as number),
  };
});

describeResultSink('CypherQuery with andThen', async () => {
  const context = await testContext();
  context.fake.columns = ['n'];
  context.fake.run = value => ({ rows: [[((value as ValueMap)['data'] as ValueMap)['n']!]] });
  const andThen = { type: 'PrintToStandardOut' };
  return {
    make: maker(context, { type: 'CypherQuery', query: 'RETURN $that.data.n AS n', andThen }),
    arrived: () => context.writer.lines.map(line => numberIn(line.slice(line.indexOf('{')))),
  };
});

describe('entries', () => {
  /** Takes what `judge` does not refuse. */
  function receiver(judge: (key: string, tries: number) => EntryFailure['mayPass'] | undefined) {
    const requests: string[][] = [];
    const taken: string[] = [];
    const tries = new Map<string, number>();
    const send: EntryReceiver['send'] = entries => {
      requests.push(entries.map(({ key }) => key));
      const failures = entries.flatMap(({ key, bytes }, index) => {
        tries.set(key, (tries.get(key) ?? 0) + 1);
        const verdict = judge(key, tries.get(key)!);
        if (verdict === undefined) taken.push(bytes.toString());
        return verdict === undefined ? [] : [{ index, reason: 'busy', mayPass: verdict }];
      });
      return Promise.resolve(failures);
    };
    const open = () => Promise.resolve({ send, close: () => undefined });
    const limits = { batch: 4, batchBytes: 10_000, entryBytes: 5_000, parallelism: 2 };
    const destination = { name: 'T', subject: 'T-value', takesBytes: false, ...limits };
    const unlimited = { recordsPerSecond: undefined, bytesPerSecond: undefined };
    return { destination: { ...destination, ...unlimited, open }, requests, taken, tries };
  }

  async function open(destination: EntryDestination) {
    const context = await testContext();
    const sink = new EntrySink(destination, { type: 'JSON' }, { type: 'WithMetadata' }, context);
    await sink.open();
    return { sink, clock: context.environment };
  }

  const results = Array.from({ length: 10 }, (_, n) => numberedResult(n));
  const keys = results.map(({ resultId }) => resultId);

  test('that are not taken are sent again alone, until they are, or nobody believes it any more', async () => {
    const [busy, dead, stuck] = [keys[1]!, keys[5]!, keys[9]!];
    const all = receiver((key, tries) => {
      if (key === busy) return tries < 3 ? true : undefined;
      if (key === dead) return false;
      return key === stuck ? true : undefined;
    });
    const { sink, clock } = await open(all.destination);
    const delivered = sink.deliver(results);
    let report: DeliveryReport | undefined;
    void delivered.then(answer => (report = answer));
    while (report === undefined) {
      await settle();
      clock.advance(60_000);
    }
    expect(report).toMatchObject({ delivered: 8, failed: 2 });
    expect(report.failures).toEqual([
      { result: results[5], reason: 'T: busy', mayPass: false },
      { result: results[9], reason: 'T: busy', mayPass: true },
    ]);
    expect(all.taken.length).toBe(8);
    expect(all.tries.get(keys[0]!)).toBe(1);
    expect([all.tries.get(busy), all.tries.get(dead), all.tries.get(stuck)]).toEqual([3, 1, 5]);
    for (const request of all.requests) expect(request.length).toBeLessThanOrEqual(4);
  });

  test('that are too large fail alone, and one result is not in two requests at a time', async () => {
    const all = receiver(() => undefined);
    const { sink } = await open(all.destination);
    const large = { ...numberedResult(3), data: { n: 'x'.repeat(6_000) } };
    const again = numberedResult(1, false);
    const report = await sink.deliver([results[1]!, again, large, results[2]!]);
    expect(report).toMatchObject({ delivered: 3, failed: 1, failures: [{ result: large, mayPass: false }] });
    expect(all.requests).toEqual([[keys[1]], [again.resultId, keys[2]]]);
  });
});
