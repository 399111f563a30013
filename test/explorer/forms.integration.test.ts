/** Forms of resources: their labels, their errors, and what they create. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const GRAPH = 'graph/quine';
/** An expression that opens all options. */
const OPEN_ALL = `document.querySelectorAll('dialog details').forEach(details => { details.open = true; })`;

describeInBrowser('forms', () => {
  let explored: Explored;
  let page: Page;
  let dialog: Locator;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async (gateway, folder) => {
      await writeFile(join(folder, 'records.jsonl'), '{"n": 1}\n{"n": 2}\n');
      await send(gateway, 'POST', `${GRAPH}/standingQueries`, {
        name: 'watched',
        pattern: { type: 'Cypher', query: 'MATCH (n:Record) WHERE n.n > 1 RETURN DISTINCT id(n) AS id' },
        outputs: [{ name: 'drop', destinations: [{ type: 'Drop' }] }],
      });
    });
    page = explored.page;
    dialog = explored.dialog;
    button = name => explored.button(name);
    await explored.goTo('Streams');
  });
  afterEach(async () => {
    if ((await dialog.count()) > 0) await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
  afterAll(() => explored?.stop());

  /** Whether all of it is inside the window. */
  async function isInView(shown: Locator): Promise<boolean> {
    const [box, { height }] = [(await shown.boundingBox())!, page.viewportSize()!];
    return box.y >= 0 && box.y + box.height <= height;
  }

  async function writeQuery(query: string): Promise<void> {
    await dialog.locator('.cm-content').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(query);
  }

  test('labels are words, common sources come first, and help has no markup', async () => {
    await button('New ingest stream').click();
    const sources = dialog.getByRole('group', { name: 'Source' }).getByRole('button');
    await sources.first().waitFor();
    const names = await dialog.locator('.kinds').first().getByRole('button').allTextContents();
    expect(names.slice(0, 5)).toEqual(['File', 'File upload', 'Kafka', 'Server-sent events', 'Webhook']);
    expect(names[5]).toMatch(/^\d+ more$/);
    expect(names).toHaveLength(6);
    for (const name of names.slice(0, 5)) {
      await dialog.locator('.kinds').first().getByRole('button', { name, exact: true }).click();
      await page.evaluate(OPEN_ALL);
      const labels = await dialog.locator('.field-name, legend').allTextContents();
      expect(
        labels.filter(label => !/^[A-Z]\S*(?: [^A-Z\s][^A-Z\s]*| [A-Z]{2,}\S*| \(JSON\))*$/.test(label)),
      ).toEqual([]);
      expect(await dialog.locator('.hint, .variant-fields > p').filter({ hasText: '`' }).count()).toBe(0);
    }
    expect(await violations(page)).toEqual([]);
  });

  test('a rejection that belongs to no field is in view and has the focus', async () => {
    await button('New ingest stream').click();
    await dialog.getByLabel('Name', { exact: true }).fill('wrong');
    await dialog.getByLabel('Path on the server').fill('/no/such/file.jsonl');
    await writeQuery('MATCH (n) WHERE id(n) = idFrom($that.n) SET n = $that');
    await page.evaluate(`document.querySelector('dialog').scrollTo(0, 0)`);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const error = dialog.locator('.query-error');
    await error
      .filter({ hasText: /Invalid file path: \/no\/such\/file\.jsonl - it does not exist$/ })
      .waitFor();
    expect(await isInView(error)).toBe(true);
    await dialog.locator('.query-error:focus').waitFor();
  });

  test('a required field is focused, and no longer reported once it is filled', async () => {
    await button('New ingest stream').click();
    await dialog.getByLabel('Name', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const missing = dialog.getByText('This field is required.');
    await missing.first().waitFor();
    await dialog.getByText('These fields are required: Name, Path on the server, Ingest query.').waitFor();
    const name = dialog.getByLabel('Name', { exact: true });
    expect(await page.locator(':focus').getAttribute('id')).toBe(await name.getAttribute('id'));
    expect(await missing.count()).toBe(3);
    await name.fill('files');
    await dialog.getByLabel('Path on the server').fill('records.jsonl');
    expect(await missing.count()).toBe(1);
    await dialog.getByRole('alert').getByText('This field is required: Ingest query.').waitFor();
    await writeQuery('MATCH (n) WHERE id(n) = idFrom($that.n) SET n:Record, n = $that');
    await missing.waitFor({ state: 'detached' });
    expect(await dialog.locator('.query-error, .wrong').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('100 % · 18 bytes of 18 bytes').waitFor();
  });

  test('retractions and modes are chosen in words', async () => {
    await button('New standing query').click();
    await dialog.getByLabel('Name', { exact: true }).fill('second');
    await writeQuery('MATCH (n:Record) WHERE n.n > 0 RETURN n.n AS n');
    await page.evaluate(OPEN_ALL);
    await dialog.getByLabel('Mode').selectOption({ label: 'Rows of values' });
    const retractions = dialog.getByLabel('Send retractions to');
    expect(await retractions.locator('option:checked').textContent()).toMatch(/^All except outputs/);
    await retractions.selectOption({ label: 'None' });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = JSON.parse(
      await send(explored.gateway, 'GET', `${GRAPH}/standingQueries/second`),
    ) as object;
    expect(stored).toMatchObject({ includeCancellations: false, pattern: { mode: 'MULTIPLE_VALUES' } });
  });

  test('a form creates a stream, which can be paused, resumed and deleted', async () => {
    await button('New ingest stream').click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Name' }).first().waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('numbers');
    await dialog
      .getByRole('button', { name: /^\d+ more$/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Numbers' }).click();
    await dialog.locator('.cm-content').first().click();
    await page.keyboard.insertText('MATCH (n) WHERE id(n) = idFrom("number", $that % 10) SET n.v = $that');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Pause numbers').click();
    await button('Resume numbers').click();
    await button('Pause numbers').waitFor();
    await button('Delete numbers').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await button('Delete numbers').waitFor({ state: 'detached' });
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
