/** Exchanges with known differences: version, number or range, and reason, one per line. */
import { readFileSync } from 'node:fs';
import { projectFile } from '../support/project-file.js';
import type { Version } from './exchange.js';

export interface KnownGap {
  readonly reason: string;
  /** It may also agree: the difference depends on time. */
  readonly maybe: boolean;
}

/** `v2 67-121 | reason`; a reason that begins with `maybe:` need not always apply. @returns gaps keyed by number. */
export function knownGaps(version: Version): ReadonlyMap<number, KnownGap> {
  const gaps = new Map<number, KnownGap>();
  for (const line of readFileSync(projectFile('test/captures/known-gaps.txt'), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = /^(v\d) (\d+)(?:-(\d+))? \| (maybe: )?(.+)$/.exec(line);
    if (match === null) throw new Error(`not a known gap: ${line}`);
    const [, of, first, last = first, maybe, reason] = match;
    if (of !== version) continue;
    for (let n = Number(first); n <= Number(last); n++)
      gaps.set(n, { reason: reason!, maybe: maybe !== undefined });
  }
  return gaps;
}
