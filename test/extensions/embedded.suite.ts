/** A program that embeds the graph: records from its own source, results to its own destination. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamingGraph } from '@weir/contract';
import { parseIngestDefinition, parseStoredOutput } from '@weir/definitions';
import { IngestStreams } from '@weir/streams';
import { StandingOutputs } from '@weir/deliveries';
import { defineDestination, defineSource } from '@weir/plugins';
import { openGraph, systemEnvironment } from '@weir/runtime';
import { until } from '../support/until.js';

/** Records sent, and numbers that have arrived. */
const sent: string[] = [];
const arrived: number[] = [];
let isDown = false;

const NO_DRY_RUN = 'The program has each number once.';

const extension = {
  sources: [
    defineSource({
      type: 'test.Numbers',
      description: 'Numbers that the program has',
      fields: z => ({ first: z.int().default(0) }),
      resume: 'exact',
      noDryRun: NO_DRY_RUN,
      async *read({ first }, { from, signal }) {
        for (let n = from === null ? first : Number(from) + 1; !signal.aborted; n++) {
          sent.push(from ?? 'beginning');
          yield { data: JSON.stringify({ n }), cursor: String(n) };
          if (n % 10 === 9) await new Promise(resolve => setTimeout(resolve, 5));
        }
      },
    }),
  ],
  destinations: [
    defineDestination({
      type: 'test.Array',
      description: 'An array of the program',
      fields: () => ({}),
      open: () => ({
        async write(messages) {
          if (isDown) throw new Error('it is down');
          arrived.push(...messages.map(({ data }) => (JSON.parse(String(data)) as { n: number }).n));
        },
        close: () => undefined,
      }),
    }),
  ],
};

const source = { type: 'test.Numbers', format: { type: 'Json' } };
const query = 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.n = $that.n';
const output = {
  type: 'Workflow',
  preEnrichmentTransformation: { type: 'InlineData' },
  destinations: [{ type: 'test.Array', format: { type: 'JSON' } }],
  onFailure: { type: 'Hold' },
};

let path: string;
beforeAll(async () => (path = await mkdtemp(join(tmpdir(), 'weir-embedded-'))));
afterAll(() => rm(path, { recursive: true }));

interface Program {
  readonly graph: StreamingGraph;
  readonly ingest: IngestStreams;
  readonly outputs: StandingOutputs;
  stop(): Promise<void>;
}

async function start(): Promise<Program> {
  const environment = systemEnvironment();
  const store = { type: 'embedded', path } as const;
  const graph = await openGraph(
    { store, workers: 0, standing: { recovery: 'manual' }, extensions: [extension] },
    environment,
  );
  const outputs = new StandingOutputs({ graph, environment });
  for (const handle of graph.listStanding()) await outputs.restore(handle);
  await graph.admin.recover();
  const openTrialGraph = () => openGraph({ workers: 0 }, environment);
  const ingest = new IngestStreams({ graph, environment, openTrialGraph });
  await ingest.restore();
  const stop = async (): Promise<void> => {
    await ingest.close();
    await outputs.close();
    await graph.close();
  };
  return { graph, ingest, outputs, stop };
}

test('every record and every match arrives once the destination answers, across restarts', async () => {
  const first = await start();
  const handle = await first.graph.registerStanding({
    name: 'numbers',
    query: 'MATCH (n) WHERE n.n IS NOT NULL RETURN n.n AS n',
    mode: 'MultipleValues',
    includeCancellations: false,
    inputBufferSize: 32,
  });
  await first.outputs.add(handle, 'array', parseStoredOutput(output));
  await first.ingest.create('numbers', parseIngestDefinition({ source, query }));
  await until(() => arrived.length >= 50);
  isDown = true;
  await first.stop();

  const second = await start();
  isDown = false;
  const count = arrived.length;
  await until(() => arrived.length >= count + 50);
  await second.stop();
  const numbers = [...new Set(arrived)].sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n));
  expect(sent.at(-1)).not.toBe('beginning');
});

test('rejects a dry run with the reason of the kind', async () => {
  const { ingest, stop } = await start();
  const trial = ingest.dryRun('trial', parseIngestDefinition({ source, query }), {
    records: 1,
    millis: 1_000,
    signal: new AbortController().signal,
  });
  try {
    await expect(trial).rejects.toMatchObject({ code: 'ingest.no-dry-run', message: NO_DRY_RUN });
  } finally {
    await stop();
  }
});

test('rejects another object with a known type', async () => {
  const again = { sources: [{ ...extension.sources[0]! }] };
  await expect(openGraph({ workers: 0, extensions: [again] })).rejects.toMatchObject({
    code: 'config.invalid',
  });
});
