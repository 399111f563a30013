/** Matches on the canvas: as they begin and end, while drawing is paused, and when a query is no longer watched. */
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const PATTERN =
  'MATCH (a:Alarm)-[:at]->(d:Door) WHERE a.risk > 5 RETURN id(a) AS id, a.name AS alarm, d.name AS door';

describeInBrowser('live matches on the canvas', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows("CREATE (:Person {name: 'Ada'})-[:knows]->(:Person {name: 'Ben'})");
      await send(gateway, 'POST', 'graph/quine/standingQueries', {
        name: 'risky',
        pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: PATTERN },
      });
    });
    page = explored.page;
    button = name => explored.button(name);
    await explored.kind('Person', 2);
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.watched .dot.live').waitFor();
  });
  afterAll(() => explored?.stop());

  async function risk(alarm: number, door: number, value: number): Promise<void> {
    await explored.gateway.rows(
      `MATCH (a), (d) WHERE id(a) = idFrom('alarm', ${alarm}) AND id(d) = idFrom('door', ${door})
      SET a:Alarm, a.name = 'alarm-${alarm}', a.risk = ${value}, d:Door, d.name = 'door-${door}' CREATE (a)-[:at]->(d)`,
    );
  }

  const key = (name: string): Locator => page.locator('.ring-key').filter({ hasText: name });

  test('marks an ended match, and then removes the nodes that no other match holds', async () => {
    await risk(1, 1, 9);
    await explored.kind('Alarm', 1);
    await key('new match').waitFor();
    await risk(2, 1, 9);
    await explored.kind('Alarm', 2);
    await explored.kind('Door', 1);
    await risk(1, 1, 0);
    await key('ended match').waitFor();
    expect(await violations(page)).toEqual([]);
    // The door is part of the other match.
    await explored.kind('Alarm', 1);
    await explored.kind('Door', 1);
    await key('ended match').waitFor({ state: 'detached' });
    await explored.kind('Person', 2);
  });

  test('the list contains only matches of watched queries', async () => {
    await page.locator('.match').first().waitFor();
    await button('Watch risky').click();
    await page.locator('.match').first().waitFor({ state: 'detached' });
    await button('Watch risky').click();
    await page.locator('.watched .dot.live').waitFor();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
