/** The conformance suite on each kind of sink. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ValueMap } from '@weir/model';
import { parseOutputDefinition } from '@weir/definitions';
import { Endpoint } from '../testing/endpoint.js';
import { testContext, type TestContext } from '../testing/sink-context.js';
import { createSink } from './create-sink.js';
import type { ResultSink } from './result-sink.js';
import { describeResultSink } from './sink-conformance.js';

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

function maker(context: TestContext, definition: object): () => ResultSink {
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

for (const parallelism of [1, 8]) {
  describeResultSink(`PostToEndpoint, ${parallelism} at once`, async () => ({
    make: maker(await testContext(), { type: 'PostToEndpoint', url: endpoint.url, parallelism }),
    arrived: () => endpoint.received.map(({ body }) => numberIn(body)),
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
