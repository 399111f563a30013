/** Draws random cases, compares the engines with the naive interpreter, and shrinks a case that differs. */
import { WeirError } from '@weir/platform';
import type { QueryEngine } from './engines.js';
import type { Outcome } from './outcome.js';
import { judge, plainOutcome, reasonOf } from './plain-outcomes.js';
import { type QueryCase, randomCase } from './query-case.js';
import { shrinkCase } from './shrink-case.js';

/** Errors of invalid queries; they depend on the text alone. */
const REFUSALS: ReadonlySet<string> = new Set(['cypher.syntax', 'cypher.compile']);

export interface Tally {
  compared: number;
  /** Number of cases that were not compared, by reason. */
  readonly skipped: Map<string, number>;
}

/**
 * Checks cases `first` to `first + count - 1`; the engines take turns.
 * @param passed called after each case without a difference.
 * @throws with the smallest case that differs.
 */
export async function checkCases(
  first: number,
  count: number,
  engines: readonly QueryEngine[],
  passed: () => void = () => undefined,
): Promise<Tally> {
  const tally: Tally = { compared: 0, skipped: new Map() };
  for (let seed = first; seed < first + count; seed++) {
    const queryCase = randomCase(seed);
    const engine = engines[seed % engines.length]!;
    const difference = await differenceOf(queryCase, engine, tally);
    if (difference === undefined) {
      passed();
      continue;
    }
    const smallest = await shrinkCase(
      queryCase,
      async smaller => (await differenceOf(smaller, engine)) !== undefined,
    );
    throw new Error(
      `seed ${seed}, ${engine.name}: ${queryCase.query}\n${difference}\n` +
        `smallest: ${JSON.stringify(smallest)}\n${await differenceOf(smallest, engine)}`,
    );
  }
  return tally;
}

/** @returns both outcomes if the engine's is wrong. */
export async function differenceOf(
  queryCase: QueryCase,
  engine: QueryEngine,
  tally?: Tally,
): Promise<string | undefined> {
  const skip = (reason: string): undefined => {
    tally?.skipped.set(reason, (tally.skipped.get(reason) ?? 0) + 1);
  };
  let expected: Outcome;
  try {
    expected = plainOutcome(queryCase, 0);
  } catch (error) {
    if (error instanceof WeirError) return skip(`refused: ${error.code}`);
    return skip(reasonOf(error));
  }
  let found: Outcome | undefined;
  let failure = '';
  try {
    found = await engine.run(queryCase);
  } catch (error) {
    if (error instanceof WeirError && REFUSALS.has(error.code)) return skip(`refused: ${error.code}`);
    // The engine may evaluate a condition earlier, and find an element that was deleted.
    if (error instanceof WeirError && error.detail === 'DeletedEntityAccess')
      return skip('a deleted element');
    failure = String(error);
  }
  const verdict = judge(queryCase, expected, found);
  if (verdict.kind === 'open') return skip(verdict.reason);
  if (tally !== undefined) tally.compared++;
  return verdict.kind === 'right'
    ? undefined
    : `expected ${verdict.expected}\nfound ${failure}${verdict.found}`;
}
