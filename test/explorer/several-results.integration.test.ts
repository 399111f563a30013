/** Results of several queries on one canvas: they can be told apart, and a result can replace the canvas. */
import type { Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

const CHOICE = 'Draw the next result';

describeInBrowser('several results', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(
        "CREATE (:Host {name: 'web'})-[:runs]->(:Process {name: 'curl'}), (:Host {name: 'mail'}), (:User {name: 'Ada'})",
      );
    });
    page = explored.page;
    await page.locator('.legend').waitFor();
    await explored.button('Clear the canvas').click();
    await page.locator('.legend').waitFor({ state: 'detached' });
  });
  afterAll(() => explored?.stop());

  const results = () => page.getByRole('list', { name: 'Results on the canvas' }).getByRole('button');
  const result = (name: string) => explored.button(name);
  const heading = (name: string) => page.getByRole('tabpanel').getByRole('heading', { name, exact: true });

  test('each result has its own count, and the last one is ringed until something is selected', async () => {
    await explored.ask('MATCH (h:Host) RETURN h');
    await result('Result 1: 2 nodes').waitFor();
    // Nothing else is on the canvas.
    expect(await page.locator('.ring-result').count()).toBe(0);
    await explored.ask('MATCH (p:Process) RETURN p');
    await result('Result 2: 1 node').locator('.ring-result').waitFor();
    await explored.ask('RETURN 1 AS one');
    await page.locator('.query-status').getByText('1 row').waitFor();
    expect(await results().allTextContents()).toEqual(['Result 1: 2 nodes', 'Result 2: 1 node']);
    expect(await violations(page)).toEqual([]);
  });

  test('a click on a result selects its nodes on the canvas', async () => {
    await page.getByRole('tab', { name: 'Selection' }).click();
    await result('Result 2: 1 node').click();
    await heading('curl').waitFor();
    await page.locator('.ring-result').waitFor({ state: 'detached' });
    await page.locator('.stage-view').waitFor();
    await result('Result 1: 2 nodes').click();
    await heading('2 nodes selected').waitFor();
  });

  test('a result replaces the canvas, also after a reload of the page; one undo restores it', async () => {
    await page.getByLabel(CHOICE).selectOption('Replace the canvas');
    await explored.ask('MATCH (u:User) RETURN u');
    await result('Result 3: 1 node').waitFor();
    await page.locator('.legend-head').getByText('1 node · 0 edges').waitFor();
    expect(await results().allTextContents()).toEqual(['Result 3: 1 node']);
    await explored.button('Undo').click();
    await page.locator('.legend-head').getByText('3 nodes · 1 edge').waitFor();
    expect(await results().allTextContents()).toEqual(['Result 1: 2 nodes', 'Result 2: 1 node']);
    await page.reload();
    expect(await page.getByLabel(CHOICE).inputValue()).toBe('replace');
  });

  test('a result without nodes does not replace the canvas', async () => {
    await page.locator('.legend-head').getByText('3 nodes').waitFor();
    await explored.ask('MATCH (n:Missing) RETURN n');
    await page.locator('.query-status').getByText('0 rows').waitFor();
    await page.locator('.legend-head').getByText('3 nodes').waitFor();
  });

  test('fits the width of a phone', async () => {
    const { page: phone } = await open(explored.browser, explored.gateway.url, {
      width: 390,
      hasTouch: true,
    });
    await phone.locator('.legend').waitFor();
    await phone.locator('.query-bar .cm-content').click();
    // The parenthesis at the end keeps the list of completions closed, which would cover the button.
    await phone.keyboard.insertText('MATCH (h:Host) RETURN (h)');
    await phone.getByRole('button', { name: 'Run', exact: true }).click();
    await phone.getByRole('button', { name: 'Result 1: 2 nodes' }).waitFor();
    for (const part of ['.draw-choice', '.result-list', '.query-bar .run']) {
      const { x, width } = (await phone.locator(part).boundingBox())!;
      expect([part, x >= 0, x + width <= 390]).toEqual([part, true, true]);
    }
    expect(await violations(phone)).toEqual([]);
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
