/** A graph with foreign data: overlong, empty or deceptive names, many types of nodes, streams that fail. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const GRAPH = 'graph/quine';
/** Looks like a picture but is a program. */
const TURNED = '\u202Egnp.exe';
const KINDS = 20;
const LONG = 'of_something_that_a_schema_has_named_at_length';
const MANY = Array.from({ length: KINDS }, (_each, i) => `(:Kind${i}_${LONG} {name: 'K${i}'})`).join(', ');

const WORDY = 'Wordy'.repeat(60);
const LABELS = Array.from({ length: 200 }, (_each, i) => `:Label${i}`).join('');

describeInBrowser('what is strange', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async (gateway, folder) => {
      await writeFile(join(folder, 'records.jsonl'), '{"a": 1}\n');
      await gateway.rows(`CREATE ${MANY}`);
      await gateway.rows(`CREATE (:Many:${WORDY}${LABELS} {name: 'Many'})`);
      await gateway.rows(
        `CREATE (:Turned {name: '${TURNED}', list: ['${TURNED}']}), (:Blank {name: '  ', title: ''})`,
      );
      await send(gateway, 'POST', `${GRAPH}/standingQueries`, {
        name: 'kinds',
        pattern: {
          type: 'Cypher',
          mode: 'MULTIPLE_VALUES',
          query: 'MATCH (n:Found) RETURN id(n) AS id',
        },
        outputs: [
          { name: 'nowhere', destinations: [{ type: 'HttpEndpoint', url: 'http://127.0.0.1:9/nothing' }] },
        ],
      });
      await gateway.rows("CREATE (:Found {name: 'found'})");
      await send(gateway, 'POST', `${GRAPH}/ingests`, {
        name: 'breaks',
        source: { type: 'File', path: 'records.jsonl', format: { type: 'JsonL' } },
        query: 'MATCH (n) WHERE id(n) = idFrom($that.a) SET n.a = toInteger({})',
      });
    });
    page = explored.page;
    button = name => explored.button(name);
  });
  afterAll(() => explored?.stop());

  test('shows characters that change the direction of text by their code, wherever a value appears', async () => {
    await page.locator('.legend').waitFor();
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Turned) RETURN n, n.name AS name');
    await explored.kind('Turned', 1);
    await explored.select('gnp');
    await page.getByRole('tabpanel').getByRole('heading', { name: '\\u202egnp.exe', exact: true }).waitFor();
    await page.getByRole('tabpanel').getByText('["\\u202egnp.exe"]').waitFor();
    for (const view of ['Table', 'JSON']) {
      await page.locator('.stage-switch').getByRole('button', { name: view }).click();
      await page.locator('.results').getByText('\\u202egnp.exe').first().waitFor();
      expect(await page.locator('body').textContent()).not.toContain('\u202E');
    }
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test('a query without rows shows whether it runs, was canceled, failed, or found none', async () => {
    const view = (name: string): Promise<void> =>
      page.locator('.stage-switch').getByRole('button', { name }).click();
    await view('Table');
    await explored.ask('UNWIND range(1, 3) AS i CALL util.sleep(60000) RETURN i');
    await page.getByText('No rows yet. The query is running.').waitFor();
    await button('Cancel').click();
    await page.getByText('The query was cancelled before its first row.').waitFor();
    await explored.ask('RETURN toInteger({})');
    await page.getByText('The query failed. The error is shown above.').waitFor();
    await explored.ask('UNWIND [] AS x RETURN x');
    await page.getByText('The query returned no rows.').waitFor();
    await view('Graph');
  });

  test('shows the label if the name is empty', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Blank) RETURN n');
    await explored.kind('Blank', 1);
    await page.locator('main').focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('tabpanel').getByRole('heading', { name: 'Blank', exact: true }).waitFor();
  });

  test('shows the first of many labels, and all on request; a long one ends within the panel', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Many) RETURN n');
    await page
      .locator('.legend')
      .getByRole('button', { name: /^Label0\s*1$/ })
      .waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('Control+a');
    const panel = page.getByRole('tabpanel');
    const labels = panel.locator('header .chip');
    await panel.getByRole('button', { name: '190 more labels' }).waitFor();
    expect(await labels.count()).toBe(12);
    await panel.getByRole('button', { name: '190 more labels' }).click();
    expect(await labels.count()).toBe(202);
    const [box, long] = await Promise.all([
      panel.boundingBox(),
      labels.filter({ hasText: WORDY }).boundingBox(),
    ]);
    expect(long!.x + long!.width).toBeLessThanOrEqual(box!.x + box!.width);
    expect(await violations(page)).toEqual([]);
  });

  test('the legend lists the most frequent types, and all on request; each can be restyled, however long its name', async () => {
    await button('Clear the canvas').click();
    await explored.ask("MATCH (n) WHERE n.name STARTS WITH 'K' RETURN n");
    const legend = page.locator('.legend');
    await legend.getByRole('button', { name: '8 more entries' }).click();
    const styles = legend.getByRole('button', { name: /^Style of Kind\d+_/ });
    expect(await styles.count()).toBe(KINDS);
    const [box, ...inside] = await Promise.all([legend.boundingBox(), styles.first().boundingBox()]);
    for (const each of inside) expect(each!.x + each!.width).toBeLessThanOrEqual(box!.x + box!.width);
    expect(await violations(page)).toEqual([]);
    await legend.getByRole('button', { name: 'Fewer' }).click();
    await legend.getByRole('button', { name: '8 more entries' }).waitFor();
  });

  test('the dashboard shows failures and links to their reasons', async () => {
    await explored.goTo('Dashboard');
    await page.getByRole('link', { name: '1 output fails to deliver' }).waitFor();
    const output = page.locator('.flow-box.FAILED').filter({ hasText: 'nowhere' });
    await output.getByText(/1 failed$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: '1 ingest stream failed' }).click();
    await page.getByText(/^cypher\.type-mismatch: /).waitFor();
  });

  test('reports a store that fails writes while it fails, and records it in the figures', async () => {
    let failures = 7;
    let isFull = true;
    await page.route('**/api/v2/system/metrics', async route => {
      const response = await route.fetch();
      const metrics = (await response.json()) as { counters: { name: string; count: number }[] };
      if (isFull) failures++;
      for (const counter of metrics.counters)
        if (/shard-0.write-failures$/.test(counter.name)) counter.count = failures;
      await route.fulfill({ response, json: metrics });
    });
    await explored.goTo('Explorer');
    await explored.goTo('Dashboard');
    const pill = page.getByRole('link', { name: 'The store rejects writes' });
    await pill.waitFor();
    expect(await violations(page)).toEqual([]);
    isFull = false;
    await pill.waitFor({ state: 'detached' });
    await explored.goTo('Metrics');
    await page.getByRole('status').getByText(`weir.shard.shard-0.write-failures: ${failures}`).waitFor();
    await page.unroute('**/api/v2/system/metrics');
  });

  test('a source without a connection shows a problem until it connects', async () => {
    let isThere = false;
    const server = createServer((request, response) => {
      if (!isThere) return request.socket.destroy();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write('data: {"a": 2}\n\n');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
    try {
      await send(explored.gateway, 'POST', `${GRAPH}/ingests`, {
        name: 'away',
        source: { type: 'ServerSentEvent', url, format: { type: 'Json' } },
        query: 'MATCH (n) WHERE id(n) = idFrom($that.a) SET n.a = $that.a',
      });
      await explored.goTo('Dashboard');
      const box = page.locator('.flow-box.CONSTRAINED').filter({ hasText: 'away' });
      await box.getByText('retrying · 0/s').waitFor();
      await box.getByText(`Cannot read from ${url}`).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: '1 ingest stream has problems' }).click();
      const stream = page.locator('.list > li').filter({ hasText: 'away' });
      await stream.locator('.pill.warn').getByText('retrying', { exact: true }).waitFor();
      await stream.locator('.failure').getByText(`Cannot read from ${url}`).waitFor();
      expect(await violations(page)).toEqual([]);
      isThere = true;
      await stream.locator('.pill.good').getByText('running', { exact: true }).waitFor();
      expect(await stream.locator('.failure').count()).toBe(0);
    } finally {
      await send(explored.gateway, 'DELETE', `${GRAPH}/ingests/away`);
      server.close();
      server.closeAllConnections();
    }
  });

  test('a form starts with its required fields, and its buttons stay visible', async () => {
    await button('New output').click();
    const form = explored.dialog;
    await form.getByRole('group', { name: 'Destination 1' }).first().waitFor();
    await form.getByRole('button', { name: 'Remove Destination 1' }).click();
    await form.getByLabel('Name', { exact: true }).fill('more');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').filter({ hasText: 'This field is required: Destinations.' }).waitFor();
    await page.keyboard.press('Escape');
    await button('New ingest stream').click();
    await form.getByText('MATCH (n) WHERE id(n) = idFrom($that.id) SET n = $that').waitFor();
    const [create, dialog] = await Promise.all([
      form.getByRole('button', { name: 'Create' }).boundingBox(),
      form.boundingBox(),
    ]);
    expect(create!.y + create!.height).toBeLessThanOrEqual(dialog!.y + dialog!.height);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('shows rejections by the service at their field, wherever it is hidden', async () => {
    await button('New ingest stream').click();
    const form = explored.dialog;
    await form.getByLabel('Name', { exact: true }).fill('refused');
    await form.getByRole('button', { name: 'Kafka', exact: true }).click();
    await form.getByRole('button', { name: 'Create' }).click();
    const topics = form.getByRole('group', { name: 'Topics' });
    await topics.getByText('This field is required.').waitFor();
    await form
      .getByRole('button', { name: /^\d+ more$/ })
      .first()
      .click();
    await form.getByRole('button', { name: 'Numbers' }).click();
    await form.locator('.cm-content').first().click();
    await page.keyboard.insertText('CREATE (n');
    await form.getByRole('button', { name: 'Create' }).click();
    await form
      .locator('.field.wrong')
      .getByText(/^SyntaxError at 1\.10 /)
      .waitFor();
    await page.keyboard.insertText(')');
    const options = form.locator('form > details > summary').first();
    await options.click();
    await form.getByLabel('Parallel queries').fill('-1');
    await options.click();
    await form.getByRole('button', { name: 'Create' }).click();
    await form.locator('.field.wrong').getByText('must be at least 1').waitFor();
    expect(await form.getByLabel('Parallel queries').isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('draws figures as histograms, all visible in a narrow window', async () => {
    await explored.goTo('Metrics');
    const labels = page.getByRole('table', { name: /^Properties per node/ });
    await labels.getByRole('row', { name: /^1–7/ }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      const hidden = await page.evaluate<string[]>(`[...document.querySelectorAll('.table-wrap')]
        .filter(each => each.scrollWidth > each.clientWidth).map(each => each.getAttribute('aria-label'))`);
      expect(hidden).toEqual([]);
    } finally {
      await page.setViewportSize({ width: 1400, height: 860 });
    }
    await page.getByRole('region', { name: 'Counters' }).waitFor();
    expect(await page.getByText(/edge-counts/).count()).toBe(0);
  });

  test('a dialog with fields focuses the first one', async () => {
    await explored.goTo('Explorer');
    await button('Parameters').click();
    await explored.dialog.getByRole('textbox', { name: 'Parameters' }).waitFor();
    const focused = await page.evaluate('document.activeElement.tagName');
    expect(focused).toBe('TEXTAREA');
    await explored.dialog.getByRole('button', { name: 'Done' }).click();
    await explored.dialog.waitFor({ state: 'detached' });
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
