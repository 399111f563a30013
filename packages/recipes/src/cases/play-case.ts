/** Runs one case and reports deviations from the expected results. */
import { WeirError } from '@weir/platform';
import type { Recipe } from '../recipe.js';
import type { ExpectedResults, RecipeCase } from './case-document.js';
import type { CaseGraph, OpenCaseGraph } from './case-graph.js';
import { difference, type Difference } from './compare-results.js';

export interface CaseOutcome {
  readonly differences: readonly Difference[];
  /** Errors of streams and outputs while the case ran. */
  readonly failures: readonly string[];
}

export async function playCase(
  recipe: Recipe,
  { given, then, answers, now }: RecipeCase,
  open: OpenCaseGraph,
  defaultNow: number,
): Promise<CaseOutcome> {
  const graph = await open(recipe, now ?? defaultNow);
  try {
    const failures: string[] = [];
    for (const part of [given].flat()) {
      for (const [stream, records] of Object.entries(part)) {
        for (const [i, record] of records.entries()) {
          try {
            await graph.feed(stream, record);
          } catch (error) {
            failures.push(`${stream}, record ${i + 1}: ${WeirError.from(error).message}`);
          }
          // Each record sees the effects of the ones before it.
          await graph.settled();
        }
      }
    }
    const differences: Difference[] = [];
    for (const [standing, expected] of Object.entries(then)) {
      differences.push(...(await compared(standing, expected, graph)));
    }
    for (const { query, rows } of answers) {
      const actual = await graph.rows(query);
      differences.push(...(await differing(query, rows, actual, graph)));
    }
    return { differences, failures: [...failures, ...graph.failures] };
  } finally {
    await graph.close();
  }
}

async function compared(
  standing: string,
  { matches, retractions, outputs }: ExpectedResults,
  graph: CaseGraph,
): Promise<Difference[]> {
  const actual = graph.results(standing);
  const found = [
    ...(await differing(`${standing}, matches`, matches, actual.matches, graph)),
    ...(await differing(`${standing}, retractions`, retractions, actual.retractions, graph)),
  ];
  for (const [output, sent] of Object.entries(outputs)) {
    found.push(
      ...(await differing(`${standing}, output ${output}`, sent, graph.sent(standing, output), graph)),
    );
  }
  return found;
}

async function differing(
  what: string,
  expected: readonly unknown[],
  actual: readonly unknown[],
  graph: CaseGraph,
): Promise<Difference[]> {
  const found = difference(what, (await evaluated(expected, graph)) as readonly unknown[], actual);
  return found === undefined ? [] : [found];
}

/** Returns the value with every `{cypher: expression}` evaluated. */
async function evaluated(value: unknown, graph: CaseGraph): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(item => evaluated(item, graph)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first![0] === 'cypher' && typeof first![1] === 'string') {
    const [row] = await graph.rows(`RETURN ${first![1]} AS value`);
    return row?.[0];
  }
  const done = entries.map(async ([key, inner]) => [key, await evaluated(inner, graph)] as const);
  return Object.fromEntries(await Promise.all(done));
}
