/** The demo as a user starts it and opens its page. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { projectFile } from '../support/project-file.js';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

/** The options of `npm start`. */
const STREAM = 'processes --seed 1 --sensors 20 --rate 50 --attack-every 60 --serve 0'.split(' ');

/** A busy machine draws a constantly changing graph slowly. */
const PATIENCE_MILLIS = 120_000;

/** Painted pixels of icons and captions, which are drawn above the nodes. The nodes are drawn with WebGL. */
const PAINTED = `['sigma-marks', 'sigma-labels'].map(name => {
  const layer = document.querySelector('.canvas canvas.' + name);
  if (!layer || layer.width === 0) return 0;
  const { data } = layer.getContext('2d').getImageData(0, 0, layer.width, layer.height);
  let count = 0;
  for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
  return count;
})`;

describeInBrowser('the demo', () => {
  let stream: ChildProcess;
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    stream = spawn(process.execPath, [projectFile('packages/samples/dist/cli.js'), ...STREAM]);
    let address = '';
    for await (const line of createInterface({ input: stream.stdout! })) {
      address = line.slice(line.indexOf('http'));
      break;
    }
    explored = await Explored.start(
      async gateway => {
        for (;;) {
          const [[count]] = (await gateway.rows('MATCH (p:Process) RETURN count(p)')) as [[number]];
          if (count > 100) break;
        }
      },
      ...['--recipe', 'process-tree', '--recipe-value', `events_url=${address}`],
    );
    page = explored.page;
    page.setDefaultTimeout(PATIENCE_MILLIS);
  });
  afterAll(async () => {
    await explored?.stop();
    stream?.kill();
  });

  test('draws the graph without a click, with icons and captions, and the legend counts it', async () => {
    await page.locator('.legend').getByText('Process', { exact: true }).waitFor();
    for (;;) {
      const counts = await page.evaluate<number[]>(PAINTED);
      if (counts.every(count => count > 100)) break;
    }
    await page.getByRole('application', { name: /^Graph: \d+ nodes? and [1-9]\d* edges?/ }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('shows matches in the list and on the canvas, with captions of their nodes', async () => {
    await page.locator('.match').first().waitFor();
    await page.locator('.match .story-nodes').first().waitFor();
    await page.locator('.legend').getByText('Suspicious', { exact: true }).waitFor();
  });

  test('the quick query for ancestors finds all generations', async () => {
    const { gateway } = explored;
    const answer = await gateway.fetch('/api/v2/queryUi/quickQueries');
    const all = (await answer.json()) as { quickQuery: { name: string; querySuffix: string } }[];
    const ancestors = all.find(({ quickQuery }) => quickQuery.name.startsWith('Ancestors'))!.quickQuery;
    const chain = 'MATCH (n)-[:parent]->(a)-[:parent]->(b)-[:parent]->(c) RETURN strId(n) LIMIT 1';
    const [[leaf]] = (await gateway.rows(chain)) as [[string]];
    const found = await gateway.rows(`MATCH (n) WHERE strId(n) = '${leaf}' ${ancestors.querySuffix}`);
    expect(found.length).toBeGreaterThanOrEqual(3);
  });

  test('the gallery shows that the recipe has been running since the start', async () => {
    await explored.goTo('Recipes');
    const card = page.locator('.recipe-card').filter({ hasText: 'Process tree' });
    await card.getByText('running', { exact: true }).waitFor();
    await card.getByText(/^since .*; it ends with the server/).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
