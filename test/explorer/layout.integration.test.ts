/** The layout that the explorer selects automatically. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { open } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

/** Node i points to its parent, node i / 2. */
const TREE = `UNWIND range(2, 15) AS i MATCH (n), (parent) WHERE id(n) = idFrom('n', i) AND id(parent) = idFrom('n', i / 2)
SET n:Part, n.name = 'n' + i, parent:Part, parent.name = 'n' + (i / 2) CREATE (n)-[:part_of]->(parent)`;

describeInBrowser('automatic layout', () => {
  let explored: Explored;

  beforeAll(async () => {
    explored = await Explored.start(gateway => gateway.rows(TREE).then(() => undefined));
    await explored.kind('Part', 15);
  });
  afterAll(() => explored?.stop());

  /** Name of the selected layout as its menu shows it. */
  async function chosen(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    const name = await page.locator('.menu-panel .chosen').textContent();
    await page.keyboard.press('Escape');
    return name!.trim();
  }

  async function heights(page: Page): Promise<Map<string, number>> {
    await page.getByRole('button', { name: 'Save or load' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Drawing (SVG)' }).click(),
    ]);
    const svg = await readFile(await file.path(), 'utf8');
    const circles = svg.matchAll(/<circle cx="[\d.-]+" cy="([\d.-]+)"[^>]*\/><text [^>]*>([^<]*)</g);
    return new Map([...circles].map(([, y, caption]) => [caption!, Math.round(Number(y))]));
  }

  test('draws a first picture that is a tree as a hierarchy, with the root above', async () => {
    expect(await chosen(explored.page)).toBe('Hierarchyautomatic');
    const at = await heights(explored.page);
    for (let i = 2; i <= 15; i++)
      expect([i, at.get(`n${i}`)! > at.get(`n${Math.floor(i / 2)}`)!]).toEqual([i, true]);
  });

  test('uses the layout that the server has, until the user selects another one', async () => {
    await send(explored.gateway, 'PUT', 'queryUi/layouts', ['grid']);
    const { page } = await open(explored.browser, explored.gateway.url);
    await page.locator('.legend').waitFor();
    expect(await chosen(page)).toBe('Gridautomatic');
    await page.getByRole('button', { name: 'Layout', exact: true }).click();
    await page.getByRole('button', { name: 'Radial' }).click();
    expect(await chosen(page)).toBe('Radial');
    await page.context().close();
  });
});
