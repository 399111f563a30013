/** Faulty extensions: their errors have a code, and nothing else is affected. */
import type { StreamingGraph } from '@weir/contract';
import { parseIngestDefinition, parseStoredOutput } from '@weir/definitions';
import { IngestStreams } from '@weir/streams';
import { StandingOutputs } from '@weir/deliveries';
import { defineDestination, defineSource } from '@weir/plugins';
import { openGraph, systemEnvironment } from '@weir/runtime';
import { until } from '../support/until.js';

const fail = (): never => {
  throw new Error('there is a mistake in it');
};
const kind = { description: 'Faulty', fields: () => ({}) };
const extension = {
  sources: [
    defineSource({ ...kind, type: 'test.BadCheck', check: async () => fail(), open: fail }),
    defineSource({ ...kind, type: 'test.BadOpen', open: fail }),
    defineSource({
      ...kind,
      type: 'test.BadRead',
      async *read() {
        yield { data: '{"n": 1}' };
        fail();
      },
    }),
    defineSource({
      ...kind,
      type: 'test.NoRecord',
      read: async function* () {
        yield undefined as never;
      },
    }),
  ],
  destinations: [
    defineDestination({ ...kind, type: 'test.BadOpen', open: fail }),
    defineDestination({ ...kind, type: 'test.BadWrite', open: () => ({ write: fail, close: fail }) }),
  ],
};

let graph: StreamingGraph;
let ingest: IngestStreams;
let outputs: StandingOutputs;
beforeEach(async () => {
  const environment = systemEnvironment();
  graph = await openGraph({ workers: 0, extensions: [extension] }, environment);
  ingest = new IngestStreams({ graph, environment });
  outputs = new StandingOutputs({ graph, environment, closeMillis: 10 });
});
afterEach(async () => {
  await ingest.close();
  await outputs.close().catch(() => undefined);
  await graph.close();
});

const create = (type: string): Promise<unknown> =>
  ingest.create(
    type,
    parseIngestDefinition({
      source: { type, format: { type: 'Json' } },
      query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.n = $that.n',
    }),
  );

test('rejects a definition that a source rejects', async () => {
  await expect(create('test.BadCheck')).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringContaining(
      'The source test.BadCheck rejected the definition: there is a mistake in it',
    ),
  });
  expect(ingest.list()).toEqual([]);
});

test.each(['test.BadOpen', 'test.BadRead', 'test.NoRecord'])(
  '%s fails its stream, and the reason is reported',
  async type => {
    await create(type);
    await until(() => ingest.list()[0]!.status === 'Failed');
    expect(ingest.list()[0]!.message).toMatch(type === 'test.NoRecord' ? /./ : /there is a mistake in it/);
    expect(await (await graph.query('RETURN 1')).rows()).toEqual([[1]]);
  },
);

test('rejects a destination that cannot be opened, and counts failed writes of another', async () => {
  const handle = await graph.registerStanding({
    name: 'all',
    query: 'MATCH (n) WHERE n.n IS NOT NULL RETURN n.n AS n',
    mode: 'MultipleValues',
    inputBufferSize: 32,
  });
  const output = (type: string) =>
    parseStoredOutput({
      type: 'Workflow',
      destinations: [{ type, format: { type: 'JSON' } }],
    });
  await expect(outputs.add(handle, 'bad', output('test.BadOpen'))).rejects.toMatchObject({
    code: 'output.invalid',
    message: 'The destination test.BadOpen cannot be opened: there is a mistake in it',
  });
  await outputs.add(handle, 'bad', output('test.BadWrite'));
  await (await graph.query('MATCH (n) WHERE id(n) = idFrom(1) SET n.n = 1')).rows();
  await until(() => outputs.stats('all')['bad']!.failed === 1);
});
