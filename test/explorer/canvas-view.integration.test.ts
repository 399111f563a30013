/** Views of a graph: its schema, hidden nodes, layouts, and its past. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

/** A root with three children, each with two children. */
const TREE = `UNWIND range(1, 9) AS i MATCH (p), (c) WHERE id(c) = idFrom('t', i) AND id(p) = idFrom('t', toInteger((i - 1) / 3))
SET p:Part, p.no = toInteger((i - 1) / 3), p.name = 'T' + toInteger((i - 1) / 3), c:Part, c.no = i, c.name = 'T' + i
CREATE (p)-[:has]->(c)`;
/** More nodes than a sample of the latest ones contains. */
const LATER = "UNWIND range(1, 600) AS i MATCH (n) WHERE id(n) = idFrom('later', i) SET n:Later, n.no = i";

interface Point {
  readonly x: number;
  readonly y: number;
}

describeInBrowser('looking at a graph', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows(TREE);
      await gateway.rows("MATCH (s) WHERE id(s) = idFrom('s') SET s:Sensor, s.site = 'north', s.name = 'S'");
    });
    page = explored.page;
    button = name => explored.button(name);
    await explored.kind('Part', 10);
  });
  afterAll(() => explored?.stop());

  /** Positions by caption. An exported drawing contains only visible nodes. */
  async function positions(): Promise<Map<string, Point>> {
    await button('Save or load').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Drawing (SVG)').click()]);
    const svg = await readFile(await file.path(), 'utf8');
    const circles = svg.matchAll(/<circle cx="([\d.-]+)" cy="([\d.-]+)"[^>]*\/><text [^>]*>([^<]*)</g);
    return new Map([...circles].map(([, x, y, caption]) => [caption!, { x: Number(x), y: Number(y) }]));
  }

  async function captions(): Promise<string> {
    return [...(await positions()).keys()].sort().join(' ');
  }

  async function layout(name: string): Promise<void> {
    await page.getByLabel('Layout').click();
    await button(new RegExp(`^${name}`)).click();
    await button('Fit to view').click();
  }

  test('the schema lists labels and edge types with counts; each name runs a query', async () => {
    await page.getByRole('tab', { name: 'Schema' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('button', { name: /^Part\s*10$/ }).waitFor();
    await panel.getByRole('button', { name: /^has\s*\d+$/ }).waitFor();
    await panel.getByText('Counts of the whole graph.').waitFor();
    expect(await violations(page)).toEqual([]);
    await button('Clear the canvas').click();
    await panel.getByRole('button', { name: /^Sensor\s*1$/ }).click();
    await explored.kind('Sensor', 1);
    await page
      .locator('.query-bar .cm-content')
      .getByText('MATCH (n:`Sensor`) RETURN n LIMIT 50', { exact: true })
      .waitFor();
    await panel.getByRole('button', { name: /^has\s/ }).click();
    await explored.kind('has', 9);
    await button('Clear the canvas').click();
    await panel.getByRole('button', { name: /^site\s*1$/ }).click();
    await explored.kind('Sensor', 1);
    await explored.gateway.rows("MATCH (n) WHERE id(n) = idFrom('fresh') SET n:Fresh");
    await button('Refresh').click();
    await panel.getByRole('button', { name: /^Fresh\s*1$/ }).waitFor();
  });

  test('a query has parameters, which a link includes; parameters that are not an object are reported', async () => {
    const setParameters = async (json: string): Promise<void> => {
      await button('Parameters').click();
      await explored.dialog.getByRole('textbox').fill(json);
      await explored.dialog.getByRole('button', { name: 'Close' }).click();
    };
    await setParameters('{"least": 7, "mark": "a&b"}');
    await explored.ask('MATCH (p:Part) WHERE p.no >= $least RETURN p.no AS no, $mark AS mark ORDER BY no');
    await page.getByText(/^3 rows/).waitFor();
    await page.getByRole('cell', { name: 'a&b' }).first().waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy a link to this view').click();
    await page.getByText('Link copied to the clipboard').waitFor();
    const { page: other } = await open(
      explored.browser,
      await page.evaluate<string>('navigator.clipboard.readText()'),
    );
    await other.getByText(/^3 rows/).waitFor();
    await other.context().close();
    await button('Parameters').click();
    await explored.dialog.getByRole('textbox').fill('{"least": ');
    await explored.dialog.getByRole('alert').getByText('The parameters must be a JSON object.').waitFor();
    expect(await violations(page)).toEqual([]);
    await explored.dialog.getByRole('textbox').fill('{}');
    await explored.dialog.getByRole('alert').waitFor({ state: 'detached' });
    await explored.dialog.getByRole('button', { name: 'Close' }).click();
    await setParameters('[1]');
    await explored.ask('RETURN $least');
    await page.locator('.query-error').getByText('The parameters must be a JSON object.').waitFor();
    await setParameters('{}');
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test('hides nodes by a comparison, by text and by selection, and shows them again', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (p:Part) RETURN p');
    await explored.kind('Part', 10);
    await page.getByLabel('Find on the canvas').fill('no >= 7');
    await page.getByText('3 found').waitFor();
    await button('Show only the results').click();
    await button('7 nodes hidden · show all').waitFor();
    expect(await captions()).toBe('T7 T8 T9');
    expect(await violations(page)).toEqual([]);
    await explored.select('T8');
    await button('Hide').click();
    expect(await captions()).toBe('T7 T9');
    // Hidden nodes still exist: they are counted, and select all skips them.
    await explored.kind('Part', 10);
    await page.locator('main').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('2 nodes selected').waitFor();
    await page.keyboard.press('a');
    await button(/hidden · show all/).waitFor({ state: 'detached' });
    await explored.selectAll('T1', 'T2');
    await button('Hide others').click();
    expect(await captions()).toBe('T1 T2');
    await page.locator('main').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('h');
    await button('10 nodes hidden · show all').click();
    expect((await positions()).size).toBe(10);
    await page.locator('.legend').getByRole('button', { name: /^has/ }).click();
    await button('Show all edges').click();
  });

  test('layers: children below their parents; radial: around the root; grid: rows; the link names the layout', async () => {
    const parentOf = (i: number) => `T${Math.floor((i - 1) / 3)}`;
    const children = Array.from({ length: 9 }, (_each, i) => i + 1);
    await layout('Hierarchy');
    const layers = await positions();
    for (const i of children) expect(layers.get(`T${i}`)!.y).toBeGreaterThan(layers.get(parentOf(i))!.y);
    expect(new Set([...layers.values()].map(({ y }) => Math.round(y))).size).toBe(3);
    await layout('Radial');
    const radial = await positions();
    const distance = (name: string) => {
      const [{ x, y }, root] = [radial.get(name)!, radial.get('T0')!];
      return Math.hypot(x - root.x, y - root.y);
    };
    for (const i of children.slice(3)) expect(distance(`T${i}`)).toBeGreaterThan(distance(parentOf(i)));
    await layout('Grid');
    const grid = [...(await positions()).values()];
    expect(new Set(grid.map(({ x }) => Math.round(x))).size).toBe(4);
    expect(new Set(grid.map(({ y }) => Math.round(y))).size).toBe(3);
    await page.bringToFront();
    await button('Copy a link to this view').click();
    await page.getByText('Link copied to the clipboard').waitFor();
    expect(new URL(page.url()).searchParams.get('layout')).toBe('grid');
    await layout('Forces');
    await page.locator('.canvas-tools [aria-label="Arrange automatically"]:not(.on)').waitFor();
    const forces = [...(await positions()).values()];
    expect(new Set(forces.map(({ x }) => Math.round(x))).size).toBeGreaterThan(4);
  });

  test('restores positions of a canvas after a reload, from a scene and from a file', async () => {
    const written = async (): Promise<string> => {
      await button('Save or load').click();
      const [file] = await Promise.all([page.waitForEvent('download'), button('Canvas (JSON)').click()]);
      return readFile(await file.path(), 'utf8');
    };
    const positionsIn = (canvas: string): unknown =>
      Object.fromEntries(
        (JSON.parse(canvas) as { nodes: { id: string; place: object }[] }).nodes.map(({ id, place }) => [
          id,
          place,
        ]),
      );
    const rest = () => page.locator('.canvas-tools [aria-label="Arrange automatically"]:not(.on)').waitFor();
    // The address of a link would run its query.
    await page.goto(explored.gateway.url);
    await explored.kind('Part', 10);
    await button('Clear the canvas').click();
    await page.locator('.legend').waitFor({ state: 'detached' });
    await explored.ask('MATCH (p:Part) RETURN p');
    await explored.kind('Part', 10);
    await rest();
    const canvas = await written();
    await button('Scenes').click();
    await page.getByPlaceholder('Name of the scene').fill('Stood');
    await button('Save as a scene').click();
    await page.getByText('The scene Stood was saved in this browser').waitFor();

    await page.reload();
    await page.getByText('Your last canvas was restored.').waitFor();
    await explored.kind('Part', 10);
    await rest();
    expect(positionsIn(await written())).toEqual(positionsIn(canvas));

    for (const open of [
      async () => {
        await button('Scenes').click();
        await page.getByRole('button', { name: /^Stood 10 nodes$/ }).click();
      },
      () =>
        page
          .getByLabel('Load a canvas')
          .setInputFiles({ name: 'c.json', mimeType: 'application/json', buffer: Buffer.from(canvas) }),
    ]) {
      await button('Clear the canvas').click();
      await page.locator('.legend').waitFor({ state: 'detached' });
      await open();
      await explored.kind('Part', 10);
      await rest();
      expect(positionsIn(await written())).toEqual(positionsIn(canvas));
    }
    await button('Scenes').click();
    await button('Delete: Stood').click();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
    await page.keyboard.press('Escape');
  });

  test('plays the past, change by change, up to now', async () => {
    for (const name of ['first', 'second', 'third'])
      await explored.gateway.rows(`MATCH (s) WHERE id(s) = idFrom('s') SET s.name = '${name}'`);
    await button('Clear the canvas').click();
    await explored.ask('MATCH (s:Sensor) RETURN s');
    await explored.kind('Sensor', 1);
    await explored.select('third');
    await button('Travel in time').click();
    await page.getByText(/^[4-9] moments of 1 node/).waitFor();
    const was = page.locator('.properties .changed del');
    const seen: string[] = [];
    await page.exposeFunction('weirSaw', (text: string) => void (seen.at(-1) !== text && seen.push(text)));
    await page.evaluate(`new MutationObserver(() => {
      const field = document.querySelector('.properties .changed del');
      if (field) weirSaw(field.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`);
    await page.locator('.time-bar').getByRole('button', { name: 'Play' }).click();
    await page.locator('.time-bar').getByRole('button', { name: 'Play' }).waitFor();
    expect(await page.locator('.time-field').inputValue()).toBe('Now');
    expect(seen.indexOf('first')).toBeGreaterThan(seen.indexOf('S'));
    expect(seen.indexOf('second')).toBeGreaterThan(seen.indexOf('first'));
    // It can be paused, and resumes from there.
    await page.locator('.time-bar').getByRole('button', { name: 'Play' }).click();
    await page.locator('.time-bar').getByRole('button', { name: 'Pause' }).click();
    await page.locator('.time-bar').getByRole('button', { name: 'Close' }).click();
    await was.waitFor({ state: 'detached' });
  });

  test('shows and reads times in the time zone of the browser', async () => {
    const link = `${explored.gateway.url}/?atTime=1767225600000`;
    const { page: other } = await open(explored.browser, link, { timeZone: 'America/New_York' });
    await other.getByRole('button', { name: 'Travel in time' }).click();
    const field = other.locator('.time-field');
    expect(await field.inputValue()).toBe('2025-12-31 19:00:00.000');
    // The shown time can be edited and entered again.
    await field.fill('2025-12-31 19:00:00.001');
    await field.press('Enter');
    await other
      .getByRole('slider')
      .and(other.locator('[aria-valuetext="2025-12-31 19:00:00.001"]'))
      .waitFor();
    await field.fill('Now');
    await field.press('Enter');
    await other.getByRole('slider').and(other.locator('[aria-valuetext="Now"]')).waitFor();
    await other.context().close();
  });

  test('shows a new result on a canvas that was moved; reports nodes of a result outside the view', async () => {
    const inView = async (): Promise<boolean[]> => {
      const { width, height } = (await page.locator('.canvas').boundingBox())!;
      return [...(await positions()).values()].map(({ x, y }) => x > 0 && y > 0 && x < width && y < height);
    };
    /** Zooms in at a node, which stays in view, until it is the only one. */
    const zoomTo = (name: string): Promise<unknown> =>
      until(async () => {
        const { x, y } = (await page.locator('.canvas').boundingBox())!;
        const at = (await positions()).get(name)!;
        await page.mouse.move(x + at.x, y + at.y);
        await page.mouse.wheel(0, -400);
        return (await inView()).filter(Boolean).length === 1;
      });
    const ask = (least: number, most: number): Promise<void> =>
      explored.ask(`MATCH (p:Part) WHERE p.no >= ${least} AND p.no <= ${most} RETURN p`);
    await button('Clear the canvas').click();
    await ask(0, 9);
    await explored.kind('Part', 10);
    await zoomTo('T9');
    await ask(0, 9);
    const outside = page.getByRole('status').filter({ hasText: /^[1-9] nodes outside the view/ });
    await outside.waitFor();
    expect(await violations(page)).toEqual([]);
    await outside.getByRole('button', { name: 'Show all' }).click();
    await outside.waitFor({ state: 'detached' });
    await until(async () => (await inView()).every(Boolean));
    // The first result after an empty canvas is in view, and so are later ones.
    await zoomTo('T9');
    await button('Clear the canvas').click();
    await ask(1, 1);
    await explored.kind('Part', 1);
    await ask(5, 5);
    await explored.kind('Part', 2);
    await until(async () => (await inView()).join() === 'true,true');
  });

  test('exports nodes and edges of the canvas as CSV', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (p:Part) WHERE p.no < 2 RETURN p');
    await explored.kind('has', 1);
    const lines: string[] = [];
    for (const item of ['Nodes (CSV)', 'Edges (CSV)']) {
      await button('Save or load').click();
      const [file] = await Promise.all([page.waitForEvent('download'), button(item).click()]);
      lines.push(...(await readFile(await file.path(), 'utf8')).trim().split('\r\n'));
    }
    expect(lines.map(line => line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')).sort()).toEqual(
      ['ID,Part,T0,0', 'ID,Part,T1,1', 'ID,has,ID', 'from,type,to', 'id,labels,name,no'].sort(),
    );
  });

  test('lists and completes labels of which no node was written lately', async () => {
    await explored.gateway.rows(LATER);
    await page.getByRole('tab', { name: 'Schema' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('button', { name: /^Part\s*10$/ }).waitFor();
    await button('Refresh').click();
    await panel.getByRole('button', { name: /^Later\s*600$/ }).waitFor();
    await panel.getByRole('button', { name: /^Part\s*10$/ }).waitFor();
    await explored.write('');
    await page.keyboard.type('MATCH (n:Sen');
    await page.locator('.cm-tooltip-autocomplete').getByText('Sensor').waitFor();
    await page.keyboard.press('Escape');
    await explored.write('');
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
