/** The canvas with the keyboard alone, and the focus when its element disappears. */
import type { Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';
import { until } from '../support/until.js';

const PATTERN = 'MATCH (a:Alarm)-[:at]->(d:Door) WHERE a.risk > 5 RETURN id(a) AS id';

describeInBrowser('the keyboard', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows("CREATE (:Person {name: 'Ada'})-[:knows]->(:Person {name: 'Ben'})");
      await send(gateway, 'POST', 'graph/quine/standingQueries', {
        name: 'risky',
        pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: PATTERN },
      });
    });
    page = explored.page;
    await explored.kind('Person', 2);
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.watched .dot.live').waitFor();
  });
  afterAll(() => explored?.stop());

  const selectedName = (): Promise<string | null> =>
    page.getByRole('tabpanel').getByRole('heading').first().textContent();
  const raiseAlarm = (number: number): Promise<unknown> =>
    explored.gateway.rows(
      `MATCH (a), (d) WHERE id(a) = idFrom('alarm', ${number}) AND id(d) = idFrom('door', ${number})
      SET a:Alarm, a.name = 'alarm-${number}', a.risk = 9, d:Door, d.name = 'door-${number}' CREATE (a)-[:at]->(d)`,
    );
  const hasFocusIn = (selector: string): Promise<boolean> =>
    page.evaluate<boolean>(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`);

  test('arrow keys on the canvas go from node to node', async () => {
    await page.getByRole('application', { name: /^Graph/ }).focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => ['Ada', 'Ben'].includes((await selectedName()) ?? ''));
    const first = await selectedName();
    // The other one is in one of these directions.
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) {
      if ((await selectedName()) === first) await page.keyboard.press(key);
    }
    await until(async () => (await selectedName()) !== first);
    expect(await hasFocusIn('.canvas')).toBe(true);
    expect(await violations(page)).toEqual([]);
    // Only the selected one is left to see.
    const last = await selectedName();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Hide others' }).click();
    await page.getByRole('application', { name: /^Graph/ }).focus();
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    expect(await selectedName()).toBe(last);
    await page.keyboard.press('a');
    // Live drawing, which would draw beside what is left.
    await page.locator('.tool-button.paused').waitFor();
    await page.keyboard.press('l');
    await page.locator('.tool-button.paused').waitFor({ state: 'detached' });
  });

  test('the palette arranges the canvas', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hierarchy');
    await page.getByRole('option', { name: 'Layout: Hierarchy' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    await page.locator('.menu-panel .chosen').filter({ hasText: 'Hierarchy' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('nodes that the user kept stay alone, and later matches keep their names in the list', async () => {
    await explored.selectAll('Ada', 'Ben');
    await page.getByRole('tabpanel').getByRole('button', { name: 'Remove everything else' }).click();
    await page.getByText('Live drawing is paused, so that only these nodes are shown.').first().waitFor();
    await page.getByRole('tab', { name: 'Live' }).click();
    await raiseAlarm(1);
    await page.locator('.match').filter({ hasText: 'alarm-1 › door-1' }).waitFor();
    await explored.kind('Person', 2);
    expect(await page.locator('.legend').getByText('Alarm').count()).toBe(0);
  });

  test('after a match is shown, the next Tab stays in the panel', async () => {
    await page.locator('.match-main').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Match' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
      'Show on the canvas',
    );
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Selection', selected: true }).waitFor();
    await explored.kind('Alarm', 1);
    await until(() => hasFocusIn('[role="tabpanel"]'));
    await page.keyboard.press('Tab');
    expect(await hasFocusIn('.side')).toBe(true);
  });
});
