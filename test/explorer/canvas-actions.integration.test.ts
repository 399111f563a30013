/** Actions on the canvas: what they draw, what they show of the past, where the focus goes, and where errors appear. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const LEAVES = 250;
const STAR = `UNWIND range(1, ${LEAVES}) AS i MATCH (hub), (leaf) WHERE id(hub) = idFrom('hub') AND id(leaf) = idFrom('leaf', i)
SET hub:Hub, hub.name = 'Hub', leaf:Leaf, leaf.name = 'Leaf ' + i, leaf.text = '${'long '.repeat(60)}'
CREATE (hub)-[:reaches]->(leaf)`;
const NO_CANVAS = { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{') };

interface Point {
  readonly x: number;
  readonly y: number;
}

describeInBrowser('acting on the canvas', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(STAR);
      for (const change of ["n:Device, n.name = 'quiet'", "n:Suspicious, n.name = 'suspicious'"])
        await gateway.rows(`MATCH (n) WHERE id(n) = idFrom('device') SET ${change}`);
      await send(gateway, 'PUT', 'queryUi/nodeAppearances', [
        {
          predicate: { propertyKeys: [], knownValues: {}, dbLabel: 'Hub' },
          icon: '\uf213',
          size: 60,
          label: { type: 'Property', key: 'name' },
        },
      ]);
      await send(gateway, 'PUT', 'queryUi/quickQueries', [
        {
          predicate: { propertyKeys: [], knownValues: {} },
          quickQuery: { name: 'All leaves', querySuffix: 'MATCH (n)--(m) RETURN m', sort: 'NODE' },
        },
      ]);
    });
    page = explored.page;
    button = name => explored.button(name);
    await page.locator('.legend').waitFor();
  });
  afterAll(() => explored?.stop());

  /** Positions in the canvas, by caption. */
  async function positions(): Promise<Map<string, Point>> {
    await button('Save or load').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Drawing (SVG)').click()]);
    const svg = await readFile(await file.path(), 'utf8');
    const circles = svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)"[^>]*\/><text [^>]*>([^<]*)</g);
    return new Map([...circles].map(([, x, y, caption]) => [caption!, { x: Number(x), y: Number(y) }]));
  }

  /** Drags the canvas by its space between two nodes of the top row. */
  async function dragDown(pixels: number): Promise<void> {
    const [first, second] = [...(await positions()).values()].sort((a, b) => a.y - b.y || a.x - b.x);
    const canvas = (await page.locator('.canvas').boundingBox())!;
    const [x, y] = [canvas.x + (first!.x + second!.x) / 2, canvas.y + first!.y];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + pixels - 5, { steps: 5 });
    // A fast drag would continue after its end.
    await page.mouse.move(x, y + pixels, { steps: 5 });
    await page.mouse.up();
  }

  async function drawHub(): Promise<void> {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Hub) RETURN n');
    await explored.kind('Hub', 1);
  }

  test('a quick query with a large result draws its first nodes, and the others on request', async () => {
    await drawHub();
    await explored.select('Hub');
    await button('All leaves').click();
    await page.getByText(`100 of ${LEAVES} nodes drawn`).waitFor();
    await explored.kind('Leaf', 100);
    await button('Draw 100 more').click();
    await explored.kind('Leaf', 200);
    await button('Draw 50 more').click();
    await explored.kind('Leaf', LEAVES);
    await explored.kind('reaches', LEAVES);
  });

  test('a double click draws at most as many', async () => {
    await drawHub();
    await button('Fit to view').click();
    const { x, y } = (await page.locator('.canvas').boundingBox())!;
    const more = page.getByText(`100 of ${LEAVES} nodes drawn`);
    await until(async () => {
      const at = (await positions()).get('Hub')!;
      await page.mouse.dblclick(x + at.x, y + at.y);
      // A second double click would draw more.
      return more.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    });
    await explored.kind('Leaf', 100);
  });

  test('an icon stays visible while the pointer is on its node', async () => {
    await drawHub();
    await button('Fit to view').click();
    const { x, y } = (await page.locator('.canvas').boundingBox())!;
    await until(async () => {
      const at = (await positions()).get('Hub')!;
      await page.mouse.move(x + at.x, y + at.y);
      return page.evaluate<boolean>(`(() => {
        const layer = document.querySelector('.canvas canvas.sigma-hoverMarks');
        const { width, height } = layer;
        return layer.getContext('2d').getImageData(0, 0, width, height).data.some(value => value > 0);
      })()`);
    });
  });

  test('the past has its own captions, labels and legend', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Device) RETURN n');
    await explored.kind('Suspicious', 1);
    await explored.select('suspicious');
    await button('Travel in time').click();
    await page.getByText(/^2 moments of 1 node/).waitFor();
    await button('Earlier change').click();
    await button('Earlier change').click();
    await page.locator('.legend').getByText('Suspicious').waitFor({ state: 'detached' });
    await explored.kind('Device', 1);
    await page.getByRole('tabpanel').getByRole('heading', { name: 'quiet' }).waitFor();
    expect([...(await positions()).keys()]).toEqual(['quiet']);
    await page.getByRole('slider').press('End');
    await explored.kind('Suspicious', 1);
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
  });

  test('the time bar covers no node that was in view, also after the camera was moved', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Leaf) RETURN n LIMIT 12');
    await explored.kind('Leaf', 12);
    await page.getByLabel('Layout').click();
    await button('Grid').click();
    await button('Fit to view').click();
    const { y, height } = (await page.locator('.canvas').boundingBox())!;
    const lowest = async (): Promise<number> =>
      y + Math.max(...[...(await positions()).values()].map(each => each.y));
    const { y: free } = (await page.locator('.stage-switch').boundingBox())!;
    await until(lowest, at => at < free);
    // The camera is no longer controlled by the page, and the lowest nodes are where the bar opens.
    await dragDown(y + height - 30 - (await lowest()));
    const dragged = await until(lowest, at => at > free);
    await button('Travel in time').click();
    const bar = page.locator('.time-bar');
    await bar.waitFor();
    expect(dragged).toBeGreaterThan((await bar.boundingBox())!.y);
    await until(async () => (await lowest()) < (await bar.boundingBox())!.y);
    await bar.getByRole('button', { name: 'Close' }).click();
  });

  test('an invalid time is reported at its field, until it is corrected', async () => {
    await button('Travel in time').click();
    const field = page.getByRole('textbox', { name: 'Time' });
    await field.fill('yesterday');
    await field.press('Enter');
    const error = page.locator('.time-bar').getByRole('alert');
    await error.getByText('Not a time. Enter now,').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.locator('.toast').count()).toBe(0);
    await field.fill('now');
    await error.waitFor({ state: 'detached' });
    await field.press('Enter');
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
  });

  test('an error that is not at a field disappears after a while, unless the pointer is on it', async () => {
    const { page: other } = await open(explored.browser, explored.gateway.url);
    await other.locator('.legend').waitFor();
    await other.clock.install();
    await other.getByLabel('Load a canvas').setInputFiles(NO_CANVAS);
    const toast = other.locator('.toast.error');
    await toast.hover();
    await other.clock.fastForward(30_000);
    expect(await toast.count()).toBe(1);
    await other.mouse.move(5, 5);
    await other.clock.fastForward(30_000);
    await toast.waitFor({ state: 'detached' });
    await other.context().close();
  });

  test('keys in an open menu are not shortcuts of the canvas; its first field has the focus', async () => {
    await drawHub();
    await explored.select('Hub');
    await button('Scenes').focus();
    await page.keyboard.press('Enter');
    const field = page.getByPlaceholder('Name of the scene');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('h');
    expect(await field.inputValue()).toBe('h');
    await page.keyboard.press('Escape');
    await button('Save or load').focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu-panel').waitFor();
    await page.keyboard.press('h');
    await page.keyboard.press('Escape');
    await page.locator('.menu-panel').waitFor({ state: 'detached' });
    expect(await button(/hidden/).count()).toBe(0);
    await page.getByRole('tabpanel').getByRole('heading', { name: 'Hub' }).waitFor();
  });

  test('the focus returns to its button after a choice in a menu', async () => {
    await button('Layout').focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu-panel').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.menu-panel').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Layout');
  });

  test('Escape ends a search, and later keys are shortcuts again', async () => {
    await page.locator('main').focus();
    await page.keyboard.press('f');
    const find = page.getByLabel('Find on the canvas');
    await find.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Hub');
    await page.keyboard.press('Escape');
    expect(await find.inputValue()).toBe('');
    await page.keyboard.press('f');
    await find.and(page.locator(':focus')).waitFor();
    expect(await find.inputValue()).toBe('');
  });

  test('header and rows of a table with nodes have the same columns, all in view', async () => {
    await explored.ask('MATCH (n:Hub)-[:reaches]->(m) RETURN n, m, n AS o LIMIT 30');
    // A result selects its own view when it arrives.
    await page.getByText(/^30 rows/).waitFor();
    await page.locator('.stage-switch').getByRole('button', { name: 'Table' }).click();
    const lefts = async (cells: Locator): Promise<number[]> =>
      Promise.all((await cells.all()).map(async cell => Math.round((await cell.boundingBox())!.x)));
    const row = page.locator('[role=rowgroup] [role=row]').first();
    await row.waitFor();
    const heads = await lefts(page.getByRole('columnheader'));
    expect(heads).toHaveLength(4);
    expect(await lefts(row.getByRole('cell'))).toEqual(heads);
    const table = (await page.getByRole('table').boundingBox())!;
    expect(Math.max(...heads)).toBeLessThan(table.x + table.width - 100);
    // Widths change with the keyboard and by dragging, for the head and all rows.
    const handle = page.getByRole('separator', { name: 'Width of m' });
    await handle.press('ArrowLeft');
    await handle.press('ArrowLeft');
    const narrow = await lefts(page.getByRole('columnheader'));
    expect(narrow[3]! - narrow[2]!).toBe(heads[3]! - heads[2]! - 32);
    const { x, y } = (await handle.boundingBox())!;
    await page.mouse.move(x + 4, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + 104, y + 10, { steps: 3 });
    await page.mouse.up();
    const wide = await lefts(page.getByRole('columnheader'));
    expect(wide[3]! - wide[2]!).toBe(narrow[3]! - narrow[2]! + 100);
    expect(await lefts(row.getByRole('cell'))).toEqual(wide);
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
