/** Runs random cases until one fails, shrinks it, and throws an error with everything needed to run it again. */
import { type Action, type OracleCase, randomCase } from './oracle-case.js';
import { OracleTally } from './oracle-tally.js';
import { describeLayout, OracleProgress } from '../support/oracle-progress.js';
import { type Layout, runOracleCase } from './run-oracle-case.js';
import { isError } from '@weir/platform';

export async function checkOracleCases(
  seed: number,
  count: number,
  layout: Layout,
  tally: OracleTally,
): Promise<void> {
  const own = new OracleTally();
  const progress = new OracleProgress('whole grammar', seed, count, describeLayout(layout));
  try {
    await checkEach(seed, count, layout, own, progress);
  } finally {
    tally.add(own);
    progress.end(own.features);
  }
}

async function checkEach(
  seed: number,
  count: number,
  layout: Layout,
  tally: OracleTally,
  progress: OracleProgress,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const oracleCase = randomCase(seed + i);
    tally.cases++;
    const wrong = await verdict(oracleCase, layout, tally);
    if (wrong === undefined) {
      progress.passed();
      continue;
    }
    const smallest = await shrink(oracleCase, layout);
    throw new Error(
      `seed ${seed + i} on ${JSON.stringify(layout)}: ${wrong}\n` +
        `smallest: ${await verdict(smallest, layout, new OracleTally())}\n${JSON.stringify(smallest)}`,
    );
  }
}

export async function verdict(
  oracleCase: OracleCase,
  layout: Layout,
  tally = new OracleTally(),
): Promise<string | undefined> {
  try {
    return await runOracleCase(oracleCase, layout, tally);
  } catch (error) {
    return isError(error) ? (error.stack ?? error.message) : String(error);
  }
}

/** A case that fails rarely is not shrunk as far as possible. */
const SHRINKING_RUNS = 1_500;

async function shrink(failing: OracleCase, layout: Layout): Promise<OracleCase> {
  let smallest = failing;
  const budget = { runs: SHRINKING_RUNS };
  for (let size = failing.actions.length >> 1; size >= 1 && budget.runs > 0;) {
    const smaller = await withoutSome(smallest, size, layout, budget);
    if (smaller === undefined) size >>= 1;
    else smallest = smaller;
  }
  return smallest;
}

async function withoutSome(
  failing: OracleCase,
  size: number,
  layout: Layout,
  budget: { runs: number },
): Promise<OracleCase | undefined> {
  for (let start = failing.actions.length - size; start >= 0; start--) {
    const actions = withoutOrphans(failing.actions.filter((_, i) => i < start || i >= start + size));
    const candidate = await failingSchedule({ ...failing, actions }, layout, budget);
    if (candidate !== undefined) return candidate;
  }
  return undefined;
}

/** With fewer actions the random numbers differ, so several schedules are tried. */
async function failingSchedule(
  candidate: OracleCase,
  layout: Layout,
  budget: { runs: number },
): Promise<OracleCase | undefined> {
  const SCHEDULES = 10;
  for (let i = 0; i < SCHEDULES && budget.runs-- > 0; i++) {
    const rescheduled = { ...candidate, schedule: candidate.schedule + i };
    if ((await verdict(rescheduled, layout)) !== undefined) return rescheduled;
  }
  return undefined;
}

function withoutOrphans(actions: readonly Action[]): Action[] {
  const registered = new Set<number>();
  return actions.filter(action => {
    if (action.kind === 'register') registered.add(action.number);
    return action.kind !== 'remove' || registered.has(action.number);
  });
}
