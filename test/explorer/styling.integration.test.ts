/** Styles of nodes and edges: the legend as their key, forms, and styles that only one browser has. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const ANY = { propertyKeys: [], knownValues: {} };
/** A hub with ten spokes, of which two have a second label. */
const WHEEL = `UNWIND range(1, 10) AS i MATCH (hub), (spoke) WHERE id(hub) = idFrom('hub') AND id(spoke) = idFrom('spoke', i)
SET hub:Hub, hub.name = 'Hub', spoke:Spoke, spoke.name = 'Spoke ' + i, spoke.load = i * 10,
  spoke.state = CASE WHEN i > 7 THEN 'down' ELSE 'up' END
CREATE (hub)-[:reaches]->(spoke)`;
const ALARM = `UNWIND [1, 2] AS i MATCH (n) WHERE id(n) = idFrom('spoke', i) SET n:Alarm`;

describeInBrowser('styling', () => {
  let explored: Explored;
  let page: Page;
  let legend: Locator;
  let form: Locator;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(WHEEL);
      await gateway.rows(ALARM);
      await send(gateway, 'PUT', 'queryUi/nodeAppearances', [
        { predicate: { ...ANY, dbLabel: 'Spoke' }, colorBy: { key: 'state' }, sizeBy: { key: 'load' } },
      ]);
    });
    page = explored.page;
    button = name => explored.button(name);
    legend = page.locator('.legend');
    form = page.locator('dialog').last();
    await explored.kind('Spoke', 10);
  });
  afterAll(() => explored?.stop());

  /** Drawn edges, as attributes of the SVG file. */
  async function drawing(): Promise<string> {
    await button('Save or load').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Drawing (SVG)').click()]);
    return readFile(await file.path(), 'utf8');
  }

  async function captions(): Promise<string[]> {
    return [...(await drawing()).matchAll(/<text [^>]*>([^<]*)</g)].map(([, caption]) => caption!);
  }

  test('hides one label of several, and leaves the other nodes', async () => {
    await explored.kind('Alarm', 2);
    await legend.getByRole('button', { name: /^Alarm/ }).click();
    await button('2 nodes hidden · show all').click();
    await button(/hidden · show all/).waitFor({ state: 'detached' });
  });

  test('the legend lists values with their colors, and selects or hides their nodes', async () => {
    await legend.getByText('Color by state of Spoke').waitFor();
    await legend.getByText('Size by load of Spoke').waitFor();
    expect(await legend.locator('.value-range').textContent()).toBe('10100');
    const swatch = legend.getByRole('button', { name: /^Spoke/ }).locator('.swatch');
    expect(await swatch.getAttribute('style')).toContain('conic-gradient');
    await legend.getByRole('button', { name: /^down\s*3$/ }).click();
    await page.getByText('3 nodes selected').waitFor();
    await legend.getByRole('button', { name: 'Hide the nodes with down' }).click();
    await button('3 nodes hidden · show all').waitFor();
    await legend.getByRole('button', { name: 'Show the nodes with down' }).click();
    await button(/hidden · show all/).waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
  });

  test('a form with preview sets icon, second caption and size by degree', async () => {
    await button('Style of Hub').click();
    await form.getByRole('button', { name: 'Choose an icon' }).click();
    await form.getByLabel('Search icons').fill('planet');
    await form.getByRole('button', { name: 'planet', exact: true }).click();
    await form.getByLabel('Caption from the property').fill('name');
    await form.getByLabel('Second property of the caption').fill('missing');
    await form.getByRole('img', { name: 'Preview: Hub' }).waitFor();
    await form.getByLabel('Size by value of').selectOption('Number of edges');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const [style] = JSON.parse(await send(explored.gateway, 'GET', 'queryUi/nodeAppearances')) as object[];
    expect(style).toMatchObject({
      predicate: { dbLabel: 'Hub' },
      icon: '\uf343',
      secondLabel: { key: 'missing' },
      sizeByDegree: true,
    });

    await button('Style of Spoke').click();
    await form.getByLabel('Second property of the caption').fill('state');
    await form.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await captions()).includes('Spoke 1 · up'));
  });

  test('an edge style sets color and width for everyone', async () => {
    await button('Style of reaches').click();
    await form.getByLabel('Color', { exact: true }).fill('#b8487f');
    await form.getByRole('slider').fill('6');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(JSON.parse(await send(explored.gateway, 'GET', 'queryUi/edgeAppearances'))).toEqual([
      { edgeType: 'reaches', color: '#b8487f', width: 6 },
    ]);
    await until(async () => (await drawing()).includes('stroke="#b8487f" stroke-width="3"'));
    const swatch = legend.getByRole('button', { name: /^reaches/ }).locator('.swatch');
    expect(await swatch.getAttribute('style')).toContain('rgb(184, 72, 127)');
  });

  test('a style of this browser applies above those of everyone, and can be switched off', async () => {
    const before = await send(explored.gateway, 'GET', 'queryUi/nodeAppearances');
    await button('Styles and quick queries').click();
    await button('Add a style').click();
    await form.getByLabel('Label', { exact: true }).fill('Hub');
    await form.getByLabel('Caption from the property').fill('');
    await form.getByLabel('Color', { exact: true }).fill('#00ff00');
    await form.getByLabel('In this browser only, above the shared styles').check();
    await form.getByRole('button', { name: 'Save' }).click();
    const settings = page.locator('dialog');
    await page.locator('.setting-list').getByText('· this browser').waitFor();
    await settings.getByRole('button', { name: 'Close' }).click();
    const isGreen = async (): Promise<boolean> => (await drawing()).includes('fill="#00ff00"');
    await until(isGreen);
    expect(await send(explored.gateway, 'GET', 'queryUi/nodeAppearances')).toBe(before);

    const { page: other } = await open(explored.browser, explored.gateway.url);
    await other.locator('.legend').waitFor();
    await other.getByRole('button', { name: 'Styles and quick queries' }).click();
    await other.locator('dialog').getByText(':Spoke').waitFor();
    expect(await other.locator('.setting-list').getByText('· this browser').count()).toBe(0);
    await other.context().close();

    await page.reload();
    await legend.waitFor();
    await until(isGreen);
    await button('Styles and quick queries').click();
    await settings.getByLabel('Use the style of this browser, above those of everyone').uncheck();
    await settings.getByRole('button', { name: 'Close' }).click();
    await until(async () => !(await isGreen()));
  });

  test('a style of the server that is saved in this browser stays on the server for everyone', async () => {
    const before = await send(explored.gateway, 'GET', 'queryUi/nodeAppearances');
    await button('Styles and quick queries').click();
    await page
      .locator('.setting-list')
      .getByRole('button', { name: /^Edit: .*Spoke/ })
      .first()
      .click();
    await form.getByLabel('Color', { exact: true }).fill('#0000ff');
    await form.getByLabel('In this browser only, above the shared styles').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.locator('.setting-list').getByText('· this browser').first().waitFor();
    expect(await send(explored.gateway, 'GET', 'queryUi/nodeAppearances')).toBe(before);
    await page.locator('dialog').getByRole('button', { name: 'Close' }).click();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await legend.waitFor();
  });

  async function framedPicture(format: string): Promise<Buffer> {
    await button('Save or load').click();
    await button('Picture with legend').click();
    await form.getByLabel('Title').fill('Wheel <1>');
    await form.getByLabel('Format').selectOption(format);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      form.getByRole('button', { name: 'Save' }).click(),
    ]);
    return readFile(await file.path());
  }

  test('a picture with title and legend has twice the resolution, and leaves the canvas as it was', async () => {
    const size = `(() => { const { width, height } = document.querySelector('.canvas canvas'); return { width, height }; })()`;
    const before = await page.evaluate<{ width: number; height: number }>(size);
    const png = await framedPicture('PNG, twice the resolution of the page');
    // The empty edges of the view are cut off; the header has 60 units, and each row of the legend 24.
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    expect(width).toBeGreaterThanOrEqual(2 * 640);
    expect(width).toBeLessThan(2 * before.width);
    expect(height).toBeGreaterThan(2 * (60 + 24 + before.height / 4));
    expect(height).toBeLessThan(2 * (60 + 8 * 24 + before.height));
    expect(await page.evaluate(size)).toEqual(before);
    expect(await page.evaluate('devicePixelRatio')).toBe(1);

    const svg = (await framedPicture('SVG')).toString();
    for (const text of [
      'Wheel &#60;1&#62;',
      'Spoke (10)',
      'reaches (10)',
      'Color by state of Spoke',
      'down (3)',
    ])
      expect(svg).toContain(`>${text}</text>`);
  });
});
