/** First steps in an empty graph: a recipe, a file, the tutorial. */
import type { Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';
import { OUT_OF_REACH } from './out-of-reach.js';

describeInBrowser('an empty graph', () => {
  let explored: Explored;
  let page: Page;

  beforeEach(async () => {
    explored = await Explored.start(async () => {}, '--store', 'memory');
    page = explored.page;
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
  });
  afterEach(async () => {
    const trouble = explored?.opened.trouble;
    await explored?.stop();
    expect(trouble).toEqual([]);
  });

  test('a recipe with a sample is started with one click, and the header names it', async () => {
    expect(await violations(page)).toEqual([]);
    const start = page.locator('.first-steps').getByRole('button', { name: /^Start / });
    const title = (await start.textContent())!.replace('Start ', '');
    await start.click();
    await page.getByRole('banner').getByText(title, { exact: true }).waitFor();
    await page.getByRole('application', { name: /^Graph: [1-9]\d* nodes?/ }).waitFor();
    await page.getByRole('heading', { name: 'Get started' }).waitFor({ state: 'detached' });
    await explored.goTo('Recipes');
    const card = page.locator('.recipe-card').filter({ hasText: title });
    await card.getByText('running', { exact: true }).waitFor();
    await card.getByRole('link', { name: 'Open the graph' }).click();
    await explored.button('Clear the canvas').waitFor();
    await explored.goTo('Recipes');
    await explored.button('Start Fraud ring').click();
    await explored.button('Stop Fraud ring').waitFor();
  });

  test('a file is loaded with a query derived from it', async () => {
    const buffer = Buffer.from('id,total\n1,20\n2,35\n');
    const file = { name: 'late orders.csv', mimeType: 'text/csv', buffer };
    await page.locator('.first-steps input[type=file]').setInputFiles(file);
    const { dialog } = explored;
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('late-orders');
    await dialog.locator('.cm-content').getByText('a += $that').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText('late orders.csv: 2 records loaded').waitFor();
    await explored.kind('LateOrders', 2);
    const rows = await explored.gateway.rows('MATCH (n:LateOrders) RETURN n.id, n.total ORDER BY n.id');
    expect(rows).toEqual([
      ['1', '20'],
      ['2', '35'],
    ]);
  });

  test('the tutorial leads from nothing to a match', async () => {
    await explored.button('Open the tutorial').click();
    const steps = page.getByRole('region', { name: 'Tutorial' });
    const run = steps.getByRole('button', { name: 'Run this step' });
    const next = steps.getByRole('button', { name: 'Next' });
    await run.click();
    await explored.kind('Person', 2);
    await next.click();
    await run.click();
    await next.click();
    await run.click();
    await page.getByRole('tabpanel').getByText('tutorial', { exact: true }).waitFor();
    await page.locator('.watched .dot.live').waitFor();
    await next.click();
    await run.click();
    await page.locator('.match').first().waitFor();
    await explored.kind('Person', 3);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    await next.click();
    await steps.getByRole('button', { name: 'Done' }).click();
    await steps.waitFor({ state: 'detached' });
  });
});
