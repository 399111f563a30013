/** Shrinks a failing case while it keeps failing. */
import type { Action, OracleCase } from './random-case.js';

export async function shrinkCase<Pattern>(
  failing: OracleCase<Pattern>,
  fails: (candidate: OracleCase<Pattern>) => Promise<boolean>,
): Promise<OracleCase<Pattern>> {
  let smallest = failing;
  let progress = true;
  while (progress) {
    progress = false;
    for (let size = Math.max(1, smallest.actions.length >> 1); size >= 1; size >>= 1) {
      for (let start = smallest.actions.length - size; start >= 0; start--) {
        const actions = smallest.actions.filter((_, i) => i < start || i >= start + size);
        const candidate = await failingSchedule({ ...smallest, actions: withoutOrphans(actions) }, fails);
        if (candidate === undefined) continue;
        smallest = candidate;
        progress = true;
        break;
      }
    }
  }
  return smallest;
}

/** With fewer actions the random numbers differ, so several schedules are tried. */
async function failingSchedule<Pattern>(
  candidate: OracleCase<Pattern>,
  fails: (candidate: OracleCase<Pattern>) => Promise<boolean>,
): Promise<OracleCase<Pattern> | undefined> {
  const SCHEDULES = 12;
  for (let i = 0; i < SCHEDULES; i++) {
    const rescheduled = { ...candidate, schedule: candidate.schedule + i };
    if (await fails(rescheduled)) return rescheduled;
  }
  return undefined;
}

function withoutOrphans<Pattern>(actions: readonly Action<Pattern>[]): Action<Pattern>[] {
  const registered = new Set<number>();
  return actions.filter(action => {
    if (action.kind === 'register') registered.add(action.query);
    return action.kind !== 'remove' || registered.has(action.query);
  });
}
