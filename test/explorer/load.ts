/**
 * Measures the cost of a large canvas: `node test/dist/explorer/load.js [minutes] [nodes] [neighbors]`. Draws the nodes
 * with twice as many edges, feeds the page from a standing query, and reports how long frames take while the nodes are
 * arranged, at rest and while the camera moves, and how much memory the page holds after garbage collection, at the
 * first and the last minute. Then it opens a node with many neighbors, and shows a million rows in a table.
 *
 * It also reports the renderer, because software rendering is not comparable to a graphics card. Processor time of the
 * page's main thread per frame is comparable: it is measured separately, and does not depend on the renderer or on the
 * load of the machine.
 */
import type { CDPSession, Page } from 'playwright-core';
import { GatewayProcess } from '../support/gateway-process.js';
import { launch, open } from './browser.js';
import { send } from './explored.js';

const [minutes = 2, nodes = 10_000, neighbors = 100_000] = process.argv.slice(2).map(Number);
const MATCHES_PER_SECOND = 20;
const MOVING_MILLIS = 8000;
const PATIENCE_MILLIS = 240_000;

interface Figures {
  readonly frames: number;
  readonly medianMillis: number;
  readonly p95Millis: number;
  /** Main thread of the page, per frame: all tasks, and scripts only. */
  readonly taskMillis: number;
  readonly scriptMillis: number;
  readonly heapMegabytes: number;
  readonly elements: number;
}

/** Frame times, with the camera at rest or alternately zooming in and out. */
function frames(page: Page, isZooming: boolean): Promise<readonly number[]> {
  return page.evaluate<number[]>(`new Promise(resolve => {
    const mouse = document.querySelector('.canvas .sigma-mouse');
    const place = { clientX: 600, clientY: 450, bubbles: true, cancelable: true };
    const times = [];
    const end = performance.now() + ${MOVING_MILLIS};
    let last = performance.now();
    const next = now => {
      times.push(now - last);
      last = now;
      if (${isZooming}) mouse.dispatchEvent(new WheelEvent('wheel', { deltaY: times.length % 20 < 10 ? -30 : 30, ...place }));
      if (now < end) requestAnimationFrame(next);
      else resolve(times.slice(1));
    };
    requestAnimationFrame(next);
  })`);
}

async function figures(page: Page, session: CDPSession, isZooming: boolean): Promise<Figures> {
  const before = await metricsOf(session);
  const times = [...(await frames(page, isZooming))].sort((a, b) => a - b);
  const after = await metricsOf(session);
  await session.send('HeapProfiler.collectGarbage');
  const metric = await metricsOf(session);
  const millis = (name: string): number => ((after(name) - before(name)) * 1000) / times.length;
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    frames: times.length,
    medianMillis: at(0.5),
    p95Millis: at(0.95),
    taskMillis: millis('TaskDuration'),
    scriptMillis: millis('ScriptDuration'),
    heapMegabytes: Math.round(metric('JSHeapUsedSize') / 1e6),
    elements: metric('Nodes'),
  };
}

async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return name => metrics.find(each => each.name === name)?.value ?? 0;
}

function say(
  when: string,
  { frames: count, medianMillis, p95Millis, taskMillis, scriptMillis, heapMegabytes, elements }: Figures,
): void {
  const rate = ((count * 1000) / MOVING_MILLIS).toFixed(1);
  process.stdout.write(
    `${when}: ${rate} frames a second, median ${medianMillis} ms, 95 % ${p95Millis} ms; processor time of the page's thread for each frame ` +
      `${taskMillis.toFixed(1)} ms, scripts ${scriptMillis.toFixed(1)} ms; heap ${heapMegabytes} MB, ${elements} DOM nodes\n`,
  );
}

async function ask(page: Page, query: string): Promise<void> {
  await page.locator('.query-bar .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(query);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** Renderer: a graphics card, or the processor. */
function renderer(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const context = document.createElement('canvas').getContext('webgl2');
    const names = context?.getExtension('WEBGL_debug_renderer_info');
    return names ? String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)) : 'unknown';
  })()`);
}

/** Selects a node with many neighbors and draws 100 of them. */
async function openHub(page: Page, gateway: GatewayProcess): Promise<void> {
  await gateway.rows(
    `UNWIND range(1, ${neighbors}) AS i MATCH (hub), (leaf) WHERE id(hub) = idFrom('hub') AND id(leaf) = idFrom('leaf', i)
     SET hub:Hub, hub.name = 'Hub', leaf:Leaf, leaf.name = 'Leaf ' + i CREATE (hub)-[:reaches]->(leaf)`,
  );
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await ask(page, 'MATCH (h) WHERE id(h) = idFrom("hub") RETURN h');
  await page.locator('.legend').getByRole('button', { name: /^Hub/ }).waitFor();
  await page.evaluate(`
    window.longTasks = [];
    new PerformanceObserver(list => longTasks.push(...list.getEntries().map(each => each.duration))).observe({ type: 'longtask' })`);
  const started = performance.now();
  await page.getByLabel('Find on the canvas').fill('Hub');
  await page.keyboard.press('Enter');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^reaches → / })
    .waitFor();
  const selected = performance.now();
  await page.getByLabel('at most').selectOption('100');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^reaches → / })
    .click();
  await page
    .locator('.legend')
    .getByRole('button', { name: /^Leaf\s*100$/ })
    .waitFor();
  const tasks = await page.evaluate<readonly number[]>('longTasks');
  process.stdout.write(
    `a node with ${neighbors} neighbors: selected in ${Math.round(selected - started)} ms, 100 of them drawn in ` +
      `${Math.round(performance.now() - selected)} ms, longest task of the page ${Math.round(Math.max(0, ...tasks))} ms\n`,
  );
}

const gateway = await GatewayProcess.start('--store', 'memory');
const browser = await launch();
try {
  await gateway.rows(
    `UNWIND range(0, ${nodes - 1}) AS i MATCH (a), (b), (c) WHERE id(a) = idFrom('n', i)
     AND id(b) = idFrom('n', (i * 7 + 1) % ${nodes}) AND id(c) = idFrom('n', toInteger(i / 10))
     SET a:Node, a.no = i CREATE (a)-[:next]->(b), (a)-[:parent]->(c)`,
  );
  await send(gateway, 'POST', 'graph/quine/standingQueries', {
    name: 'touched',
    pattern: {
      type: 'Cypher',
      mode: 'MULTIPLE_VALUES',
      query: 'MATCH (n:Node) WHERE n.touched > 0 RETURN id(n) AS id, n.touched AS touched',
    },
  });
  const { page, trouble } = await open(browser, gateway.url);
  page.setDefaultTimeout(PATIENCE_MILLIS);
  process.stdout.write(`drawn by ${await renderer(page)}\n`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.locator('.legend').waitFor();
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await ask(page, 'MATCH (n:Node) RETURN n');
  await page.getByRole('button', { name: 'Draw all' }).click();
  await page
    .locator('.legend')
    .getByRole('button', { name: new RegExp(`^parent\\s*${nodes.toLocaleString('en')}$`) })
    .waitFor();
  process.stdout.write(`${await page.locator('.legend-head').textContent()}\n`);
  say('just drawn, arranging', await figures(page, session, false));
  await send(gateway, 'POST', 'graph/quine/ingests', {
    name: 'touch',
    source: { type: 'NumberIterator', startOffset: 1 },
    maxPerSecond: MATCHES_PER_SECOND,
    query: `MATCH (n) WHERE id(n) = idFrom('n', ($that * 7919) % ${nodes}) SET n.touched = $that`,
  });
  const started = Date.now();
  for (const minute of [...new Set([1, Math.ceil(minutes / 2), minutes])]) {
    await page.waitForTimeout(Math.max(0, started + minute * 60_000 - 2 * MOVING_MILLIS - Date.now()));
    say(`minute ${minute}, at rest`, await figures(page, session, false));
    say(`minute ${minute}, zooming`, await figures(page, session, true));
  }
  await openHub(page, gateway);
  await page.getByRole('button', { name: 'Clear the canvas' }).click();
  await ask(page, 'UNWIND range(1, 1000000) AS x RETURN x');
  await page.getByText(/^1,000,000 rows/).waitFor();
  const table = await figures(page, session, true);
  await page.evaluate("document.querySelector('.table-scroll').scrollTo(0, 20000000)");
  const scrolled = await figures(page, session, true);
  for (const [when, { heapMegabytes, elements }] of [
    ['a million rows', table],
    ['scrolled', scrolled],
  ] as const)
    process.stdout.write(`${when}: heap ${heapMegabytes} MB, ${elements} DOM nodes\n`);
  for (const line of trouble) process.stdout.write(`${line}\n`);
} finally {
  await browser.close();
  await gateway.stop();
}
