/** Scenes on the server: saved, opened by another browser, and limited by roles. */
import type { Locator, Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const TRIANGLE = `UNWIND [[1, 2], [2, 3], [3, 1]] AS pair MATCH (a), (b)
WHERE id(a) = idFrom('t', pair[0]) AND id(b) = idFrom('t', pair[1])
SET a:Corner, a.name = 'Corner ' + pair[0], b:Corner CREATE (a)-[:next]->(b)`;

describeInBrowser('shared scenes', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(gateway => gateway.rows(TRIANGLE).then(() => undefined));
    page = explored.page;
    button = name => explored.button(name);
    await explored.kind('Corner', 3);
  });
  afterAll(() => explored?.stop());

  async function share(name: string): Promise<void> {
    await button('Scenes').click();
    await page.getByPlaceholder('Name of the scene').fill(name);
    await page.getByLabel('on the server, for everyone').check();
    await button('Save as a scene').click();
  }

  test('another browser opens a scene with its bubbles by its link, also after it was renamed', async () => {
    await explored.selectAll('Corner 1', 'Corner 2');
    await page.getByLabel('Name of the bubble').fill('Both');
    await button('Group into a bubble').click();
    await share('Pair');
    await page.getByText('The scene Pair was saved on the server').waitFor();
    await button('Scenes').click();
    await page.getByText('Shared on the server').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy a link to Pair').click();
    await page.getByText('Link copied to the clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(/#scene=[\w-]+$/);
    await button('Rename Pair').click();
    await explored.dialog.getByLabel('Name of the scene').fill('Pair of corners');
    await explored.dialog.getByRole('button', { name: 'Save' }).click();

    const { page: other } = await open(explored.browser, link);
    await other.getByRole('application', { name: /^Graph: 3 nodes/ }).waitFor();
    await other.locator('.legend').getByText('3 nodes · 3 edges').waitFor();
    await other.getByRole('button', { name: 'Scenes' }).click();
    await other.getByRole('button', { name: /^Pair of corners 3 nodes$/ }).waitFor();
    await other.context().close();
    const [summary] = JSON.parse(await send(explored.gateway, 'GET', 'queryUi/scenes')) as { id: string }[];
    const { canvas } = JSON.parse(await send(explored.gateway, 'GET', `queryUi/scenes/${summary!.id}`)) as {
      canvas: string;
    };
    expect(JSON.parse(canvas)).toMatchObject({
      nodes: expect.arrayContaining([
        expect.objectContaining({ place: { x: expect.any(Number), y: expect.any(Number), isPinned: false } }),
      ]),
      clusters: [{ nodeIds: [expect.anything(), expect.anything()], place: {} }],
    });
  });

  test('a scene of the same name is replaced after a question, and a deleted one is reported', async () => {
    await share('Pair of corners');
    await explored.dialog.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('The scene Pair of corners was saved on the server').waitFor();
    const scenes = JSON.parse(await send(explored.gateway, 'GET', 'queryUi/scenes')) as { id: string }[];
    expect(scenes).toHaveLength(1);

    await button('Scenes').click();
    await button('Delete: Pair of corners').click();
    await explored.dialog.getByText('It is deleted for everyone.').waitFor();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
    await button('Scenes').click();
    await page.getByText('A scene saves this canvas under a name').waitFor();

    const { page: other } = await open(explored.browser, `${explored.gateway.url}/#scene=${scenes[0]!.id}`);
    await other.getByText(/^There is no shared scene with the id/).waitFor();
    await other.context().close();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
