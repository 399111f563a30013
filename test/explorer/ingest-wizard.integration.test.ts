/** The first records in the form of an ingest stream, and the query that is built from their fields. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { until } from '../support/until.js';
import { Explored } from './explored.js';

const PURCHASES = 'id,buyer\n1,ann\n2,bob\n3,ann\n';
const HOSTILE = JSON.stringify({ id: "a'b", 'x`) DETACH DELETE (n': 1, "it's": { 'a.b': 2, $that: 3 } });

describeInBrowser('the first records of an ingest stream', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(
      async (_gateway, folder) => {
        await writeFile(join(folder, 'broken.jsonl'), '{"id":1,"at":{"x":2}}\nno json\n{"id":2}\n');
        await writeFile(join(folder, 'hostile.jsonl'), `${HOSTILE}\n`);
      },
      '--store',
      'memory',
    );
    page = explored.page;
  });
  afterEach(async () => {
    if (await explored.dialog.isVisible()) await page.keyboard.press('Escape');
    await explored.dialog.waitFor({ state: 'detached' });
  });
  afterAll(() => explored?.stop());

  const wizard = (): Locator => page.getByRole('region', { name: 'First records' }).first();
  const press = (name: string): Promise<void> =>
    explored.dialog.getByRole('button', { name, exact: true }).click();

  async function openForm(path: string): Promise<void> {
    await explored.goTo('Streams');
    await explored.button('New ingest stream').click();
    await explored.dialog.getByLabel('Name', { exact: true }).fill('from-form');
    await explored.dialog.getByLabel('Path on the server').fill(path);
  }

  test('a dropped file becomes nodes and edges of the chosen fields', async () => {
    const buffer = Buffer.from(PURCHASES);
    const file = { name: 'late orders.csv', mimeType: 'text/csv', buffer };
    await page.locator('.first-steps input[type=file]').setInputFiles(file);
    await wizard().getByRole('cell', { name: 'bob' }).waitFor();
    await press('Add a node');
    const second = wizard().getByRole('group', { name: 'Node b', exact: true });
    await second.getByLabel('Label').fill('Buyer');
    await press('Add an edge');
    await wizard().getByLabel('Edge type').fill('bought by');
    await press('Try the query');
    await wizard()
      .getByText('The query ran for 3 of 3 records and would write 5 nodes and 3 edges.')
      .waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await explored.gateway.rows('MATCH (n) RETURN count(n)')).toEqual([[0]]);
    await press('Load');
    await page.getByText('late orders.csv: 3 records loaded').waitFor();
    const edges = 'MATCH (o:LateOrders)-[:`bought by`]->(b:Buyer) RETURN o.id, b.buyer ORDER BY o.id';
    expect(await explored.gateway.rows(edges)).toEqual([
      ['1', 'ann'],
      ['2', 'bob'],
      ['3', 'ann'],
    ]);
  });

  test('nested fields are columns, and a broken line is reported', async () => {
    await openForm('broken.jsonl');
    await press('Read the first records');
    await wizard()
      .getByRole('columnheader', { name: /^at\.x/ })
      .waitFor();
    await wizard()
      .getByText(/^Record 2:/)
      .waitFor();
    expect(await wizard().getByRole('row').count()).toBe(4);
  });

  test('hostile field names stay names', async () => {
    await openForm('hostile.jsonl');
    await press('Read the first records');
    await press('Try the query');
    await wizard().getByText('The query ran for 1 of 1 record and would write 1 node and 0 edges.').waitFor();
    expect(await wizard().getByRole('alert').count()).toBe(0);
  });

  test('a query that the user wrote is not replaced without a click', async () => {
    await openForm('broken.jsonl');
    await explored.dialog.getByLabel('Ingest query').click();
    await page.keyboard.insertText('MATCH (n) WHERE id(n) = idFrom($that.id) SET n:Mine');
    await press('Read the first records');
    await wizard().getByText('The query was edited').waitFor();
    await press('Try the query');
    await wizard().getByText('The query ran for 2 of 3 records and would write 2 nodes').waitFor();
    await press('Use the query of the fields');
    await wizard().getByRole('group', { name: 'Node a', exact: true }).waitFor();
    expect(await explored.dialog.getByLabel('Ingest query').textContent()).toContain('idFrom(');
  });

  test('a file that does not exist is reported', async () => {
    await openForm('missing.jsonl');
    await press('Read the first records');
    await wizard().getByRole('alert').filter({ hasText: 'missing.jsonl' }).waitFor();
  });

  test('the keyboard is enough, from the path to the stream', async () => {
    await openForm('broken.jsonl');
    await wizard().getByRole('button', { name: 'Read the first records' }).press('Enter');
    const label = wizard().getByLabel('Label');
    await label.fill('Item');
    const box = wizard().getByRole('checkbox', { name: 'at.x' }).first();
    const wasChecked = await box.isChecked();
    for (const isChecked of [!wasChecked, wasChecked]) {
      await box.press('Space');
      // The next key applies to what the user sees.
      await until(async () => (await box.isChecked()) === isChecked);
    }
    // Several changes before the editor shows the first one.
    await box.evaluate(async element => {
      for (let times = 0; times < 4; times++) {
        (element as unknown as { click(): void }).click();
        await new Promise(resolve => setTimeout(resolve));
      }
    });
    await until(async () => (await box.isChecked()) === wasChecked);
    await explored.dialog.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByText('from-form was created').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'from-form' })
      .getByText(/completed/i)
      .first()
      .waitFor();
    expect(await explored.gateway.rows('MATCH (n:Item) RETURN n.id ORDER BY n.id')).toEqual([[1], [2]]);
  });
});
