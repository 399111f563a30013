/** Plugin types of an extension in the forms of the pages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

describeInBrowser('kinds of extensions', () => {
  let explored: Explored;
  beforeAll(async () => {
    explored = await Explored.start(
      (_gateway, folder) => writeFile(join(folder, '1.json'), '{"n": 7}'),
      ...['--extension', projectFile('examples/folder-source.mjs')],
      ...['--store', 'memory'],
    );
  });
  afterAll(() => explored?.stop());

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
});
