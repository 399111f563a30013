/**
 * Checks for every standing query that the matches in its file less the retractions equal the result of running it now.
 */
import { describe, insist, rowsOf } from '../ask.js';
import { canonicalText } from '../canonical-text.js';
import type { StandingQuery } from '../load/standing-queries.js';
import type { Scene } from '../scene.js';
import { redeliverDeadLetters } from './dead-letters.js';
import { eventually, difference } from './eventually.js';

const PROPAGATE = '/query/standing/control/propagate?include-sleeping=true';

export async function checkResultsAmount(scene: Scene): Promise<void> {
  const { gateway, standing, tally } = scene;
  await standing.settle();
  const all = [...standing.there.values()];
  if (all.some(query => !query.isShown)) {
    await insist(gateway, 'POST', PROPAGATE);
    for (const query of all) query.isShown = true;
  }
  for (const query of all) {
    const expected = await rowsNow(scene, query);
    const wrongResults = async (): Promise<string | undefined> => {
      await redeliverDeadLetters(scene);
      const rows = await query.results.rows();
      if (query.results.wrong !== undefined) scene.findings.add(`${query.name}: ${query.results.wrong}`);
      const { early } = query.results;
      const wrong =
        early.length > 0 ? `cancelled without a match: ${early.join(', ')}` : difference(rows, expected);
      return wrong === undefined ? undefined : `${query.name}: ${wrong}`;
    };
    await eventually(scene, 'results are what the query returns', wrongResults, () => evidence(scene, query));
    tally.add('standing queries compared');
    tally.add('rows of standing queries compared', expected.length);
  }
}

async function rowsNow({ gateway }: Scene, { query }: StandingQuery): Promise<readonly string[]> {
  const { columns, results } = await rowsOf(gateway, query);
  return results
    .map(row => canonicalText(Object.fromEntries(columns.map((name, i) => [name, row[i]]))))
    .sort();
}

/** Returns whether the query itself or its outputs are wrong. */
async function evidence({ gateway }: Scene, { name }: StandingQuery): Promise<string> {
  const path = `/api/v2/graph/quine/standingQueries/${name}`;
  const outputs = await gateway.request(`${path}/outputs`);
  const audit = await gateway.request(`${path}:audit`, { method: 'POST', body: {} });
  return `outputs: ${describe(outputs)}\naudit: ${describe(audit)}`;
}
