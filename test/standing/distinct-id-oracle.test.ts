/**
 * Law 1 for DistinctId: random patterns, writes and interleavings on a toy network, compared with trying everything.
 * Catches lost and false matches, wrong cancellations, states that a restart changes, subscriptions left behind.
 *
 * WEIR_ORACLE_SEED and WEIR_ORACLE_CASES choose other cases and more of them.
 */
import { formatNodeId, type NodeId } from '@weir/model';
import { compileStandingQuery, type StandingPlan } from '@weir/standing';
import { cypherOf, type PlainPattern } from './plain-pattern.js';
import { type OracleCase, randomCase } from './random-case.js';
import { runCase } from './run-case.js';
import { SeededRandom } from './seeded-random.js';
import { shrinkCase } from './shrink-case.js';

const SEED = Number(process.env['WEIR_ORACLE_SEED'] ?? 20261);
const CASES = Number(process.env['WEIR_ORACLE_CASES'] ?? 1500);

function planOf(pattern: PlainPattern, query: number): StandingPlan {
  return compileStandingQuery(cypherOf(pattern, id => formatNodeId(id as NodeId)), 'DistinctId', query);
}

function verdict(oracleCase: OracleCase): string | undefined {
  try {
    return runCase(oracleCase, planOf);
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

test(`${CASES} random cases from seed ${SEED} agree with trying everything`, () => {
  for (let i = 0; i < CASES; i++) {
    const oracleCase = randomCase(new SeededRandom(SEED + i));
    const wrong = verdict(oracleCase);
    if (wrong === undefined) continue;
    const smallest = shrinkCase(oracleCase, candidate => verdict(candidate) !== undefined);
    throw new Error(`seed ${SEED + i}: ${wrong}\nsmallest: ${verdict(smallest)}\n${JSON.stringify(smallest)}`);
  }
}, 600_000);
