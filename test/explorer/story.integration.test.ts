/** Matches as stories: their names in the list, and the pattern of one beside the canvas, drawn and checked. */
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';
import { until } from '../support/until.js';

const STANDING = '/api/v2/graph/quine/standingQueries';

describeInBrowser('the story of a match', () => {
  let explored: Explored;
  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows("CREATE (:Machine {name: 'idle'})");
      const define = (name: string, query: string, outputs: readonly object[] = []): Promise<unknown> =>
        gateway.fetch(STANDING, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            name,
            pattern: { type: 'Cypher', query, mode: 'MULTIPLE_VALUES' },
            outputs,
          }),
        });
      await define(
        'chain',
        `MATCH (a:Process)-[:parent]->(b:Process)-[:parent]->(c:Process)
         WHERE a.risk > 5 AND c.office = true RETURN id(a) AS id, a.risk AS risk`,
      );
      await define('STANDING-1', "MATCH (m:Machine) WHERE m.name STARTS WITH 'down' RETURN id(m) AS id", [
        { name: 'outages', destinations: [{ type: 'StandardOut' }] },
      ]);
    });
    const { page } = explored;
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.watched .dot.live').nth(1).waitFor();
    for (const number of [1, 2]) await explored.gateway.rows(chain(number));
    await explored.gateway.rows("CREATE (:Machine {name: 'down-1'})");
    await page.locator('.match').nth(2).waitFor();
  });
  afterAll(() => explored?.stop());

  const chain = (number: number): string =>
    `MATCH (a), (b), (c) WHERE id(a) = idFrom('a', ${number}) AND id(b) = idFrom('b', ${number}) AND id(c) = idFrom('c', ${number})
     SET a:Process, a.name = 'curl', a.risk = 9, b:Process, b.name = 'cmd', c:Process, c.name = 'winword', c.office = true
     CREATE (a)-[:parent]->(b)-[:parent]->(c)`;
  const matches = () => explored.page.locator('.match');
  const story = () => explored.page.getByRole('article', { name: 'Match' });

  test('the list names the nodes along the pattern, and a query by its output', async () => {
    await matches().filter({ hasText: 'curl › cmd › winword' }).nth(1).waitFor();
    await matches().filter({ hasText: 'outages' }).waitFor();
  });

  test('matches are found by their words, filtered by query, and grouped', async () => {
    const { page } = explored;
    await page.getByLabel('Search matches').fill('winword cmd');
    await matches().filter({ hasText: 'outages' }).waitFor({ state: 'detached' });
    expect(await matches().count()).toBe(2);
    await page.getByLabel('Group').check();
    await matches().getByText('×2').waitFor();
    expect(await matches().count()).toBe(1);
    await page.getByLabel('Search matches').fill('nothing like it');
    await page.getByText('No match contains that.').waitFor();
    await page.getByLabel('Search matches').fill('');
    await page.getByLabel('Group').uncheck();
    await page.getByLabel('Standing query', { exact: true }).selectOption({ label: 'outages' });
    await matches().filter({ hasText: 'curl' }).first().waitFor({ state: 'detached' });
    await page.getByLabel('Standing query', { exact: true }).selectOption('');
  });

  test('a match is explained beside the canvas, element by element', async () => {
    await matches().filter({ hasText: 'curl' }).first().locator('.match-main').click();
    await story().getByText('Why it matches').waitFor();
    await story().locator('.part').nth(2).waitFor();
    expect(await story().locator('.part.holds').count()).toBe(3);
    const names = await story().locator('.part-head button').allTextContents();
    expect(names.sort()).toEqual(['cmd', 'curl', 'winword']);
    await story().locator('.checks .yes').getByText('risk > 5').waitFor();
    // The canvas stays visible and usable.
    expect(await explored.dialog.count()).toBe(0);
    await explored.page.locator('.legend').getByText('Process', { exact: true }).waitFor();
    await story().getByRole('button', { name: 'Back to the list' }).click();
    await matches().first().waitFor();
  });

  test('an ended match shows what no longer holds', async () => {
    await explored.gateway.rows("MATCH (c) WHERE id(c) = idFrom('c', 2) SET c.office = false");
    const ended = matches().filter({ hasText: 'ended' });
    await ended.locator('.match-main').click();
    await story().getByText('Conditions that fail now').waitFor();
    await story().locator('.pattern.ended .part.fails').waitFor();
    await story().locator('.part.fails .checks .no').getByText('office = true').waitFor();
    await story().locator('.part.fails').getByText('the value is false').waitFor();
    expect(await story().locator('.part.fails .part-head button').first().textContent()).toBe('winword');
    await story().getByRole('button', { name: 'Back to the list' }).click();
  });

  test('a match that ended and holds again says so; a page that is opened later lists earlier matches', async () => {
    await explored.gateway.rows("MATCH (c) WHERE id(c) = idFrom('c', 2) SET c.office = true");
    await until(async () => {
      const answer = await explored.gateway.fetch(`${STANDING}/chain/results`);
      return ((await answer.json()) as { items: unknown[] }).items.length === 4;
    });
    await explored.page.reload();
    const earlier = matches().filter({ hasText: 'earlier' });
    await earlier.filter({ hasText: 'ended' }).first().locator('.match-main').click();
    await story().getByText('All conditions hold again').waitFor();
    expect(await story().locator('.part.fails').count()).toBe(0);
    await story().getByRole('button', { name: 'Back to the list' }).click();
  });
});
