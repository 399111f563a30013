/** Checks that memory used by hostile queries is released. Mapped file pages belong to the system. */
import { readFile } from 'node:fs/promises';
import type { Scene } from '../scene.js';
import { eventually } from './eventually.js';

const MOST_MEBIBYTES = 1_500;

export async function checkMemoryBound(scene: Scene): Promise<void> {
  await eventually(scene, 'memory is below its bound', async () => {
    const held = await heldMebibytes(scene.gateway.pid);
    if (held > MOST_MEBIBYTES) return `${held} MiB, more than ${MOST_MEBIBYTES}`;
    scene.tally.most('most memory at rest, MiB', held);
    return undefined;
  });
}

/** 0 if the system does not report it. */
async function heldMebibytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
