/**
 * What stands between the opening of a page and its first picture. How long that takes is the machine's; what is asked for
 * meanwhile, and what it waits for, is the page's.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { GatewayProcess } from '../support/gateway-process.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

/** Of all scripts that are asked for before the picture is there, the layout's thread among them. The editor alone is 350. */
const MOST_KILOBYTES = 520;
const MOST_SCRIPTS = 14;

const PICTURE = /^Graph: \d+ nodes? and [1-9]\d* edges?/;

describeInBrowser('the opening', () => {
  let explored: Explored;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows("CREATE (:Person {name: 'Ada'})-[:knows]->(:Person {name: 'Ben'})");
    });
  });
  beforeEach(async () => {
    context = await explored.browser.newContext({ viewport: { width: 1400, height: 860 } });
    page = await context.newPage();
  });
  afterEach(() => context.close());
  afterAll(() => explored?.stop());

  const picture = (): Promise<void> => page.getByRole('img', { name: PICTURE }).waitFor();

  test('scripts before the first picture are few and small; the editor comes after it', async () => {
    const scripts: Request[] = [];
    const asked: string[] = [];
    page.on('request', request => {
      if (request.resourceType() !== 'script') return;
      asked.push('script');
      scripts.push(request);
    });
    page.on('websocket', socket => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('TabularResults')) asked.push('rows');
      });
    });
    await page.goto(explored.gateway.url);
    await page.locator('.query-bar .cm-content').waitFor();
    const before = asked.indexOf('rows');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(MOST_SCRIPTS);
    // In the order of the requests: a later response may overtake an earlier one.
    const sizes = await Promise.all(
      scripts.slice(0, before).map(async request => (await (await request.response())!.body()).length),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThan(MOST_KILOBYTES);
    expect(asked.indexOf('script', before)).toBeGreaterThan(before);
  });

  test('the first question is the picture; what can wait is asked when it is there', async () => {
    const sent: string[] = [];
    page.on('websocket', socket => {
      sent.push(new URL(socket.url()).pathname);
      socket.on('framesent', ({ payload }) => {
        const { query } = JSON.parse(String(payload)) as { query?: string };
        if (query !== undefined) sent.push(query);
      });
    });
    await page.goto(explored.gateway.url);
    await picture();
    const [socket, question] = sent;
    expect(socket).toMatch(/query\/ws$/);
    expect(question).toMatch(/^CALL recentNodes\(25\)/);
  });

  test('the picture waits neither for settings, lists and figures nor for what the browser has kept', async () => {
    await page.route('**/api/**', () => undefined);
    await page.addInitScript('IDBFactory.prototype.open = () => new EventTarget();');
    await page.goto(explored.gateway.url);
    await picture();
    await page.locator('.legend').getByText('Person', { exact: true }).waitFor();
  });

  test('what there was before the service began is there too, and its schema', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-opening-')));
    try {
      const before = await GatewayProcess.startIn(folder);
      await before.rows("CREATE (:Person {name: 'Ada'})-[:knows]->(:Person {name: 'Ben'})");
      await before.stop();
      const now = await GatewayProcess.startIn(folder);
      try {
        await page.goto(now.url);
        await picture();
        await page.getByRole('tab', { name: 'Schema' }).click();
        await page.getByRole('tabpanel').getByRole('button', { name: 'Person 2' }).waitFor();
      } finally {
        await now.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('a part that can no longer be had asks for a reload, which brings it', async () => {
    await page.goto(explored.gateway.url);
    await page.locator('.query-bar .cm-content').waitFor();
    await page.route('**/assets/*.js', route => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Metrics' }).click();
    await page
      .getByRole('alert')
      .getByText(/could not be loaded/)
      .waitFor();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Metrics' }).waitFor();
  });
});
