/**
 * Makes the screenshots of the docs from the running demo: `node scripts/dev.mjs screenshots`. It needs Chromium, as the
 * explorer tests do. Inspect each picture before you commit it.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { projectFile } from '../support/project-file.js';
import { Explored } from './explored.js';

/** The options of `npm start`. */
const STREAM = 'processes --seed 1 --sensors 20 --rate 50 --attack-every 60 --serve 0'.split(' ');
const CHAIN = 'STANDING-1';
const ARRANGED_MILLIS = 4000;

const stream = spawn(process.execPath, [projectFile('packages/samples/dist/cli.js'), ...STREAM]);
let address = '';
for await (const line of createInterface({ input: stream.stdout })) {
  address = line.slice(line.indexOf('http'));
  break;
}
const explored = await Explored.start(
  async gateway => {
    while ((await gateway.rows('MATCH (p:Suspicious) RETURN p')).length < 3);
  },
  ...['--recipe', 'process-tree', '--recipe-value', `events_url=${address}`],
);
const { page } = explored;
await page.setViewportSize({ width: 1280, height: 760 });
await page.locator('.match').filter({ hasText: CHAIN }).first().waitFor();
await page.waitForTimeout(ARRANGED_MILLIS);
await page.screenshot({ path: projectFile('docs/images/explorer.png') });
await explored.stop();
stream.kill();
