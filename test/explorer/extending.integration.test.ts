/** Plugin types of an extension in the forms of the pages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '../support/project-file.js';
import { LineServer } from '../extensions/line-server.js';
import { until } from '../support/until.js';
import { describeInBrowser } from './describe-in-browser.js';
import { open } from './browser.js';
import { Explored, send } from './explored.js';

describeInBrowser('kinds of extensions', () => {
  let explored: Explored;
  let lines: LineServer;
  beforeAll(async () => {
    lines = await LineServer.start();
    explored = await Explored.start(
      (_gateway, folder) => writeFile(join(folder, '1.json'), '{"n": 7}'),
      ...['--extension', projectFile('examples/folder-source.mjs')],
      ...['--extension', projectFile('examples/tcp-lines-destination.mjs')],
      ...['--store', 'memory'],
    );
  });
  afterAll(async () => {
    await explored?.stop();
    await lines?.stop();
  });

  test('the form creates a stream with a custom source', async () => {
    const { page, dialog, gateway } = explored;
    await explored.goTo('Streams');
    await explored.button('New ingest stream').click();
    await dialog.getByLabel('Name', { exact: true }).fill('files');
    await dialog
      .getByRole('button', { name: /^\d+ more$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Folder' }).click();
    await dialog
      .getByText('Each file of a folder, in the order of their names; new files as they come')
      .waitFor();
    await dialog.getByLabel('Path', { exact: true }).fill('.');
    await dialog.locator('.cm-content').first().click();
    await page.keyboard.insertText('MATCH (n) WHERE id(n) = idFrom($that.n) SET n = $that');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await explored.button('Pause files').waitFor();
    await until(async () => (await gateway.rows('MATCH (n) RETURN n.n')).length === 1);
    expect(await gateway.rows('MATCH (n) RETURN n.n')).toEqual([[7]]);
    expect(explored.opened.trouble).toEqual([]);
  });

  test('the form creates an output with a custom destination', async () => {
    const { dialog, gateway } = explored;
    const query = 'MATCH (n) WHERE n.n > 7 RETURN n.n AS n';
    const pattern = { type: 'Cypher', mode: 'MULTIPLE_VALUES', query };
    await send(gateway, 'POST', 'graph/quine/standingQueries', {
      name: 'large',
      pattern,
      outputs: [],
    });
    await explored.goTo('Streams');
    await explored.button('New output').click();
    await dialog.getByLabel('Name', { exact: true }).fill('lines');
    await dialog
      .getByRole('button', { name: /^\d+ more$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'TCP lines' }).click();
    await dialog.getByText('One line over TCP per match').waitFor();
    await dialog.getByText('More options').first().click();
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(lines.port));
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await gateway.rows('MATCH (n) WHERE id(n) = idFrom(8) SET n.n = 8');
    await until(() => lines.lines.length > 0);
    expect(JSON.parse(lines.lines[0]!)).toMatchObject({ data: { n: 8 } });
    expect(explored.opened.trouble).toEqual([]);
  });

  test('the page of the API describes the fields of custom kinds', async () => {
    const { page, trouble } = await open(explored.browser, `${explored.gateway.url}/docs`);
    await page.locator('.docs-body').getByText('Standing Queries').first().waitFor();
    await page.getByRole('button', { name: 'Schemas' }).click();
    await page.locator('.models').getByRole('button', { name: 'IngestSource' }).click();
    // The types of extensions are the last ones.
    await page.locator('.models').getByRole('button', { name: '{...}' }).last().click();
    await page.locator('.models').getByText('Each file of a folder').waitFor();
    await page.locator('.models').getByText('pollMillis').waitFor();
    expect(trouble).toEqual([]);
    await page.context().close();
  });
});
