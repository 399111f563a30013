/**
 * One run: a gateway under load, the steps of the schedule one after the other, and checks in between. Ends with the
 * first finding.
 */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/platform';
import { insist } from './ask.js';
import type { Fault } from './faults/fault.js';
import { type Finding, Findings } from './findings.js';
import { GatewayLife, pause } from './gateway-life.js';
import { HealthProbe } from './health-probe.js';
import { EventSource } from './load/event-source.js';
import { FileStreams } from './load/file-streams.js';
import { InputLines } from './load/input-lines.js';
import { ItemWriter } from './load/item-writer.js';
import { ResultEndpoint } from './load/result-endpoint.js';
import { StandingQueries } from './load/standing-queries.js';
import { resumeScene, restAndCheck } from './rest.js';
import type { Scene } from './scene.js';
import { type PlannedFault, schedule, type Step } from './schedule.js';
import { Tally } from './tally.js';

const WRITERS = 3;
const MINUTE_MILLIS = 60_000;

export interface ChaosOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly faults: readonly Fault[];
  readonly say: (line: string) => void;
}

export interface ChaosOutcome {
  readonly findings: readonly Finding[];
  readonly tally: Tally;
  /** Folder with all evidence, if there was a finding. */
  readonly folder: string;
}

/** weir.yaml of the run: small limits, so that they are reached often. */
function configuration(random: SeededRandom): string {
  return [
    `in-memory-soft-node-limit: ${random.pick([100, 1_000, 100_000])}`,
    `ingest-resume.save-every: ${random.pick(['20ms', '200ms', '1s'])}`,
    `webserver.results-stall-limit: 2s`,
    `shutdown.drain-timeout: 2s`,
    `worker-turn-limit: ${random.pick([4, 8])}s`,
    `persistence.effect-order: ${random.pick(['persistor-first', 'memory-first'])}`,
    '',
  ].join('\n');
}

export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const { seed, minutes, faults, say } = options;
  const end = performance.now() + minutes * MINUTE_MILLIS;
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-chaos-')));
  const random = new SeededRandom(seed);
  await writeFile(join(folder, 'weir.yaml'), configuration(random));
  const tally = new Tally();
  const findings = new Findings(say);
  const scene = await setTheScene(folder, random, findings, tally);
  const probe = new HealthProbe(scene.gateway, findings, tally);
  const minute = setInterval(() => say(summary(scene)), MINUTE_MILLIS);
  try {
    await scene.gateway.start();
    await begin(scene);
    const load = [probe.run(), scene.lines.run(), ...scene.writers.map(writer => writer.run())];
    for (const step of schedule(seed, faults)) {
      await play(step, scene, say);
      if (findings.any || performance.now() > end) break;
    }
    if (!findings.any) await restAndCheck(scene);
    stopLoad(scene, probe);
    if (!findings.any) {
      await Promise.all(load);
      await scene.gateway.stop();
    }
  } catch (error) {
    findings.add(String((error as Error).stack));
  } finally {
    clearInterval(minute);
    stopLoad(scene, probe);
    await scene.gateway.close();
    scene.events.stop();
    await scene.endpoint.stop();
  }
  if (!findings.any) await rm(folder, { recursive: true, force: true });
  return { findings: findings.list, tally, folder };
}

function stopLoad({ writers, lines }: Scene, probe: HealthProbe): void {
  probe.stop();
  lines.stop();
  for (const writer of writers) writer.stop();
}

async function setTheScene(
  folder: string,
  random: SeededRandom,
  findings: Findings,
  tally: Tally,
): Promise<Scene> {
  const gateway = new GatewayLife(folder, findings, tally);
  const endpoint = await ResultEndpoint.start();
  const writers = Array.from(
    { length: WRITERS },
    (_, number) => new ItemWriter(number, random.below(2 ** 32), gateway, findings, tally),
  );
  return {
    folder,
    gateway,
    findings,
    tally,
    writers,
    endpoint,
    files: new FileStreams(folder, gateway, findings, tally),
    events: await EventSource.start(),
    lines: new InputLines(gateway, tally),
    standing: new StandingQueries(folder, gateway, findings, endpoint.url),
  };
}

async function begin({ gateway, standing, files, events, lines }: Scene): Promise<void> {
  await standing.begin();
  await insist(gateway, 'POST', '/ingest/events', {
    type: 'ServerSentEventsIngest',
    url: events.url,
    parallelism: 1,
    format: {
      type: 'CypherJson',
      query: `MATCH (n) WHERE id(n) = idFrom('event', $that.k) SET n:Event, n.k = $that.k, n.seq = $that.seq`,
    },
  });
  await files.begin();
  await lines.begin();
  events.isMaking = true;
  lines.isWriting = true;
}

async function play(step: Step, scene: Scene, say: (line: string) => void): Promise<void> {
  const { findings, tally } = scene;
  findings.step = step.number;
  // A finding ends the step: other work may wait for something that will never happen.
  const lines = await Promise.race([
    Promise.all(step.faults.map(planned => playFault(planned, scene))),
    findings.first.then(() => ['broken off']),
  ]);
  tally.add('steps');
  say(`step ${step.number}: ${lines.join('; ')}`);
  if (!step.isLastBeforeRest || findings.any) return;
  await Promise.race([restAndCheck(scene), findings.first]);
  say(`step ${step.number}: at rest, ${findings.any ? 'and something is wrong' : 'all is well'}`);
  if (!findings.any) await resumeScene(scene);
}

async function playFault(
  { fault, seed, delayMillis, holdMillis }: PlannedFault,
  scene: Scene,
): Promise<string> {
  await pause(delayMillis);
  await scene.gateway.whenUp();
  const { what, undo } = await fault.apply(scene, new SeededRandom(seed));
  scene.tally.add(`fault: ${fault.name}`);
  await pause(holdMillis);
  await undo();
  return `${fault.name} (${what})`;
}

function summary({ tally, findings }: Scene): string {
  const counted = [
    'steps',
    'starts',
    'writes acknowledged',
    'moments of rest',
    'rows of standing queries compared',
  ];
  const counts = counted.map(what => `${tally.count(what)} ${what}`).join(', ');
  return `${counts}, ${findings.list.length} violations`;
}
