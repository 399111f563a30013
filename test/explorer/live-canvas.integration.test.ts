/** Matches on the canvas: as they begin and end, while drawing is paused, and when a query is no longer watched. */
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';
import { heldAnswers } from './held-answers.js';

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
    // Shown on request, it is marked again, and stays.
    const begun = page.locator('.match:not(.ended)').filter({ hasText: 'alarm-1' });
    await begun.getByRole('button', { name: 'Show on the canvas' }).click();
    await explored.kind('Alarm', 2);
    await key('ended match').waitFor();
  });

  test('while drawing is paused, the canvas stays as it is, and new matches are counted and drawn later', async () => {
    await page.getByRole('tab', { name: 'Live' }).click();
    await button('Live').click();
    await button('Paused').waitFor();
    await risk(3, 3, 9);
    await risk(4, 4, 9);
    await button('Paused · 2 new').waitFor();
    expect(await violations(page)).toEqual([]);
    await explored.kind('Alarm', 2);
    // A match that ends meanwhile is not drawn later.
    await risk(4, 4, 0);
    await page.locator('.match.ended').first().waitFor();
    await page.locator('.match.ended').filter({ hasText: 'alarm-4' }).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('l');
    await explored.kind('Alarm', 3);
    await button('Live').waitFor();
  });

  test('the number of nodes kept is set on the canvas, and the pointer there can pause drawing', async () => {
    await button('Settings of live drawing').click();
    await page.getByLabel('Nodes of matches on the canvas').selectOption('Keep the latest 50');
    await page.getByLabel('Pause while the pointer is on the canvas').check();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const { x, y, width, height } = (await page.locator('.canvas').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await button('Paused').waitFor();
    await risk(5, 5, 9);
    await button('Paused · 1 new').waitFor();
    await page.mouse.move(x + width + 60, y + height / 2);
    await button('Live').waitFor();
    await explored.kind('Alarm', 4);
    await button('Settings of live drawing').click();
    await page.getByLabel('Pause while the pointer is on the canvas').uncheck();
    await page.keyboard.press('Escape');
  });

  test('matches wait while the canvas shows the past', async () => {
    await button('Travel in time').click();
    await button('Earlier change').click();
    await button('Paused').waitFor();
    await risk(6, 6, 9);
    await button('Paused · 1 new').waitFor();
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
    await explored.kind('Alarm', 5);
  });

  test('a match that ends while its nodes are read is removed', async () => {
    const slow = await explored.browser.newPage();
    const answers = await heldAnswers(slow);
    await slow.goto(explored.gateway.url);
    await slow.locator('.legend').waitFor();
    await slow.getByRole('tab', { name: 'Live' }).click();
    await slow.locator('.watched .dot.live').waitFor();
    const label = await slow.getByRole('application', { name: /^Graph/ }).getAttribute('aria-label');
    const before = Number(/\d+/.exec(label!)![0]);
    const drawn = (count: number): Promise<void> =>
      slow.getByRole('application', { name: new RegExp(`^Graph: ${count} nodes`) }).waitFor();
    answers.hold();
    await risk(7, 7, 9);
    await slow.locator('.match').filter({ hasText: 'alarm-7' }).waitFor();
    await risk(7, 7, 0);
    await slow.locator('.match.ended').filter({ hasText: 'alarm-7' }).waitFor();
    answers.release();
    await drawn(before + 2);
    await drawn(before);
    await slow.close();
  });

  test('the list contains only matches of watched queries', async () => {
    await page.locator('.match').first().waitFor();
    await button('Watch risky').click();
    await page.locator('.match').first().waitFor({ state: 'detached' });
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
