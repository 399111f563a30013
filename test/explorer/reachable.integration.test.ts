/** Pages of a server that cannot be reached, pages that do not exist, and figures that are always shown. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const LOST = 'The server cannot be reached. Retrying…';
const RATE = /\d(?: records)?\/s/;
const PAGES = ['Explorer', 'Dashboard', 'Streams', 'Recipes', 'Metrics', 'API'];
/** Keeps the texts that each canvas shows since it was last cleared. */
const RECORD_TEXTS = `{
  const shown = new Map();
  window.textsOfCharts = () => [...shown.values()];
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    shown.set(this, [...(shown.get(this) ?? []), text]);
    return fillText.call(this, text, ...place);
  };
  CanvasRenderingContext2D.prototype.clearRect = function (...place) {
    shown.set(this, []);
    return clearRect.call(this, ...place);
  };
}`;

describeInBrowser('reaching the server', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async (gateway, folder) => {
      await writeFile(join(folder, 'records.jsonl'), '{"n": 1}\n{"n": 2}\nbroken\n');
      await send(gateway, 'POST', 'graph/quine/ingests', {
        name: 'endless',
        source: { type: 'NumberIterator' },
        query: 'MATCH (n) WHERE id(n) = idFrom($that % 10) SET n.n = $that',
        maxPerSecond: 50,
      });
      await send(gateway, 'POST', 'graph/quine/ingests', {
        name: 'broken',
        source: { type: 'File', path: 'records.jsonl', format: { type: 'JsonL' } },
        query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n = $that',
      });
    });
    page = explored.page;
  });
  afterAll(() => explored?.stop());

  test('the header names the product and what is running, on every page', async () => {
    const header = page.getByRole('banner');
    for (const name of ['Explorer', 'Dashboard', 'Streams']) {
      await explored.goTo(name);
      await header.getByText('Weir', { exact: true }).waitFor();
      await header.getByText('Finds patterns in streams of data as soon as they appear.').waitFor();
      await header.getByText('0 standing queries').waitFor();
      await header.getByText(/^[1-9]\d* records\/s$/).waitFor();
    }
  });

  test('records and rejected records are counted apart, and texts agree in number', async () => {
    await explored.goTo('Streams');
    const stream = page.locator('.list > li').filter({ hasText: 'broken' });
    await stream.getByText('records · 1 rejected').waitFor();
    expect(await stream.locator('.stream-figure strong').textContent()).toBe('2');
    await stream.getByText('1 record was rejected.').waitFor();
    await stream.getByText(/ It could not be read and was skipped\. /).waitFor();
    await stream.getByText(/^The last one: Record 2: .*JSON/).waitFor();
    await explored.goTo('Dashboard');
    await page.locator('.tile').filter({ hasText: '1 rejected' }).waitFor();
  });

  test('all pages show that the server cannot be reached, and no rate', async () => {
    const { page: other } = await open(explored.browser, explored.gateway.url);
    const header = other.getByRole('banner');
    const goTo = (name: string): Promise<void> =>
      other.getByRole('navigation').getByRole('link', { name }).click();
    for (const name of PAGES) {
      await goTo(name);
      await other.locator('#content').getByRole('heading', { name, exact: true }).waitFor();
    }
    await goTo('Streams');
    await other.locator('#content').getByText(RATE).first().waitFor();
    await other.context().setOffline(true);
    await other.getByText('was running').waitFor();
    // Figures come from several requests, which fail one after the other.
    await other.getByText(RATE).first().waitFor({ state: 'detached' });
    for (const name of PAGES) {
      await goTo(name);
      await header.getByRole('alert').getByText(LOST).waitFor();
      expect([name, await other.getByText(RATE).allTextContents()]).toEqual([name, []]);
    }
    expect(await violations(other)).toEqual([]);
    await other.context().setOffline(false);
    await goTo('Streams');
    await header.getByText(/^[1-9]\d* records\/s$/).waitFor();
    await other.locator('#content').getByText(RATE).first().waitFor();
    await other.context().close();
  });

  test('the times of a chart differ from the first measurement on', async () => {
    const context = await explored.browser.newContext();
    const fresh = await context.newPage();
    await fresh.addInitScript(RECORD_TEXTS);
    await fresh.goto(`${explored.gateway.url}/dashboard`);
    const chart = fresh.getByRole('img', { name: 'Records per second' });
    await chart.locator('canvas').waitFor();
    const seen: string[][] = [];
    for (let measured = 0; measured < 2; measured++) {
      await fresh.waitForResponse(/backpressure$/);
      await fresh.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const charts = await fresh.evaluate<string[][]>('textsOfCharts()');
      seen.push(...charts.map(texts => texts.filter(each => /^\d\d:\d\d:\d\d$/.test(each))));
    }
    const labelled = seen.filter(times => times.length > 1);
    expect(labelled.length).toBeGreaterThan(0);
    for (const times of labelled) expect(new Set(times).size).toBe(times.length);
    await context.close();
  });

  test('an error of a dialog is in it, in view, and has the focus', async () => {
    const { page: other } = await open(explored.browser, explored.gateway.url);
    await other.getByRole('button', { name: 'Styles and quick queries' }).click();
    const dialog = other.locator('dialog');
    await dialog
      .getByRole('button', { name: /^Delete: / })
      .first()
      .waitFor();
    await other.route('**/queryUi/**', route => route.fulfill({ status: 500, body: 'The list is locked' }));
    await dialog
      .getByRole('button', { name: /^Delete: / })
      .first()
      .click();
    await dialog.locator('.toast-text:focus').getByText('The list is locked').waitFor();
    expect(await violations(other)).toEqual([]);
    await dialog.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await dialog.locator('.toast').waitFor({ state: 'detached' });
    await other.context().close();
  });

  test('an unknown page leads back', async () => {
    const { page: other } = await open(explored.browser, `${explored.gateway.url}/nonsense`);
    await other.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await violations(other)).toEqual([]);
    await other.locator('#content').getByRole('link', { name: 'Explorer' }).click();
    await other.getByRole('button', { name: 'Clear the canvas' }).waitFor();
    await other.context().close();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
