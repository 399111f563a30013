/** The conformance suite on each kind of sink. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueMap } from '@weir/model';
import { parseOutputDefinition } from '@weir/definitions';
import { Endpoint, testContext, type TestContext } from '@weir/formats/testing';
import { createSink } from './create-sink.js';
import type { ResultSink } from '@weir/plugins';
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

describe('onlyPositiveMatchData of version 1', () => {
  test('sends bare data to an endpoint', async () => {
    const sink = await maker(await testContext(), {
      type: 'PostToEndpoint',
      url: endpoint.url,
      onlyPositiveMatchData: true,
    })();
    await sink.open();
    await sink.deliver([numberedResult(7)]);
    await sink.close();
    expect(endpoint.bodies).toEqual([{ n: 7 }]);
  });

  test('leaves cancellations out of messages to Slack', async () => {
    const sink = await maker(await testContext(), {
      type: 'PostToSlack',
      hookUrl: endpoint.url,
      onlyPositiveMatchData: true,
    })();
    await sink.open();
    expect(await sink.deliver([numberedResult(1, false)])).toEqual({ delivered: 0, failed: 0, dropped: 1 });
    await sink.close();
    expect(endpoint.received).toHaveLength(0);
  });
});
