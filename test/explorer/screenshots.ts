/**
 * Makes the screenshots of the docs from the running demo, and from each recipe with a sample: `node scripts/dev.mjs
 * screenshots`. With names of recipes, makes only theirs. It needs Chromium, as the explorer tests do. Inspect each
 * picture before you commit it.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { STORY_NAMES } from '@weir/samples';
import { projectFile } from '../support/project-file.js';
import { Explored } from './explored.js';

/** The options of `npm start`. */
const STREAM = 'processes --seed 1 --sensors 20 --rate 50 --attack-every 60 --serve 0'.split(' ');
const CHAIN = 'chain';
const ARRANGED_MILLIS = 4000;

const MATCHES = 3;

const only = process.argv.slice(2);
if (only.length === 0) await pictureDemo();
for (const name of only.length === 0 ? STORY_NAMES : only) await pictureRecipe(name);

async function pictureDemo(): Promise<void> {
  const stream = spawn(process.execPath, [projectFile('packages/samples/dist/cli.js'), ...STREAM]);
  let address = '';
  for await (const line of createInterface({ input: stream.stdout })) {
    address = line.slice(line.indexOf('http'));
    break;
  }
  const explored = await Explored.start(
    async gateway => {
      while ((await gateway.rows('MATCH (p:Suspicious) RETURN p')).length < MATCHES);
    },
    ...['--recipe', 'process-tree', '--recipe-value', `events_url=${address}`],
  );
  await picture(explored, 'explorer', CHAIN, { width: 1280, height: 760 });
  stream.kill();
}

async function pictureRecipe(name: string): Promise<void> {
  const explored = await Explored.start(() => Promise.resolve(), '--recipe', name);
  const { page } = explored;
  while ((await page.locator('.match').count()) < MATCHES) await page.locator('.match').first().waitFor();
  await picture(explored, `recipes/${name}`, '', { width: 1280, height: 680 });
}

async function picture(
  explored: Explored,
  file: string,
  /** Opens the story of the first match with this text; empty: none. */
  match: string,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  const { page } = explored;
  await page.setViewportSize(size);
  // One that arrived while the page was open.
  const live = page.locator('.match').filter({ has: page.locator('time') });
  const shown = live.filter({ hasText: match }).first();
  await shown.waitFor();
  if (match !== '') {
    await shown.locator('.match-main').click();
    await page.locator('.story .pattern-drawing, .story svg').first().waitFor();
  }
  await page.waitForTimeout(ARRANGED_MILLIS);
  await page.screenshot({ path: projectFile(`docs/images/${file}.png`) });
  await explored.stop();
}
