/** Streams, standing queries and outputs that are copied, edited and restarted. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const GRAPH = 'graph/quine';
const QUERY = 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n:Record, n.n = $that.n';

interface Stream {
  readonly name: string;
  readonly settings: { readonly query: string; readonly maxPerSecond?: number };
  readonly stats: { readonly ingestedCount: number; readonly startTime: string };
}

describeInBrowser('redefining', () => {
  let explored: Explored;
  let page: Page;
  let dialog: Locator;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async (gateway, folder) => {
      await writeFile(join(folder, 'records.jsonl'), '{"n": 1}\n{"n": 2}\n{"n": 3}\n');
      await send(gateway, 'POST', `${GRAPH}/ingests`, {
        name: 'files',
        source: { type: 'File', path: 'records.jsonl', format: { type: 'JsonL' } },
        query: QUERY,
        maxPerSecond: 500,
      });
      await send(gateway, 'POST', `${GRAPH}/standingQueries`, {
        name: 'large',
        pattern: { type: 'Cypher', query: 'MATCH (n:Record) WHERE n.n > 1 RETURN DISTINCT id(n) AS id' },
        outputs: [
          {
            name: 'post',
            destinations: [{ type: 'HttpEndpoint', url: 'http://127.0.0.1:9/', headers: { auth: 'secret' } }],
          },
        ],
      });
    });
    page = explored.page;
    dialog = explored.dialog;
    button = name => explored.button(name);
    await explored.goTo('Streams');
  });
  afterEach(async () => {
    if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
  afterAll(() => explored?.stop());

  async function choose(name: string, action: string): Promise<void> {
    await button(`More actions for ${name}`).click();
    await button(action).click();
  }

  async function stream(name: string): Promise<Stream> {
    return JSON.parse(await send(explored.gateway, 'GET', `${GRAPH}/ingests/${name}`)) as Stream;
  }

  test('a copy starts with the definition of the stream, under another name', async () => {
    await choose('files', 'Duplicate');
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('files-2');
    expect(await dialog.getByLabel('Path on the server').inputValue()).toBe('records.jsonl');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Delete files-2').waitFor();
    const { settings } = await stream('files-2');
    expect(settings).toEqual({ ...(await stream('files')).settings, name: settings['name' as never] });
  });

  test('an edited stream is replaced, unless its new definition is invalid', async () => {
    const before = await stream('files');
    await choose('files', 'Edit');
    await dialog.getByText(/It will be read from the beginning/).waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).count()).toBe(0);
    await dialog.getByLabel('Path on the server').fill('missing.jsonl');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.locator('.query-error:focus').getByText('Invalid file path: missing.jsonl').waitFor();
    expect(await stream('files')).toEqual(before);
    await dialog.getByLabel('Path on the server').fill('records.jsonl');
    await dialog.locator('form > details > summary').first().click();
    await dialog.getByLabel('Maximum records per second').fill('400');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    const after = await stream('files');
    expect(after.settings).toEqual({ ...before.settings, maxPerSecond: 400 });
    expect(after.stats.startTime).not.toBe(before.stats.startTime);
  });

  test('a restarted stream reads its source again', async () => {
    await explored.gateway.rows('MATCH (n:Record) SET n.n = 0');
    await choose('files', 'Restart from the beginning');
    await dialog.getByText(/It will be read from the beginning/).waitFor();
    await dialog.getByRole('button', { name: 'Restart from the beginning' }).click();
    await page.getByText('files was restarted').waitFor();
    await until(async () => {
      const [[count]] = (await explored.gateway.rows('MATCH (n:Record) WHERE n.n > 0 RETURN count(n)')) as [
        [number],
      ];
      return count === 3;
    });
  });

  test('the pattern of a standing query is changed after a comparison', async () => {
    await choose('large', 'Change the pattern');
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('MATCH (n:Record) WHERE n.n > 2 RETURN DISTINCT id(n) AS id');
    await dialog.getByRole('button', { name: 'Preview the difference' }).click();
    await dialog.getByText('1 removed').waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('pre.code').getByText('WHERE n.n > 2').first().waitFor();
  });

  test('a copied standing query has its outputs, except secrets, which are requested', async () => {
    await choose('large', 'Duplicate');
    await dialog.getByText('Enter again, because secrets are not shown: Auth.').waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Delete large-2').waitFor();
    const copy = JSON.parse(
      await send(explored.gateway, 'GET', `${GRAPH}/standingQueries/large-2`),
    ) as object;
    expect(copy).toMatchObject({ outputs: [{ name: 'post', destinations: [{ type: 'HttpEndpoint' }] }] });
  });

  test('an edited output says what is lost, and is replaced', async () => {
    await page.locator('.list > li').filter({ hasText: 'n.n > 2' }).first().waitFor();
    await button('More actions for post').first().click();
    await button('Edit').click();
    await dialog.getByText(/Pending results will not be delivered/).waitFor();
    await dialog.getByLabel('URL').fill('http://127.0.0.1:10/');
    await dialog.getByRole('button', { name: 'Replace' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('post was replaced').waitFor();
    const all = await send(explored.gateway, 'GET', `${GRAPH}/standingQueries`);
    expect(all).toContain('http://127.0.0.1:10/');
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
