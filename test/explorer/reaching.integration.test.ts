/**
 * Accessibility of the pages: by keyboard, by name, on a narrow screen; edges, and the requested number of neighbors.
 */
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';
import { OUT_OF_REACH } from './out-of-reach.js';

const NEIGHBOURS = 30;
const STAR = `UNWIND range(1, ${NEIGHBOURS}) AS i MATCH (hub), (leaf) WHERE id(hub) = idFrom('hub') AND id(leaf) = idFrom('leaf', i)
SET hub:Hub, hub.name = 'Hub', leaf:Leaf, leaf.name = 'Leaf ' + i CREATE (hub)-[:reaches {since: 1900}]->(leaf)`;
const NARROW = 390;
const NO_CANVAS = { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{') };

/** Number of pixel rows that contain part of a caption: one caption takes about 12. */
const CAPTION_ROWS = `(() => {
  const layer = document.querySelector('.canvas canvas.sigma-labels');
  const { width, height } = layer;
  const { data } = layer.getContext('2d').getImageData(0, 0, width, height);
  let rows = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (data[4 * (y * width + x) + 3] > 0) {
        rows++;
        break;
      }
  return rows;
})()`;
/**
 * Five captions. Eleven take at least seven rows of captions, if those left and right of the center have the same
 * heights.
 */
const MANY_ROWS = 60;

/** Two clicks within this time are a double click, which zooms and moves the edge away. */
const DOUBLE_CLICK_MILLIS = 300;

describeInBrowser('reaching what there is', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(STAR);
    });
    page = explored.page;
    button = name => explored.button(name);
    await page.locator('.legend').waitFor();
  });
  afterAll(() => explored?.stop());

  /**
   * Clicks beside the center of the free area, where fitted contents are. A click takes over the camera, and fitted
   * contents may still be moving, so the view is fitted before each click.
   */
  async function clickUntil(there: Locator, right: number, down: number): Promise<void> {
    const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
      const box = name => document.querySelector(name).getBoundingClientRect();
      const [stage, tools, legend, bottom] = ['.canvas', '.canvas-tools', '.legend', '.stage-switch'].map(box);
      return { x: (legend.right + stage.right) / 2, y: (tools.bottom + bottom.top) / 2 };
    })()`);
    await until(async () => {
      await button('Fit to view').click();
      await page.waitForTimeout(2 * DOUBLE_CLICK_MILLIS);
      await page.mouse.click(x + right, y + down);
      return (await there.count()) > 0;
    });
  }

  async function press(keys: string): Promise<void> {
    await page.locator('main').focus();
    await page.keyboard.press(keys);
  }

  test('an expansion draws the requested number of neighbors, and shows how many there are', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (h:Hub) RETURN h');
    await explored.kind('Hub', 1);
    await explored.select('Hub');
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: `All neighbors ${NEIGHBOURS}` })
      .waitFor();
    await page.getByLabel('at most').selectOption('10');
    await button(`reaches → ${NEIGHBOURS}`).click();
    await explored.kind('Leaf', 10);
    await page.getByLabel('at most').selectOption('100');
    await button(`reaches → ${NEIGHBOURS}`).click();
    await explored.kind('Leaf', NEIGHBOURS);
  });

  test('neighbors of a node that fills the view are brought into view', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (h:Hub) RETURN h');
    await explored.kind('Hub', 1);
    // The camera moves there, and is now controlled by the user.
    await explored.select('Hub');
    await page.getByLabel('at most').selectOption('10');
    await button(`reaches → ${NEIGHBOURS}`).click();
    await explored.kind('Leaf', 10);
    await until(
      () => page.evaluate<number>(CAPTION_ROWS),
      rows => rows > MANY_ROWS,
    );
    await page.getByLabel('at most').selectOption('100');
    await button(`reaches → ${NEIGHBOURS}`).click();
    await explored.kind('Leaf', NEIGHBOURS);
  });

  test('an edge can be selected from its node, and shows its ends, which lead back', async () => {
    await explored.select('Leaf 7');
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('button', { name: '← reaches', exact: true }).click();
    await panel.getByRole('heading', { name: 'reaches', exact: true }).waitFor();
    expect(await panel.locator('section').filter({ hasText: /^from/ }).textContent()).toContain('Hub');
    expect(await panel.locator('section').filter({ hasText: /^to/ }).textContent()).toContain('Leaf 7');
    expect(await violations(page)).toEqual([]);
    await panel.getByRole('button', { name: /^Hub/ }).click();
    await panel.getByRole('heading', { name: 'Hub', exact: true }).waitFor();
  });

  test('draws an edge from a node to itself as a circle above it', async () => {
    await explored.gateway.rows(
      "MATCH (n) WHERE id(n) = idFrom('alone') SET n:Alone, n.name = 'Alone' CREATE (n)-[:calls]->(n), (n)-[:repeats]->(n)",
    );
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n:Alone) RETURN n');
    await explored.kind('calls', 1);
    await explored.kind('repeats', 1);
    // The service's order decides which one is outside.
    const heading = page.getByRole('tabpanel').getByRole('heading', { name: /^(?:calls|repeats)$/ });
    await clickUntil(heading, 0, -20);
    const [inner] = await heading.allTextContents();
    const other = page.getByRole('tabpanel').getByRole('heading', {
      name: inner === 'calls' ? 'repeats' : 'calls',
      exact: true,
    });
    await clickUntil(other, 0, -40);
    await page.keyboard.press('Escape');
    await page.getByText('Click a node or an edge').waitFor();
  });

  test('a click selects an edge', async () => {
    await button('Clear the canvas').click();
    await explored.ask("MATCH (h:Hub), (l:Leaf {name: 'Leaf 1'}) RETURN h, l");
    await explored.kind('reaches', 1);
    await page.getByLabel('Layout').click();
    await button('Grid').click();
    await button('Fit to view').click();
    const heading = page.getByRole('tabpanel').getByRole('heading', { name: 'reaches', exact: true });
    // Slightly beside it, like a user.
    await clickUntil(heading, 30, 4);
    await page.keyboard.press('Escape');
    await page.getByText('Click a node or an edge').waitFor();
  });

  test('the focus returns from dialogs and menus, and arrow keys move through menus and tabs', async () => {
    const focused = page.locator(':focus');
    const name = (): Promise<string | null> => focused.getAttribute('aria-label');
    for (const opener of ['Styles and quick queries', 'Parameters']) {
      await button(opener).focus();
      await page.keyboard.press('Enter');
      await explored.dialog.waitFor();
      await page.keyboard.press('Escape');
      await explored.dialog.waitFor({ state: 'detached' });
      expect(await name()).toBe(opener);
    }
    await button('Layout').focus();
    await page.keyboard.press('Enter');
    await page.locator('.menu-panel').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused.textContent()).toMatch(/^Forces/);
    await page.keyboard.press('ArrowDown');
    expect(await focused.textContent()).toMatch(/^Hierarchy/);
    await page.keyboard.press('Escape');
    await page.locator('.menu-panel').waitFor({ state: 'detached' });
    expect(await name()).toBe('Layout');
    await page.getByRole('tab', { name: 'Selection' }).click();
    await page.keyboard.press('ArrowRight');
    expect(await focused.getAttribute('id')).toBe('tab-live');
    await page.locator('[role=tab][aria-selected=true]#tab-live').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=tab][aria-selected=true]#tab-selection').waitFor();
  });

  test('table rows are a single tab stop; arrow keys move between them, and Enter opens one', async () => {
    await explored.ask('UNWIND range(1, 100) AS i RETURN i');
    const row = (number: number): Locator => button(`All values of row ${number}`);
    await row(1).waitFor();
    await page.getByRole('separator', { name: 'Width of i' }).focus();
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('1');
    for (let down = 1; down <= 40; down++) {
      // It appears in the frame after the previous one was scrolled to.
      await row(down + 1).waitFor();
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('ArrowUp');
    expect(await focused.textContent()).toBe('40');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: 'Row' });
    await drawer.getByText('40', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await focused.getAttribute('aria-label')).toBe('All values of row 40');
    await page.keyboard.press('Shift+Tab');
    expect(await focused.getAttribute('aria-label')).toBe('Width of i');
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test('the list of shortcuts names the key of each command that has one', async () => {
    await press('?');
    const sheet = explored.dialog;
    await sheet.getByText('Run the query', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    const named = (await sheet.locator('kbd').allTextContents()).flatMap(keys => keys.split(' · '));
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await press('Control+k');
    await explored.dialog.locator('kbd').first().waitFor();
    const keys = await explored.dialog.locator('kbd').allTextContents();
    expect(keys.length).toBeGreaterThan(10);
    const spoken = new Map([['Escape', 'Esc']]);
    expect(keys.map(key => spoken.get(key) ?? key).filter(key => !named.includes(key))).toEqual([]);
    await page.keyboard.press('Escape');
    await explored.dialog.waitFor({ state: 'detached' });
  });

  test('commands are found by part of their name, chosen with the arrow keys and run with Enter', async () => {
    await press('Control+k');
    const field = explored.dialog.getByRole('combobox');
    await field.fill('no such thing');
    await explored.dialog.getByText('No command matches.').waitFor();
    await field.fill('e');
    const chosen = explored.dialog.getByRole('option', { selected: true });
    const first = await chosen.textContent();
    await page.keyboard.press('ArrowDown');
    expect(await chosen.textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await chosen.textContent()).toBe(first);
    expect(await violations(page)).toEqual([]);
    await field.fill('dashb');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await press('Control+k');
    await explored.dialog.getByRole('combobox').fill('explorer');
    await page.keyboard.press('Enter');
    await button('Clear the canvas').waitFor();
  });

  test('elements below a palette or a dialog do not receive keys', async () => {
    await explored.kind('reaches', 1);
    await press('?');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await explored.dialog.waitFor({ state: 'detached' });
    await explored.kind('reaches', 1);
  });

  test.each([
    'explorer',
    'dashboard',
    'streams',
    'recipes',
    'recipes?recipe=access-log',
    'metrics',
    'cluster',
    'docs',
  ])('on a narrow screen every control of %s can be reached', async name => {
    const { page: narrow, trouble } = await open(explored.browser, `${explored.gateway.url}/${name}`, {
      width: NARROW,
    });
    await narrow.locator('.card:visible, .legend:visible, .recipe-part, .opblock-tag').first().waitFor();
    expect(await narrow.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    if (name === 'explorer') {
      await narrow.getByRole('button', { name: /^Legend/ }).click();
      for (const tab of ['Live', 'Schema', 'Selection']) {
        await narrow.getByRole('tab', { name: tab }).click();
        expect([tab, await narrow.evaluate<string[]>(OUT_OF_REACH)]).toEqual([tab, []]);
      }
      await narrow.getByRole('button', { name: 'Travel in time' }).click();
      await narrow.locator('.time-bar').waitFor();
      expect(await narrow.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    }
    if (name === 'streams')
      for (const what of ['New ingest stream', 'New standing query']) {
        await narrow.getByRole('button', { name: what }).click();
        await narrow.locator('dialog').getByLabel('Name', { exact: true }).waitFor();
        expect([what, await narrow.evaluate<string[]>(OUT_OF_REACH)]).toEqual([what, []]);
        await narrow.keyboard.press('Escape');
        await narrow.locator('dialog').waitFor({ state: 'detached' });
      }
    expect(trouble).toEqual([]);
    await narrow.context().close();
  });

  test('beside an open panel on a small laptop every control of the canvas can be reached', async () => {
    const { page: small } = await open(explored.browser, explored.gateway.url, { width: 1024 });
    await small.locator('.legend').waitFor();
    await small.getByRole('button', { name: 'Close the panel' }).waitFor();
    expect(await small.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    await small.context().close();
  });

  test('an error does not cover the close button of the time bar', async () => {
    await button('Travel in time').click();
    await page.locator('.time-bar').waitFor();
    await page.getByLabel('Load a canvas').setInputFiles(NO_CANVAS);
    const toast = page.locator('.toast.error');
    await toast.waitFor();
    const [said, bar] = await Promise.all([toast.boundingBox(), page.locator('.time-bar').boundingBox()]);
    expect(said!.y + said!.height).toBeLessThanOrEqual(bar!.y);
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
    await page.locator('.time-bar').waitFor({ state: 'detached' });
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
