/** Nodes are shown by name wherever they are mentioned, even if they are not drawn. */
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';
import { heldAnswers } from './held-answers.js';

const PATTERN =
  'MATCH (o:Order)-[:of]->(c:Client) WHERE o.total > 10 RETURN id(o) AS placed, id(c) AS client';
/** Would change the direction of the following text. */
const TURNED = '\u202Eevil';
const ID = /[0-9a-f]{8}-[0-9a-f]{4}/;

describeInBrowser('names of nodes', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await send(gateway, 'POST', 'graph/quine/standingQueries', {
        name: 'large',
        pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: PATTERN },
      });
      await gateway.rows("CREATE (:Order {name: 'Small order', total: 1})-[:of]->(:Client {name: 'Ben'})");
    });
    page = explored.page;
    button = name => explored.button(name);
    await page.locator('.legend').waitFor();
    await page.getByRole('tab', { name: /Live/ }).click();
    await button('Live').click();
    await button('Clear the canvas').click();
    await page.locator('.watched .dot.live').waitFor();
    await explored.gateway.rows(
      `CREATE (:Order {name: 'Large order', total: 50, note: '${TURNED}'})-[:of]->(:Client {name: 'Ada'})`,
    );
  });
  afterAll(() => explored?.stop());

  const match = (): Locator => page.locator('.match').filter({ hasText: 'large' });

  test('a match names its nodes in the list and on the dashboard, though nothing is drawn', async () => {
    await match().getByText('Large order').waitFor();
    await match().getByText('Ada').waitFor();
    expect(await match().textContent()).not.toMatch(ID);
    await explored.goTo('Dashboard');
    await page.locator('.feed-row').filter({ hasText: 'Large order' }).getByText('Ada').waitFor();
    await explored.goTo('Explorer');
  });

  test('a preview of another pattern names the nodes of its rows', async () => {
    await button('Change the pattern: large').click();
    const { dialog } = explored;
    await dialog.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(PATTERN.replace('> 10', '< 10'));
    await dialog.getByRole('button', { name: 'Preview the difference' }).click();
    const gained = dialog.locator('.gained').filter({ hasText: 'Small order' });
    const lost = dialog.locator('.lost').filter({ hasText: 'Large order' });
    await gained.getByText('Ben').waitFor();
    await lost.getByText('Ada').waitFor();
    expect(await dialog.locator('.compared').textContent()).not.toMatch(ID);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('shows values of a match under their names, and names of its neighbors', async () => {
    await match().locator('.match-main').click();
    const story = page.getByRole('article', { name: 'Match' });
    await story.locator('.properties').getByText('Large order').waitFor();
    await story
      .locator('.writings')
      .getByText(/note = "\\u202eevil"/)
      .waitFor();
    expect(await page.locator('body').textContent()).not.toContain('\u202E');
    await story.locator('.part-head').getByText('Large order').waitFor();
    await story.locator('.part-head').getByText('Ada').waitFor();
    expect(await violations(page)).toEqual([]);
    await story.getByRole('button', { name: 'Back to the list' }).click();
  });

  test('explains that a node contributes to a match elsewhere', async () => {
    await explored.select('Ada');
    await page.locator('.why').filter({ hasText: 'large' }).click();
    await explored.dialog.getByText('It meets all conditions of the pattern for c.').waitFor();
    await page.keyboard.press('Escape');
    await explored.dialog.waitFor({ state: 'detached' });
  });

  test('explains why a node does not match', async () => {
    await button('Clear the canvas').click();
    await explored.ask("MATCH (o:Order {name: 'Small order'}) RETURN o");
    await explored.kind('Order', 1);
    await explored.select('Small order');
    await page.getByRole('heading', { name: 'Why does this match, or not?' }).waitFor();
    await page.locator('.why').filter({ hasText: 'large' }).click();
    await page.getByRole('heading', { name: 'Why does it not match? · large' }).waitFor();
    // Its neighbor is not on the canvas.
    await explored.dialog.locator('.check-actions').getByText('Ben').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('a new match never shows a whole id, and keeps its height when its nodes get names', async () => {
    const slow = await explored.browser.newPage();
    const answers = await heldAnswers(slow);
    await slow.goto(explored.gateway.url);
    await slow.locator('.legend').waitFor();
    await slow.getByRole('tab', { name: /Live/ }).click();
    await slow.locator('.watched .dot.live').waitFor();
    await slow.locator('.match').filter({ hasText: 'Large order › Ada' }).waitFor();
    answers.hold();
    await explored.gateway.rows(
      "CREATE (:Order {name: 'Late order', total: 70})-[:of]->(:Client {name: 'Eve'})",
    );
    const nameless = slow.locator('.match').filter({ hasText: 'placed' });
    await nameless.waitFor();
    expect(await nameless.textContent()).not.toMatch(ID);
    const { height } = (await nameless.boundingBox())!;
    answers.release();
    const named = slow.locator('.match').filter({ hasText: 'Late order' });
    await named.waitFor();
    expect((await named.boundingBox())!.height).toBe(height);
    await slow.close();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
