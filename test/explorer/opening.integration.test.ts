/**
 * Requests between opening a page and its first picture. The time depends on the machine; the requests and their order
 * depend on the page.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { GatewayProcess } from '../support/gateway-process.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

/** Limits for all scripts requested before the picture, including the layout thread. The editor alone has 350 kB. */
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

  const picture = (): Promise<void> => page.getByRole('application', { name: PICTURE }).waitFor();

  test('scripts before the first picture are few and small; the editor loads after it', async () => {
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
    // In the order of requests: a later response may overtake an earlier one.
    const sizes = await Promise.all(
      scripts.slice(0, before).map(async request => (await (await request.response())!.body()).length),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThan(MOST_KILOBYTES);
    expect(asked.indexOf('script', before)).toBeGreaterThan(before);
  });

  test('requests the picture first, and less urgent data once it is shown', async () => {
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

  test('the picture waits neither for settings, lists and figures nor for saved canvases', async () => {
    await page.route('**/api/**', () => undefined);
    await page.addInitScript('IDBFactory.prototype.open = () => new EventTarget();');
    await page.goto(explored.gateway.url);
    await picture();
    await page.locator('.legend').getByText('Person', { exact: true }).waitFor();
  });

  test('shows data and schema from before the start of the service', async () => {
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

  test('a part that fails to load offers a reload, which loads it', async () => {
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
