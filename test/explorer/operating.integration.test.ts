/** Operations run from the pages, and their progress. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const INGESTS = 'graph/quine/ingests';
const RECORDS = 6000;
/** A shell that an office program starts. */
const EVENTS = [
  { customer: 'a', sensor: 's', pid: 1, ppid: 0, file: 'winword.exe' },
  { customer: 'a', sensor: 's', pid: 2, ppid: 1, file: 'cmd.exe' },
];

function eventServer(): Server {
  return createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of EVENTS) response.write(`data: ${JSON.stringify(event)}\n\n`);
  });
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describeInBrowser('running streams', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;
  const events = eventServer();

  beforeAll(async () => {
    explored = await Explored.start(async (_gateway, folder) => {
      const lines = Array.from({ length: RECORDS }, (_each, i) => `{"n":${i}}\n`);
      await writeFile(join(folder, 'records.jsonl'), lines.join(''));
    });
    page = explored.page;
    button = name => explored.button(name);
  });
  afterAll(async () => {
    await explored?.stop();
    events.closeAllConnections();
    events.close();
  });

  test('an empty graph shows what can be done', async () => {
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    // The editor loads after the picture, even if it is empty.
    await page.locator('.query-bar .cm-content').waitFor();
    await page.locator('.empty-canvas').getByRole('button', { name: 'Write a query' }).click();
    await page.locator('.query-bar .cm-content:focus').waitFor();
    await page.keyboard.insertText('RETURN 1 AS one');
    await page.locator('.query-bar .cm-content').getByText('RETURN 1 AS one').waitFor();
    await button('Travel in time').click();
    await page.getByText('No changes of these nodes are known.').waitFor();
    expect(await page.getByRole('slider').isDisabled()).toBe(true);
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
    await explored.goTo('Dashboard');
    await page.getByText('No standing query is registered yet.').waitFor();
    await page.locator('.card').getByRole('link', { name: 'Create an ingest stream' }).waitFor();
    await explored.goTo('Explorer');
    await page.locator('.empty-canvas').getByRole('link', { name: 'All recipes' }).click();
    await page.getByRole('heading', { name: 'Recipes' }).waitFor();
    await explored.goTo('Explorer');
  });

  test('a file stream shows its progress and remaining time', async () => {
    await send(explored.gateway, 'POST', INGESTS, {
      name: 'slow',
      source: { type: 'File', path: 'records.jsonl', format: { type: 'JsonL' } },
      query: 'MATCH (n) WHERE id(n) = idFrom($that.n % 10) SET n:Record, n.n = $that.n',
      maxPerSecond: 60,
    });
    await explored.goTo('Streams');
    const bar = page.getByRole('progressbar', { name: 'Progress of slow' });
    await bar.waitFor();
    const { page: other } = await open(explored.browser, `${explored.gateway.url}/cluster`);
    await other.getByRole('region', { name: 'Source readers' }).getByText('slow').waitFor();
    await other.context().close();
    await page.getByText(/^\d+ % · [\d.]+ (kB|bytes) of 64\.9 kB · (?:\d+ min )?\d+ s left$/).waitFor();
    expect(await bar.getAttribute('max')).toBe('64890');
    expect(await violations(page)).toEqual([]);
    await button('Pause slow').click();
    await button('Resume slow').waitFor();
    await page.getByText(/ left$/).waitFor({ state: 'detached' });
    await button('Delete slow').click();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
  });

  test('a stream with a record limit counts its records', async () => {
    await send(explored.gateway, 'POST', INGESTS, {
      name: 'counted',
      source: { type: 'NumberIterator', limit: 2000 },
      query: 'MATCH (n) WHERE id(n) = idFrom($that % 10) SET n.n = $that',
    });
    await page.getByText('100 % · 2,000 of 2,000 records').waitFor();
  });

  test('a recipe can be viewed, asks for its values, runs, answers queries and is stopped', async () => {
    await explored.goTo('Recipes');
    const details = page.getByRole('link', { name: 'Details of Process tree' });
    await details.click();
    await page.getByText(/^Builds the tree of processes of many machines/).waitFor();
    await page.getByText('suspicious-parent', { exact: true }).waitFor();
    await page.getByText('not running', { exact: true }).waitFor();
    await page.getByText('Recipe file', { exact: true }).click();
    await page.getByText('title: Process tree').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Process tree' }).waitFor();

    await button('Start Process tree').click();
    await explored.dialog.getByText(/an address/).waitFor();
    await explored.dialog.getByLabel('events_url').fill('nowhere');
    await explored.dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await explored.dialog.getByRole('alert').filter({ hasText: 'nowhere' }).waitFor();
    await explored.dialog.getByLabel('events_url').fill(await addressOf(events));
    await explored.dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('running', { exact: true }).waitFor();
    await page.getByText(/^since \d+ \w+ \d{4}/).waitFor();
    expect(await violations(page)).toEqual([]);
    for (;;) {
      const [[count]] = (await explored.gateway.rows('MATCH (n:Suspicious) RETURN count(n)')) as [[number]];
      if (count === 1) break;
    }

    await button('Run: The suspicious parents').click();
    await explored.kind('Suspicious', 1);
    await explored.goTo('Streams');
    await button('Delete suspicious-parent').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'Process tree' }).waitFor();
    await button('Stop Process tree').click();
    await explored.dialog.getByRole('button', { name: 'Stop' }).click();
    await button('Start Process tree').waitFor();
    await page.getByRole('link', { name: 'All recipes' }).click();
    await details.waitFor();
    await explored.goTo('Streams');
    await page.getByText('A standing query reports each match', { exact: false }).waitFor();
    expect(await explored.gateway.rows('MATCH (n:Suspicious) RETURN count(n)')).toEqual([[1]]);
  });

  test('feeds draw the results of their queries in their colors until they are full or paused', async () => {
    const { gateway } = explored;
    const touch = (i: number) =>
      gateway.rows(
        `MATCH (a), (b) WHERE id(a) = idFrom('fed', ${i}) AND id(b) = idFrom('other', ${i}) SET a:Fed, a.n = ${i}, b:Other, b.n = ${i}`,
      );
    await send(gateway, 'POST', 'graph/quine/standingQueries', {
      name: 'fed',
      pattern: {
        type: 'Cypher',
        mode: 'MULTIPLE_VALUES',
        query: "MATCH (a:Fed) WHERE a.n > 0 RETURN strId(a) AS id, idFrom('other', a.n) AS other",
      },
      outputs: [{ name: 'drop', destinations: [{ type: 'Drop' }] }],
    });
    await explored.goTo('Explorer');
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.getByText('fed', { exact: true }).waitFor();
    // Only the feed draws.
    await button('Watch fed').click();
    await button('New feed').click();
    await explored.dialog.getByLabel('Name').fill('both');
    await explored.dialog.getByRole('button', { name: 'Add an edge' }).click();
    await explored.dialog.getByLabel('To, edge 1').fill('data.other');
    await explored.dialog.getByLabel('Label, edge 1').fill('beside');
    expect(await violations(page)).toEqual([]);
    await explored.dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('checkbox', { name: 'both' }).check();
    await page.locator('.feeds .dot.live').waitFor();
    await touch(1);
    await explored.kind('Fed', 1);
    await explored.kind('Other', 1);
    await explored.kind('beside', 1);
    await page.getByText('1 result · 2 nodes').waitFor();

    const tap = { standingQueryName: 'fed', outputName: 'drop' };
    const query = "MATCH (n) WHERE id(n) = idFrom('third', $data.id) RETURN n";
    const [first] = JSON.parse(await send(gateway, 'GET', 'graph/quine/queryUi/tapQueries')) as object[];
    await send(gateway, 'PUT', 'graph/quine/queryUi/tapQueries', [first, { name: 'third', query, ...tap }]);
    await page.getByRole('checkbox', { name: 'third' }).check();
    await page.locator('.feeds .dot.live').nth(1).waitFor();
    await button('Pause both').click();
    await touch(2);
    await page.getByText('1 result · 1 node', { exact: true }).waitFor();
    await page.getByText('2 results · 2 nodes').waitFor();
    await explored.kind('Fed', 1);
    expect(await violations(page)).toEqual([]);
    await button('Delete: third').click();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('checkbox', { name: 'third' }).waitFor({ state: 'detached' });
    await button('Watch fed').click();
    await page.locator('.watched .dot.live').first().waitFor();
    await touch(3);
    await explored.goTo('Dashboard');
    await page.locator('.feed').getByText('fed', { exact: true }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test.each([
    ['v2Api=false', '/api/v1/query'],
    ['wsQueries=false', '/api/v2/graph/quine/cypher:query'],
    ['wsQueries=false&v2Api=false', '/api/v1/query/cypher'],
  ])('with %s, queries go to %s', async (parameters, path) => {
    const { page: other, trouble } = await open(explored.browser, `${explored.gateway.url}/?${parameters}`);
    const isRequest = parameters.includes('ws');
    const asked = isRequest
      ? other.waitForRequest(request => new URL(request.url()).pathname === path)
      : other.waitForEvent('websocket', socket => new URL(socket.url()).pathname === path);
    await other.reload();
    await asked;
    for (const [query, seen] of [
      ['RETURN 9007199254740993 AS big', '9007199254740993'],
      ["MATCH (n) WHERE id(n) = idFrom('fed', 1) RETURN labels(n) AS l", 'Fed'],
    ] as const) {
      await other.locator('.query-bar .cm-content').click();
      await other.keyboard.press('Control+a');
      await other.keyboard.insertText(query);
      await other.getByRole('button', { name: 'Run', exact: true }).click();
      await other.getByRole('cell', { name: seen }).waitFor();
    }
    await other.locator('.query-bar .cm-content').click();
    await other.keyboard.press('Control+a');
    await other.keyboard.insertText('CALL util.sleep(60000) RETURN 1');
    await other.getByRole('button', { name: 'Run', exact: true }).click();
    await other.getByRole('button', { name: 'Cancel' }).click();
    await other.getByRole('status').getByText('cancelled').waitFor();
    expect(trouble).toEqual([]);
    await other.context().close();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
