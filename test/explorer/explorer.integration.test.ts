/** The pages in a browser, on a gateway with a stream and a standing query with provenance. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { GatewayProcess } from '../support/gateway-process.js';
import { launch, open, violations, type OpenedPage } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { prefixProxy } from './prefix-proxy.js';

const ORDERS = 30;
/** Markup in a record must stay text. */
const EVIL = '<img src=x onerror="document.title=1">';
const PATTERN =
  'MATCH (o:Order)-[:of]->(c:Client) WHERE o.total > 10 RETURN id(o) AS id, o.total AS total, c.name AS client';
const INGEST = `MATCH (o), (c) WHERE id(o) = idFrom('order', $that.order) AND id(c) = idFrom('client', $that.client)
SET o:Order, o.no = $that.order, o.total = $that.total, c:Client, c.name = $that.client CREATE (o)-[:of]->(c)`;

describeInBrowser('the pages', () => {
  let folder: string;
  let gateway: GatewayProcess;
  let browser: Browser;
  let opened: OpenedPage;
  let page: Page;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-explorer-')));
    const records = Array.from({ length: ORDERS }, (_each, i) => ({
      order: i,
      total: i,
      client: i % 3 === 0 ? EVIL : `client-${i % 3}`,
    }));
    await writeFile(join(folder, 'orders.jsonl'), records.map(each => `${JSON.stringify(each)}\n`).join(''));
    [gateway, browser] = await Promise.all([GatewayProcess.startIn(folder, '--store', 'memory'), launch()]);
    await send('POST', 'standingQueries', {
      name: 'large',
      pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: PATTERN },
      provenance: true,
    });
    await send('POST', 'ingests', {
      name: 'orders',
      source: { type: 'File', path: 'orders.jsonl', format: { type: 'JsonL' } },
      query: INGEST,
    });
    for (;;) {
      const [[count]] = (await gateway.rows('MATCH (o:Order) RETURN count(o)')) as [[number]];
      if (count === ORDERS) break;
    }
    opened = await open(browser, gateway.url);
    page = opened.page;
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function send(method: string, path: string, body: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(`/api/v2/graph/quine/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async function ask(query: string, on = page): Promise<void> {
    await on.locator('.query-bar .cm-content').click();
    await on.keyboard.press('Control+a');
    await on.keyboard.insertText(query);
    await on.getByRole('button', { name: 'Run', exact: true }).click();
  }

  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const view = (name: string) => page.locator('.stage-switch').getByRole('button', { name }).click();
  const counts = () => page.locator('.legend-head .soft').textContent();
  const press = async (keys: string): Promise<void> => {
    await page.locator('main').focus();
    await page.keyboard.press(keys);
  };

  test('the first page shows the graph without a click, with a legend that counts', async () => {
    await page.locator('.legend').getByText('Order').waitFor();
    expect(await counts()).toMatch(/^[1-9]\d* nodes · [1-9]\d* edges$/);
    await page.getByRole('application', { name: /^Graph: \d+ nodes/ }).waitFor();
  });

  test('shows a result as graph, table and JSON, and can draw the remaining nodes', async () => {
    await ask('UNWIND range(1, 130) AS i CREATE (n:Many {i: i}) RETURN n, i');
    await page.getByText('100 of 130 nodes drawn').waitFor();
    await button('Draw 30 more').click();
    await page
      .locator('.legend')
      .getByRole('button', { name: /Many\s*130/ })
      .waitFor();
    await view('Table');
    await page.getByRole('row').filter({ hasText: 'Many' }).first().waitFor();
    await page.getByRole('button', { name: 'i', exact: true }).click();
    await page.getByRole('button', { name: 'i ↑' }).click();
    expect(await page.locator('[role=rowgroup] [role=row] >> nth=0').textContent()).toContain('130');
    await page.getByPlaceholder('Filter rows').fill('"i":77');
    await page.getByText('1 of 130').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button(/Download rows as CSV/).click()]);
    expect(file.suggestedFilename()).toBe('weir-rows.csv');
    await view('JSON');
    await page.locator('.json-view').filter({ hasText: '"i": 1' }).waitFor();
    await view('Graph');
  });

  test('shows the position of an error, runs the next query, and shows rows without nodes as a table', async () => {
    await ask('MATCH (n RETURN n');
    await page
      .getByRole('alert')
      .filter({ hasText: /SyntaxError|Invalid|expected/i })
      .waitFor();
    await ask('RETURN 9007199254740993 AS big, 1.0 AS one');
    await page.getByRole('cell', { name: '9007199254740993' }).waitFor();
    await page.getByRole('cell', { name: '1.0' }).waitFor();
    await view('Graph');
  });

  test('completes text while typing', async () => {
    await page.locator('.query-bar .cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('MATCH (n:Cli');
    await page.locator('.cm-tooltip-autocomplete').getByText('Client').click();
    expect(await page.locator('.query-bar .cm-content').textContent()).toContain('MATCH (n:Client');
  });

  test('a running query can be canceled, and ends on the server', async () => {
    await ask('UNWIND range(1, 3) AS i CALL util.sleep(60000) RETURN i');
    await button('Cancel').click();
    await page.getByText(/cancelled/).waitFor();
    await button('Run').waitFor();
  });

  test('shows a million rows as a table with few elements', async () => {
    await ask('UNWIND range(1, 1000000) AS x RETURN x');
    await page.getByText(/^1,000,000 rows/).waitFor({ timeout: 300_000 });
    await button('All values of row 1').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await page.evaluate("document.querySelector('.table-scroll').scrollTo(0, 20000000)");
    await page
      .getByText(/^58\d{4}$/)
      .first()
      .waitFor();
    await view('Graph');
  }, 400_000);

  test('undo, redo and checkpoints work, and nodes removed from the canvas stay in the graph', async () => {
    await button('Clear the canvas').click();
    await ask('MATCH (o:Order)-[r:of]->(c) WHERE o.no < 5 RETURN o, r, c');
    await page.locator('.legend-head').getByText('8 nodes · 5 edges').waitFor();
    await button('Checkpoints').click();
    await page.getByPlaceholder('Name of the checkpoint').fill('five');
    await button('Set a checkpoint here').click();
    await press('Control+a');
    await press('Delete');
    await page.locator('.legend').waitFor({ state: 'detached' });
    await press('Control+z');
    expect(await counts()).toBe('8 nodes · 5 edges');
    await press('Control+Shift+z');
    await button('Checkpoints').click();
    await button('five').click();
    expect(await counts()).toBe('8 nodes · 5 edges');
    expect(await gateway.rows('MATCH (o:Order) RETURN count(o)')).toEqual([[ORDERS]]);
  });

  test('find selects; the inspector shows, expands and edits; markup in a record stays text', async () => {
    await page.getByLabel('Find on the canvas').fill('onerror');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Selection' }).click();
    await page.locator('.properties').getByText(EVIL).waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: /← of\s*10/ }).click();
    await page
      .locator('.legend')
      .getByRole('button', { name: /Order\s*13/ })
      .waitFor();
    await button('Edit').click();
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await button(/Write to the graph · 1 change/).click();
    await page.locator('dialog').getByRole('button', { name: 'Write to the graph' }).click();
    await page.locator('.properties').getByText('Ada').waitFor();
    expect(await gateway.rows("MATCH (c:Client {name: 'Ada'}) RETURN count(c)")).toEqual([[1]]);
    await page.getByLabel('Find on the canvas').fill('');
  });

  test('a hidden type can be shown again', async () => {
    const kind = page.locator('.legend').getByRole('button', { name: /^Order/ });
    await kind.click();
    expect(await kind.getAttribute('aria-pressed')).toBe('false');
    await kind.click();
    expect(await kind.getAttribute('aria-pressed')).toBe('true');
  });

  test('shows a match as it happens, with the records that caused it', async () => {
    await page.getByRole('tab', { name: /Live/ }).click();
    await page.getByText('large', { exact: true }).first().waitFor();
    await page.locator('.watched .dot.live').waitFor();
    await writeFile(
      join(folder, 'more.jsonl'),
      `${JSON.stringify({ order: 900, total: 4711, client: 'Bea' })}\n`,
    );
    await send('POST', 'ingests', {
      name: 'more',
      source: { type: 'File', path: 'more.jsonl', format: { type: 'JsonL' } },
      query: INGEST,
    });
    const match = page.locator('.match').filter({ hasText: '4711' });
    await match.waitFor();
    await match.locator('.match-main').click();
    const story = page.getByRole('article', { name: 'Match' });
    await story.locator('.records').getByText('completed the match').waitFor();
    expect(await story.locator('.records').textContent()).toContain('morerecord 0');
    await story
      .locator('.writings')
      .getByText(/total = 4711/)
      .waitFor();
    await story.getByRole('button', { name: 'Back to the list' }).click();
    await match.getByRole('button', { name: 'Show on the canvas' }).click();
    await page.getByText('2 nodes selected').waitFor();
  });

  test('explains as a checklist why a node does not match', async () => {
    await ask('MATCH (o:Order {no: 3}) RETURN o');
    await page.getByLabel('Find on the canvas').fill('no 3');
    await page.keyboard.press('Enter');
    await page.locator('.why').filter({ hasText: 'large' }).click();
    const dialog = page.locator('dialog');
    await dialog
      .getByText(/o\.total > 10: it is \d/)
      .first()
      .waitFor();
    await dialog.locator('.checks .yes').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Find on the canvas').fill('');
  });

  test('an audit confirms the results; a new pattern is compared, then applied', async () => {
    await page.getByRole('tab', { name: /Live/ }).click();
    await button('Audit: large').click();
    await page.getByText(/^Correct: \d+ rows/).waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await button('Change the pattern: large').click();
    const dialog = page.locator('dialog');
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(PATTERN.replace('> 10', '> 20'));
    await dialog.getByRole('button', { name: 'Preview the difference' }).click();
    await dialog.getByText(/^Both as of \d\d:\d\d:\d\d\.\d{3}$/).waitFor();
    await dialog.getByText('10 unchanged').waitFor();
    await dialog.getByText('0 added').waitFor();
    await dialog.getByText('10 removed').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    const answer = await gateway.fetch('/api/v2/graph/quine/standingQueries/large');
    expect(await answer.text()).toContain('o.total > 20');
  });

  test('time travel shows moments and differences, and returns to the present', async () => {
    await page.getByRole('tab', { name: /Live/ }).click();
    await button('Live').click();
    await ask("MATCH (c:Client {name: 'Ada'}) RETURN c");
    await page.getByLabel('Find on the canvas').fill('Ada');
    await page.keyboard.press('Enter');
    await button('Remove everything else').click();
    await page.locator('.legend-head').getByText('1 node · 0 edges').waitFor();
    await page.getByLabel('Find on the canvas').fill('');
    await button('Travel in time').click();
    await page.getByText(/^[1-9]\d* moments of 1 node/).waitFor();
    await page.getByRole('button', { name: 'Earlier change' }).click();
    await page.getByRole('button', { name: 'Earlier change' }).click();
    await page.locator('.time-facts').filter({ hasText: '1 changed since' }).waitFor();
    await page.locator('.properties .changed').filter({ hasText: 'onerror' }).waitFor();
    await page.getByRole('slider').press('End');
    expect(await page.locator('.time-field').inputValue()).toBe('Now');
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
  });

  test('saves pictures and the canvas, and loads the canvas', async () => {
    for (const [item, name] of [
      ['Picture (PNG)', 'weir-graph.png'],
      ['Drawing (SVG)', 'weir-graph.svg'],
      ['Canvas (JSON)', 'weir-canvas.json'],
    ] as const) {
      await button('Save or load').click();
      const [file] = await Promise.all([page.waitForEvent('download'), button(item).click()]);
      expect(file.suggestedFilename()).toBe(name);
      if (name === 'weir-canvas.json') await file.saveAs(join(folder, name));
    }
    await button('Clear the canvas').click();
    await page.locator('input[type=file]').setInputFiles(join(folder, 'weir-canvas.json'));
    await page.locator('.legend').getByText('Client').waitFor();
  });

  test.each(['explorer', 'dashboard', 'streams', 'recipes', 'metrics', 'cluster'])(
    '%s has no axe violations, light or dark, wide or narrow',
    async name => {
      for (const [colorScheme, width] of [
        ['light', 1400],
        ['dark', 420],
      ] as const) {
        const { page: other, trouble } = await open(browser, `${gateway.url}/${name}`, {
          colorScheme,
          width,
        });
        await other.locator('h1').first().waitFor({ state: 'attached' });
        await other.locator('.card:visible, .legend:visible').first().waitFor();
        expect([colorScheme, await violations(other)]).toEqual([colorScheme, []]);
        expect(trouble).toEqual([]);
        await other.context().close();
      }
    },
  );

  test('the API can be read and tried', async () => {
    const { page: other, trouble } = await open(browser, `${gateway.url}/docs`);
    await other.locator('.docs-body').getByText('Standing Queries').first().waitFor();
    await other.getByRole('button', { name: 'Version 1' }).click();
    await other.getByText('Weir API, version 1').waitFor();
    expect(trouble).toEqual([]);
    await other.context().close();
  });

  test.each([
    ['light', 1400],
    ['dark', 420],
  ] as const)('the API has no axe violations, %s, %i pixels wide', async (colorScheme, width) => {
    const { page: other } = await open(browser, `${gateway.url}/docs`, { colorScheme, width });
    await other.locator('.docs-body').getByText('Standing Queries').first().waitFor();
    expect(await violations(other)).toEqual([]);
    await other.locator('.opblock-tag').first().click();
    await other.locator('.opblock-summary-control').first().click();
    await other.locator('.opblock-body').first().waitFor();
    expect(await violations(other)).toEqual([]);
    await other.context().close();
  });

  test.each([
    ['/#100%', '100%'],
    ['/dashboard#RETURN%201%20AS%20one', 'RETURN 1 AS one'],
    ['/#query=RETURN%20%22a%3Db%22', 'RETURN "a=b"'],
    ['/#MATCH (n:Order) WHERE n.no = 1 RETURN n', 'MATCH (n:Order) WHERE n.no = 1 RETURN n'],
  ])('the link %s runs its query', async (path, query) => {
    const { page: other, trouble } = await open(browser, gateway.url + path);
    await other.locator('.query-bar .cm-content').getByText(query).waitFor();
    expect(trouble).toEqual([]);
    await other.context().close();
  });

  test('a link that writes waits for the user', async () => {
    const { page: other } = await open(browser, `${gateway.url}/#CREATE%20(:FromLink)`);
    await other.getByText('comes from the link').waitFor();
    expect(await gateway.rows('MATCH (n:FromLink) RETURN count(n)')).toEqual([[0]]);
    await other.context().close();
  });

  test('finds everything below a path prefix', async () => {
    const proxy = await prefixProxy(gateway.url, '/tools/weir');
    try {
      const { page: other, trouble } = await open(browser, proxy.url);
      await other.locator('.legend').waitFor();
      await ask('RETURN 42 AS answer', other);
      await other.getByRole('cell', { name: '42' }).waitFor();
      await other.getByRole('link', { name: 'Streams' }).click();
      await other.getByText('orders', { exact: true }).waitFor();
      expect(other.url()).toBe(`${proxy.url}streams`);
      await other.reload();
      await other.getByText('orders', { exact: true }).waitFor();
      expect(trouble).toEqual([]);
      await other.context().close();
    } finally {
      proxy.close();
    }
  });

  test('nothing went wrong in the page', () => expect(opened.trouble).toEqual([]));
});
