/** A rest: nothing is written, all started work has finished, and the actual state is checked. */
import { describe, insist } from './ask.js';
import { checkAcknowledgedWrites } from './checks/acknowledged-writes.js';
import { eventually } from './checks/eventually.js';
import { checkEventsArrived } from './checks/events-arrived.js';
import { checkMemoryBound } from './checks/memory-bound.js';
import { checkOutputsComplete } from './checks/outputs-complete.js';
import { checkResultsAmount } from './checks/results-amount.js';
import { isOk } from './reply.js';
import type { Scene } from './scene.js';

interface StreamInfo {
  readonly status: string;
  readonly message?: string;
}

export async function restAndCheck(scene: Scene): Promise<void> {
  const { gateway, writers, events, lines, files, findings, tally } = scene;
  const began = performance.now();
  await Promise.all(writers.map(writer => writer.pause()));
  events.isMaking = false;
  lines.isWriting = false;
  await gateway.whenUp();
  await eventually(scene, 'it is ready', async () => {
    const reply = await gateway.request('/api/v1/admin/readiness');
    return isOk(reply) ? undefined : describe(reply);
  });
  await run(scene, 'events', true);
  await run(scene, files.name, false);
  await eventually(scene, 'all lines of standard input are ingested', () => lines.missing());
  for (const check of [
    checkEventsArrived,
    () => files.check(),
    checkAcknowledgedWrites,
    checkResultsAmount,
    checkOutputsComplete,
    checkMemoryBound,
  ]) {
    if (!findings.any) await check(scene);
  }
  tally.add('moments of rest');
  tally.most('longest rest, ms', performance.now() - began);
}

export async function resumeScene(scene: Scene): Promise<void> {
  if (scene.files.isThrough) await scene.files.begin();
  else await run(scene, scene.files.name, true);
  scene.events.isMaking = true;
  scene.lines.isWriting = true;
  for (const writer of scene.writers) writer.resume();
}

/** Starts or pauses a stream, whatever state an interrupted fault has left. */
async function run(scene: Scene, name: string, shouldRun: boolean): Promise<void> {
  const wanted = shouldRun ? 'Running' : 'Paused';
  await eventually(scene, `a stream has the requested state`, async () => {
    const { status, message } = await insist<StreamInfo>(scene.gateway, 'GET', `/ingest/${name}`);
    if (status === wanted || status === 'Completed') return undefined;
    // It retries automatically.
    if (status === 'Failed' && /^(store.failed|graph.worker-lost)/.test(message ?? '')) return message;
    if (status === 'Failed' || status === 'Terminated')
      scene.findings.add(`the stream ${name} is ${status}: ${message ?? ''}`);
    else
      await scene.gateway.request(`/api/v1/ingest/${name}/${shouldRun ? 'start' : 'pause'}`, {
        method: 'PUT',
      });
    return `${name} is ${status}`;
  });
}
