/** Guides whose commands are run in order. */
import { GatewayProcess } from '../support/gateway-process.js';
import { walkPage } from './walk-page.js';

let gateway: GatewayProcess;
beforeAll(async () => {
  gateway = await GatewayProcess.start('--store', 'memory');
});
afterAll(() => gateway.stop());

test.each([
  'docs/guides/cypher.md',
  'docs/guides/standing-queries.md',
  'docs/guides/standing-queries/results.md',
  'docs/guides/standing-queries/outputs.md',
  'docs/guides/standing-queries/explain-and-audit.md',
  'docs/guides/standing-queries/change.md',
])('%s: its commands have the stated results', async path => {
  expect(await walkPage(gateway, path)).toBeGreaterThan(1);
});
