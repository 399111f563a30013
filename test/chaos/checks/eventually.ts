/** Waits for conditions that must hold once nothing is being written, and records how long that took. */
import { pause } from '../gateway-life.js';
import type { Scene } from '../scene.js';

/** Nodes that a crash has separated may take some time to reconnect. */
const PATIENCE_MILLIS = 120_000;
const PAUSE_MILLIS = 100;

/**
 * @param wrong returns a description of the deviation, or nothing.
 * @param evidence additional information for a finding.
 * @returns whether the condition held; if not, the remaining difference is a finding.
 */
export async function eventually(
  { findings, tally }: Scene,
  name: string,
  wrong: () => Promise<string | undefined>,
  evidence: () => Promise<string> = () => Promise.resolve(''),
): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    const still = await wrong();
    const millis = performance.now() - began;
    if (still === undefined) {
      tally.most(`longest until ${name}, ms`, millis);
      return true;
    }
    if (findings.any) return false;
    if (millis > PATIENCE_MILLIS) {
      findings.add(
        `not even after ${(millis / 1000).toFixed(0)} s: ${name}: ${still.slice(0, 3000)}\n${await evidence()}`,
      );
      return false;
    }
    await pause(PAUSE_MILLIS);
  }
}

/** @returns how two sorted lists of texts differ, counting repetitions. */
export function difference(found: readonly string[], expected: readonly string[]): string | undefined {
  const missing: string[] = [];
  const excess: string[] = [];
  for (let i = 0, j = 0; i < found.length || j < expected.length;) {
    const mine = found[i];
    const right = expected[j];
    if (mine === right) {
      i++;
      j++;
    } else if (right === undefined || (mine !== undefined && mine < right)) {
      excess.push(mine!);
      i++;
    } else {
      missing.push(right);
      j++;
    }
  }
  if (missing.length + excess.length === 0) return undefined;
  return `of ${expected.length} missing ${missing.join(' ')}; too many ${excess.join(' ')}`;
}
