/** Runs one scenario on an engine and reports its deviation, if any. */
import type { ValueMap } from '@weir/model';
import { errorMismatch } from './expected-errors.js';
import { graphState, sideEffects } from './graph-state.js';
import { kitParameter, kitText, kitValue, readKitValue } from './kit-value.js';
import type { Execution, Expectation, Scenario } from './scenario.js';
import type { TckEngine, TckResult } from './tck-engine.js';

/** Returns queries that create a named graph. */
export type NamedGraphs = (name: string) => readonly string[];

/** Outcome of a scenario. */
export type Outcome =
  | { readonly kind: 'passed' }
  /** `mismatch`: the first deviation. */
  | { readonly kind: 'failed'; readonly mismatch: string };

export async function runScenario(
  engine: TckEngine,
  scenario: Scenario,
  graphs: NamedGraphs,
): Promise<Outcome> {
  const mismatch = await firstMismatch(engine, scenario, graphs);
  return mismatch === undefined ? { kind: 'passed' } : { kind: 'failed', mismatch };
}

/** @returns the first deviation, or `undefined`. */
async function firstMismatch(
  engine: TckEngine,
  scenario: Scenario,
  graphs: NamedGraphs,
): Promise<string | undefined> {
  await engine.reset(scenario.procedures);
  try {
    const setup =
      scenario.graph === 'empty' ? scenario.setup : [...graphs(scenario.graph), ...scenario.setup];
    for (const query of setup) await engine.run(query, {});
  } catch (error) {
    return `the setup failed: ${String(error)}`;
  }
  const parameters = Object.fromEntries(
    Object.entries(scenario.parameters).map(([name, text]) => [name, kitParameter(text)]),
  );
  for (const execution of scenario.executions) {
    const mismatch = await execute(engine, execution, parameters);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

async function execute(
  engine: TckEngine,
  { query, expectation, sideEffects: expectedEffects }: Execution,
  parameters: ValueMap,
): Promise<string | undefined> {
  const before = expectedEffects && (await graphState(engine));
  const mismatch = await compare(engine, query, parameters, expectation);
  if (mismatch !== undefined || before === undefined) return mismatch;
  const found = sideEffects(before, await graphState(engine));
  const [wanted, actual] = [expectedEffects, found].map(effects =>
    JSON.stringify(Object.entries(effects ?? {}).sort()),
  );
  return wanted === actual ? undefined : `side effects: expected ${wanted}, got ${actual}`;
}

async function compare(
  engine: TckEngine,
  query: string,
  parameters: ValueMap,
  expectation: Expectation | undefined,
): Promise<string | undefined> {
  const expected = expectation?.kind === 'error' ? expectation.error : undefined;
  let phase: 'compile time' | 'runtime' = 'compile time';
  let result: TckResult;
  try {
    await engine.compile(query, parameters);
    phase = 'runtime';
    result = await engine.run(query, parameters);
  } catch (error) {
    return expected ? errorMismatch(error, phase, expected) : `failed at ${phase}: ${String(error)}`;
  }
  if (expected) return `expected ${expected.type} ${expected.detail}, but it succeeded`;
  if (expectation?.kind === 'empty')
    return result.rows.length === 0 ? undefined : `expected no rows, got ${rowsText(result)}`;
  return expectation?.kind === 'table' ? tableMismatch(result, expectation) : undefined;
}

function tableMismatch(
  result: TckResult,
  expected: Extract<Expectation, { kind: 'table' }>,
): string | undefined {
  const { header, rows } = expected.table;
  if (JSON.stringify(header) !== JSON.stringify(result.columns)) {
    return `columns: expected ${header.join(', ')}, got ${result.columns.join(', ')}`;
  }
  const sorted = expected.ignoreListOrder;
  const wanted = rows.map(row => row.map(cell => kitText(readKitValue(cell), sorted)).join(' | '));
  const found = result.rows.map(row => row.map(value => kitText(kitValue(value), sorted)).join(' | '));
  if (!expected.inOrder) {
    wanted.sort();
    found.sort();
  }
  if (JSON.stringify(wanted) === JSON.stringify(found)) return undefined;
  return `rows: expected\n${wanted.join('\n')}\ngot\n${found.join('\n')}`;
}

function rowsText(result: TckResult): string {
  return result.rows.map(row => row.map(value => kitText(kitValue(value))).join(' | ')).join('\n');
}
