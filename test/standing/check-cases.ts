/** Runs random cases until one fails, shrinks it, and throws an error with everything needed to run it again. */
import { formatNodeId, type NodeId } from '@weir/model';
import { isError } from '@weir/platform';
import { compileStandingQuery, type StandingPlan } from '@weir/standing';
import { cypherOf, type PlainPattern } from './plain-pattern.js';
import { type OracleCase, randomCase } from './random-case.js';
import { SeededRandom } from '@weir/graph/testing';
import type { OracleProgress } from '../support/oracle-progress.js';
import { shrinkCase } from './shrink-case.js';

/** Returns the error found; `undefined` if everything was correct. */
export type RunCase<Pattern> = (
  oracleCase: OracleCase<Pattern>,
) => Promise<string | undefined> | string | undefined;

export function checkCases(
  seed: number,
  count: number,
  run: RunCase<PlainPattern>,
  progress?: OracleProgress,
): Promise<void> {
  return checkCasesOf(seed, count, randomCase, run, progress);
}

export async function checkCasesOf<Pattern>(
  seed: number,
  count: number,
  caseFrom: (random: SeededRandom) => OracleCase<Pattern>,
  run: RunCase<Pattern>,
  progress?: OracleProgress,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const oracleCase = caseFrom(new SeededRandom(seed + i));
    const wrong = await verdict(oracleCase, run);
    if (wrong === undefined) {
      progress?.passed();
      continue;
    }
    progress?.end();
    const smallest = await shrinkCase(
      oracleCase,
      async candidate => (await verdict(candidate, run)) !== undefined,
    );
    const smallestWrong = await verdict(smallest, run);
    throw new Error(`seed ${seed + i}: ${wrong}\nsmallest: ${smallestWrong}\n${JSON.stringify(smallest)}`);
  }
  progress?.end();
}

export async function verdict<Pattern>(
  oracleCase: OracleCase<Pattern>,
  run: RunCase<Pattern>,
): Promise<string | undefined> {
  try {
    return await run(oracleCase);
  } catch (error) {
    return isError(error) ? (error.stack ?? error.message) : String(error);
  }
}

/** Compiles the pattern's Cypher text. */
export function planOf(pattern: PlainPattern, query: number): StandingPlan {
  return compileStandingQuery(
    cypherOf(pattern, id => formatNodeId(id as NodeId)),
    'DistinctId',
    query,
  );
}
