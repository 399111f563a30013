/** Use on a phone: results, menus and dialogs fit the screen, and touch replaces the mouse. */
import type { Locator, Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';
import { OUT_OF_REACH } from './out-of-reach.js';
import { until } from '../support/until.js';

const WIDTH = 390;
const TWO_FRAMES = 'new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))';
const MOST_TRIES = 300;
const FIT_AGAIN_AFTER = 30;
/** Longer than a press that opens the menu. */
const PRESS_MILLIS = 5_000;

describeInBrowser('on a phone', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(`CREATE (:Text {name: 'Long', text: '${'x'.repeat(10_000)}'})`);
    });
    ({ page } = await open(explored.browser, explored.gateway.url, { width: WIDTH, hasTouch: true }));
    await page.locator('.legend').waitFor();
  });
  afterAll(() => explored?.stop());

  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  async function ask(query: string): Promise<void> {
    await page.locator('.query-bar .cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(query);
    await button('Run').click();
  }

  /** It is completely within the page. */
  async function expectInside(shown: Locator): Promise<void> {
    await shown.waitFor();
    const { x, y, width, height } = (await shown.boundingBox())!;
    const { width: wide, height: high } = page.viewportSize()!;
    expect([x >= 0, x + width <= wide, y >= 0, y + height <= high]).toEqual([true, true, true, true]);
  }

  test('a table can be filtered and saved, and JSON too; a row is read from top to bottom', async () => {
    await ask("MATCH (n:Text) RETURN n.text AS text, n.name AS name, 'last' AS last");
    for (const view of ['JSON', 'Table']) {
      await page.locator('.stage-switch').getByRole('button', { name: view }).click();
      await button('Download rows as CSV').waitFor();
      expect([view, await page.evaluate<string[]>(OUT_OF_REACH)]).toEqual([view, []]);
    }
    await page.locator('.results').getByRole('cell', { name: 'Long' }).click();
    const drawer = page.getByRole('complementary', { name: 'Row' });
    const parts = drawer.locator('.properties > div');
    const [key, value, drawerBox, last] = await Promise.all([
      parts.first().locator('dt').boundingBox(),
      parts.first().locator('dd').boundingBox(),
      drawer.boundingBox(),
      parts.last().boundingBox(),
    ]);
    expect(value!.y).toBeGreaterThanOrEqual(key!.y + key!.height);
    // Long contents scroll internally, and keep the others within reach.
    expect(last!.y - drawerBox!.y).toBeLessThan(2 * page.viewportSize()!.height);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test.each(['Saved queries', 'Earlier queries', 'Checkpoints', 'Layout', 'Scenes', 'Save or load'])(
    'the menu %s is completely within the page',
    async name => {
      await button(name).click();
      await expectInside(page.locator('.menu-panel'));
      await page.keyboard.press('Escape');
      await page.locator('.menu-panel').waitFor({ state: 'detached' });
    },
  );

  test('the appearance of a type can be saved without scrolling', async () => {
    await button('Styles and quick queries').click();
    const dialog = page.locator('dialog').last();
    await expectInside(dialog);
    await button('Add a style').click();
    await expectInside(dialog.getByRole('button', { name: 'Save' }));
    expect(await page.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    for (const heading of ['Style of these nodes', 'Styles and quick queries']) {
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: heading }).waitFor({ state: 'detached' });
    }
  });

  test('the fields of a source are close to the list of source types', async () => {
    await page.getByRole('link', { name: 'Streams' }).click();
    await button('New ingest stream').click();
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: 'File upload' }).waitFor();
    const { height } = (await dialog.locator('.kinds').first().boundingBox())!;
    expect(height).toBeLessThan(page.viewportSize()!.height / 2);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Explorer' }).click();
  });

  test('tools, search and legend leave the canvas free beside an open panel', async () => {
    const boxes = () =>
      page.evaluate<{ bottom: number; free: number; tools: number[] }>(`(() => {
        const box = name => document.querySelector(name).getBoundingClientRect();
        const { bottom } = box('.legend-head');
        const tools = [...document.querySelectorAll('.canvas-tools button:not(.zoom), .find')];
        return {
          bottom,
          free: box('.stage-switch').top - bottom,
          tools: [...new Set(tools.map(tool => Math.round(tool.getBoundingClientRect().bottom / 10)))],
        };
      })()`);
    await button('Open the panel').click();
    const beside = await boxes();
    // The search is in the second and last line of the tools.
    expect(beside.tools.length).toBeLessThanOrEqual(2);
    expect(beside.free).toBeGreaterThan(80);
    await button('Close the panel').click();
    await button('Travel in time').click();
    await page.locator('.time-bar').waitFor();
    await page.locator('.legend-head').click();
    const touching = `document.querySelector('.time-bar').getBoundingClientRect().top - document.querySelector('.legend').getBoundingClientRect().bottom`;
    expect(await page.evaluate<number>(touching)).toBeGreaterThan(0);
    await page.locator('.legend-head').click();
    await button('Travel in time').click();
    await page.locator('.time-bar').waitFor({ state: 'detached' });
  });

  /** Position of the only node on the canvas: near the center of the free area. */
  async function positionOfNode(): Promise<{ x: number; y: number }> {
    const menu = page.locator('.node-menu');
    for (let tried = 0; tried < MOST_TRIES; tried++) {
      // The camera may still be moving.
      if (tried % FIT_AGAIN_AFTER === 0) await button('Fit to view').click();
      const free = await page.evaluate<{ x: number; y: number }>(`(() => {
        const box = name => document.querySelector(name).getBoundingClientRect();
        const [stage, legend, bottom] = ['.canvas', '.legend', '.stage-switch'].map(box);
        return { x: (stage.left + stage.right) / 2, y: (legend.bottom + bottom.top) / 2 };
      })()`);
      const at = { x: free.x, y: free.y + 4 * (tried % FIT_AGAIN_AFTER) * (tried % 2 === 0 ? 1 : -1) };
      await page.mouse.click(at.x, at.y, { button: 'right' });
      await page.evaluate(TWO_FRAMES);
      if (await menu.isVisible()) return at;
    }
    throw new Error('no node around the middle');
  }

  test('leaving the canvas and returning immediately shows it drawn', async () => {
    for (let i = 0; i < 3; i++) {
      await page.getByRole('link', { name: 'Streams' }).click();
      await page.getByRole('link', { name: 'Explorer' }).click();
      await positionOfNode();
      await page.keyboard.press('Escape');
      await page.locator('.node-menu').waitFor({ state: 'detached' });
    }
  });

  test('the menu of a node is completely within the page, and has the focus until it is closed', async () => {
    await positionOfNode();
    await expectInside(page.locator('.node-menu'));
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('All neighbors');
    await page.keyboard.press('ArrowUp');
    expect(await focused.textContent()).toBe('Remove everything else');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.node-menu').waitFor({ state: 'detached' });
    // Only the menu was opened: the node is still selected.
    await page.getByRole('tab', { name: 'Selection' }).click();
    await page.getByRole('tabpanel').getByRole('heading', { name: 'Long', exact: true }).waitFor();
    await button('Close the panel').click();
  });

  test('a long press on a node opens its menu, which stays open afterwards', async () => {
    const menu = page.locator('.node-menu');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await until(async () => {
      const { x, y } = await positionOfNode();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await touch('touchStart', { x, y });
      // Not if the camera has moved meanwhile.
      const isOpen = await menu.waitFor({ timeout: PRESS_MILLIS }).then(
        () => true,
        () => false,
      );
      await touch('touchEnd');
      return isOpen;
    });
    await page.evaluate(TWO_FRAMES);
    await expectInside(menu);
    await menu.getByRole('button', { name: 'Hide', exact: true }).tap();
    await page.locator('.legend').getByRole('button', { name: '1 node hidden' }).waitFor();
    await menu.waitFor({ state: 'detached' });
  });
});
