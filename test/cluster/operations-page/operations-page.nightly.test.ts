/**
 * Runs the steps of docs/guides/cluster/operations.md, with processes in place of the containers of its Compose file,
 * over three real NATS servers. Meanwhile a client writes through all members, and another reads results.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirClient } from '@weir/client';
import { DockerfileParser, type Entrypoint } from 'dockerfile-ast';
import { natsHere } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { projectFile } from '../../support/project-file.js';
import { until } from '../../support/until.js';
import { ComposedProcesses } from './composed-processes.js';
import { PageSteps } from './page-steps.js';
import { SteadyWriter } from '../gateways/steady-writer.js';

const LIMIT_MILLIS = 900_000;
const STREAM_MILLIS = 300_000;
const RECORDS = 12_000;
/** At its original rate, the page's stream takes five minutes. */
const FASTER = new Map([['"maximumPerSecond": 40', '"maximumPerSecond": 200']]);

function entrypoint(): string[] {
  const instructions = DockerfileParser.parse(
    readFileSync(projectFile('Dockerfile'), 'utf8'),
  ).getInstructions();
  const last = instructions.findLast(each => each.getKeyword() === 'ENTRYPOINT') as Entrypoint;
  return last.getJSONStrings().map(each => each.getJSONValue());
}

describeWith('The page on operating several processes', await natsHere(), nats => {
  let folder: string;
  let processes: ComposedProcesses;
  let writer: SteadyWriter | undefined;
  const over = new AbortController();

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-operations-')));
    processes = new ComposedProcesses(folder, nats, entrypoint());
  });
  afterAll(async () => {
    over.abort();
    writer?.abandon();
    await processes.close();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    'each step has the stated outcome, no acknowledged write is lost, and orderly steps leave nothing pending',
    async () => {
      const seen = new Map<bigint | number, number>();
      const token = (): string => steps.variables.get('WEIR_TOKEN')!;
      const watch = async (address: string): Promise<void> => {
        const client = new WeirClient({ baseUrl: address, token });
        const results = client.results<{ n: number }>('high', { signal: over.signal });
        await results.opened;
        void (async () => {
          for await (const { meta, data } of results) {
            expect(meta.isPositiveMatch).toBe(true);
            seen.set(data.n, (seen.get(data.n) ?? 0) + 1);
          }
        })().catch(() => undefined);
      };
      const steps = new PageSteps('docs/guides/cluster/operations.md', processes, watch, FASTER);
      writer = new SteadyWriter(() => [...processes.addresses.values()], token);
      await steps.section('Start');
      for (const heading of [
        'Records and results',
        'The owner crashes',
        'A server crashes',
        'A spare joins',
        'A process leaves',
        'Upgrade',
      ]) {
        writer.begin(heading);
        await steps.section(heading);
      }
      await writer.end();
      for (const { name, written, longestMillis, refusals } of writer.phases)
        process.stdout.write(
          `${name}: ${written} written, the longest after ${Math.round(longestMillis)} ms, ${refusals.join()}\n`,
        );
      for (const { url } of processes.gateways.values())
        expect(await writer.found(url)).toEqual(writer.expected);
      // Requests that waited too long were not executed. An unknown outcome is allowed only in the phase in which a
      // member dies.
      for (const { name, refusals } of writer.phases)
        if (name !== 'The owner crashes')
          expect([name, refusals.filter(each => each !== '503 graph.not-ready')]).toEqual([name, []]);

      await until(
        () => isCompleted([...processes.gateways.values()][0]!.url, token()),
        undefined,
        STREAM_MILLIS,
      );
      const expected = Array.from({ length: RECORDS }, (_, n) => n).filter(n => n % 100 >= 95);
      await until(() => seen.size >= expected.length);
      expect([...seen.keys()].map(Number).sort((a, b) => a - b)).toEqual(expected);
      await steps.section('Check the result');
      expect(processes.gateways.size).toBe(0);
    },
    LIMIT_MILLIS,
  );
});

async function isCompleted(address: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/api/v1/ingest/readings`, { headers }).catch(() => undefined);
  if (answer?.ok !== true) return false;
  const { status } = (await answer.json()) as { status: string };
  if (!/Running|Completed/.test(status)) throw new Error(`the stream is ${status}`);
  return status === 'Completed';
}
