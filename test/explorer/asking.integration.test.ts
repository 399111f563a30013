/** Questions without Cypher, with the keyboard alone: patterns of chips, values, and saved questions. */
import type { Locator, Page } from 'playwright-core';
import { open, violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';
import { OUT_OF_REACH } from './out-of-reach.js';

/** A name that would end a quoted text. */
const HOSTILE = `it's "a\\b"`;
const PHONE_WIDTH = 390;

describeInBrowser('questions without Cypher', () => {
  let explored: Explored;
  let page: Page;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      const chain = (number: number, child: string, root: string): string =>
        `CREATE (:Process {name: '${child}', pid: ${600 + number}})-[:parent]->(:Process {name: 'cmd.exe', pid: 2})
           -[:parent]->(:Process {name: '${root}', pid: 1})`;
      await gateway.rows(chain(1, 'curl.exe', 'winword.exe'));
      await gateway.rows(chain(2, 'curl.exe', 'explorer.exe'));
      await gateway.rows("CREATE (:File {path: 'C:/a'})<-[:opened]-(:Tool {name: 'scanner'})");
      await gateway.rows(`CREATE (:Tool {name: ${JSON.stringify(HOSTILE)}})`);
      await send(gateway, 'PUT', 'queryUi/sampleQueries', [
        { name: 'Files/Opened files', query: 'MATCH (f:File) RETURN f' },
      ]);
    });
    page = explored.page;
    await page.locator('.legend').waitFor();
    await page.locator('.query-bar .cm-content').waitFor();
    await explored.button('Clear the canvas').click();
  });
  afterAll(() => explored?.stop());

  const box = (on = page): Locator => on.getByRole('combobox', { name: 'Question' });
  const option = (name: string | RegExp, on = page): Locator =>
    on.locator('#ask-offers').getByRole('option', { name, exact: typeof name === 'string' });
  const chips = (): Promise<string[]> => page.locator('.ask-chip').allTextContents();
  const query = (): Promise<string> => page.getByLabel('Query', { exact: true }).locator('code').innerText();
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  /** Types a text, waits until the first option has the name, and accepts it. */
  async function accept(typed: string, name: string | RegExp): Promise<void> {
    await page.keyboard.type(typed);
    await option(name).and(page.locator('[aria-selected=true]')).waitFor();
    await press('Enter');
  }

  /** Empties the box. */
  async function reset(): Promise<void> {
    await box().fill('');
    for (let left = await page.locator('.ask-chip').count(); left > 0; left--) await press('Backspace');
    await page.locator('.ask-chip').waitFor({ state: 'detached' });
  }

  test('finds processes by their name and the name of the parent of their parent', async () => {
    await press('q');
    await box().and(page.locator(':focus')).waitFor();
    await accept('Proc', /^Process/);
    await accept('name is curl.e', 'name is "curl.e"');
    // Back into the condition, to complete it.
    await press('ArrowLeft');
    await press('Enter');
    await box().and(page.locator(':focus')).waitFor();
    await accept('', 'name is "curl.e"');
    await press('ArrowLeft');
    await press('Delete');
    await accept('curl', 'name is "curl.exe"');
    await accept('parent', 'parent →');
    await accept('Process', 'Process');
    await accept('parent', 'parent →');
    await accept('Process', 'Process');
    await accept('name is winword.exe', 'name is "winword.exe"');
    expect(await chips()).toEqual([
      ...['Process', 'name is "curl.exe"', 'parent →', 'Process', 'parent →'],
      ...['Process', 'name is "winword.exe"'],
    ]);
    expect(await query()).toBe(
      'MATCH p = (n1:Process)-[:parent]->(n2:Process)-[:parent]->(n3:Process) ' +
        "WHERE n1.name = 'curl.exe' AND n3.name = 'winword.exe' RETURN p LIMIT 100",
    );
    await press('Enter');
    await explored.kind('Process', 3);
    await explored.kind('parent', 2);
    await page.locator('.query-status').getByText('1 row', { exact: false }).waitFor();
  });

  test('offers only the edges and labels that are connected', async () => {
    await reset();
    await accept('File', /^File/);
    await option('← opened').waitFor();
    const edges = page.locator('#ask-offers').getByRole('group', { name: 'Edges' }).getByRole('option');
    expect(await edges.allTextContents()).toEqual(['← opened', 'any edge →', '← any edge']);
    await page.getByText('Read from a sample of 1,000 nodes and the canvas').waitFor();
    await accept('opened', '← opened');
    const ends = page.locator('#ask-offers').getByRole('group', { name: 'Other end' }).getByRole('option');
    expect(await ends.allTextContents()).toEqual(['Tool', 'any node']);
    // Names outside the sample are offered once they are typed.
    await accept('Tool', 'Tool');
    await page.keyboard.type('parent');
    await page.locator('#ask-offers').getByRole('group', { name: 'Edges not seen at this label' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('several steps, a number, and a turned edge', async () => {
    await reset();
    await accept('Proc', /^Process/);
    await accept('pid>=602', 'pid >= 602');
    await accept('parent', 'parent →');
    await accept('1 to 4', '1 to 4 steps');
    await accept('any', 'any node');
    await press('Enter');
    await page.locator('.query-status').getByText('2 rows', { exact: false }).waitFor();
    await press('ArrowLeft');
    await press('ArrowLeft');
    await press('Enter');
    await accept('turn', 'Turn the direction');
    expect(await query()).toBe(
      'MATCH p = (n1:Process)<-[:parent*1..4]-(n2) WHERE n1.pid >= 602 RETURN p LIMIT 100',
    );
  });

  test('a value leads to its node, whatever it contains', async () => {
    await reset();
    await page.keyboard.type("it's");
    await option(/^name is /)
      .first()
      .waitFor();
    await press('Enter');
    expect(await chips()).toEqual(['Tool', `name is ${JSON.stringify(HOSTILE)}`]);
    await press('Enter');
    await page.locator('.query-status').getByText('1 row', { exact: false }).waitFor();
  });

  test('runs a saved question', async () => {
    await reset();
    await accept('files/', /^Files\/Opened files/);
    await page.locator('.query-status').getByText('1 row', { exact: false }).waitFor();
    await explored.kind('File', 1);
    expect(await chips()).toEqual(['Saved: Files/Opened files']);
    expect(await query()).toBe('MATCH (f:File) RETURN f');
    await press('Backspace');
    await page.getByText('The Cypher query appears here.').waitFor();
  });

  test('starts from the selected node', async () => {
    await explored.select('C:/a');
    await press('Escape');
    await page.locator('#content').focus();
    await press('/');
    await option(/^Start from /).waitFor();
    await press('ArrowDown');
    await press('Enter');
    await accept('any', 'any edge →');
    expect(await query()).toMatch(
      /^MATCH p = \(n1\)-->\(n2\) WHERE strId\(n1\) = '[-0-9a-f]+' RETURN p LIMIT 100$/,
    );
    expect(await page.locator('.ask-scan').count()).toBe(0);
  });

  test('the drawn schema shows what edges connect, and starts a question', async () => {
    await page.getByRole('tab', { name: 'Schema' }).click();
    await explored.button('Draw the schema').click();
    const { dialog } = explored;
    await dialog
      .getByText('The connections are read from a sample of 1,000 nodes; others may exist.')
      .waitFor();
    await dialog.getByText('Counts are of the whole graph.').waitFor();
    await dialog.getByRole('button', { name: /^Process\s*6$/ }).waitFor();
    const edges = dialog.getByRole('button', { name: /→/ });
    expect(await edges.count()).toBe(2);
    await dialog.getByRole('button', { name: /^Process → parent → Process\s*4$/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Tool → opened → File\s*1$/ }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await box().and(page.locator(':focus')).waitFor();
    expect(await chips()).toEqual(['Tool', 'opened →', 'File']);
    expect(await query()).toBe('MATCH p = (n1:Tool)-[:opened]->(n2:File) RETURN p LIMIT 100');
  });

  test('a question becomes Cypher in the editor; the choice survives a reload', async () => {
    await reset();
    await accept('Tool', /^Tool/);
    await page.locator('.ask-scan').getByText('reads all nodes').waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Escape');
    await page.locator('#ask-offers').waitFor({ state: 'detached' });
    expect(await box().getAttribute('aria-expanded')).toBe('false');
    await explored.button('Edit as Cypher').press('Enter');
    await page.locator('.query-bar .cm-content').getByText('MATCH (n1:Tool)').waitFor();
    await explored.button('Ask').click();
    await box().waitFor();
    await page.reload();
    await box().waitFor();
  });

  test('everything is within reach on a phone', async () => {
    const { page: phone, trouble } = await open(explored.browser, explored.gateway.url, {
      width: PHONE_WIDTH,
      hasTouch: true,
    });
    await phone.locator('.query-bar .cm-content').waitFor();
    await phone.getByRole('button', { name: 'Ask', exact: true }).tap();
    await box(phone).tap();
    await option(/^Process/, phone).tap();
    await option('parent →', phone).tap();
    await option('Process', phone).tap();
    expect(await violations(phone)).toEqual([]);
    await phone.keyboard.press('Escape');
    expect(await phone.evaluate<string[]>(OUT_OF_REACH)).toEqual([]);
    await phone.getByRole('button', { name: 'Run', exact: true }).tap();
    await phone.locator('.query-status').getByText('4 rows', { exact: false }).waitFor();
    expect(trouble).toEqual([]);
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
