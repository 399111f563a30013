/** Actions on nodes and streams: quick queries, paths, appearances, and handling of failures. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const GRAPH = 'graph/quine';
const ANY = { propertyKeys: [], knownValues: {} };
const PEOPLE = `UNWIND range(1, 6) AS i MATCH (p), (q) WHERE id(p) = idFrom('p', i) AND id(q) = idFrom('p', i + 1)
SET p:Person, p.name = 'P' + i, p.age = i * 10, q:Person, q.name = 'P' + (i + 1), q.age = (i + 1) * 10 CREATE (p)-[:knows]->(q)`;

describeInBrowser('people and streams', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;
  /** Accepts or rejects results, as the test says. */
  let destination: Server;
  let answersWith = 400;
  let post: (path: string, body?: unknown) => Promise<string>;

  beforeAll(async () => {
    destination = createServer((request, response) => {
      request.resume();
      response.writeHead(answersWith).end();
    });
    await new Promise<void>(resolve => destination.listen(0, '127.0.0.1', resolve));
    explored = await Explored.start(async gateway => {
      await gateway.rows(PEOPLE);
      await gateway.rows("MATCH (a) WHERE id(a) = idFrom('alone') SET a:Person, a.name = 'Alone'");
      await send(gateway, 'PUT', 'queryUi/quickQueries', [
        quick('Friends', 'MATCH (n)-[:knows]-(m) RETURN DISTINCT m', 'NODE'),
        quick('Age', 'RETURN n.age AS age', 'TEXT'),
        quick('Fans', 'MATCH (n)<-[:knows]-(m) RETURN m', 'NODE', 'admires'),
        {
          predicate: { ...ANY, dbLabel: 'Robot' },
          quickQuery: { name: 'Recharge', querySuffix: 'RETURN n', sort: 'NODE' },
        },
      ]);
    });
    page = explored.page;
    button = name => explored.button(name);
    post = (path, body) => send(explored.gateway, 'POST', `${GRAPH}/${path}`, body);
  });
  afterAll(async () => {
    await explored?.stop();
    destination?.close();
  });

  function quick(name: string, querySuffix: string, sort: string, edgeLabel?: string) {
    return { predicate: ANY, quickQuery: { name, querySuffix, sort, edgeLabel } };
  }

  async function uiList(name: string): Promise<{ quickQuery: { name: string } }[]> {
    return JSON.parse(await send(explored.gateway, 'GET', `queryUi/${name}`));
  }

  async function drawPeople(): Promise<void> {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (p:Person) RETURN p');
    await explored.kind('Person', 8);
  }

  test('quick queries draw nodes, with an edge if configured; rows become a table', async () => {
    await page.locator('.legend').waitFor();
    await button('Clear the canvas').click();
    await explored.ask("MATCH (p:Person {name: 'P3'}) RETURN p");
    await explored.kind('Person', 1);
    await explored.select('P3');
    await button('Friends').click();
    await explored.kind('Person', 3);
    expect(await button('Recharge').count()).toBe(0);
    await button('Fans').click();
    await explored.kind('admires', 1);
    await button('Age').click();
    await page.getByRole('cell', { name: '30' }).waitFor();
    expect(await page.locator('.query-bar .cm-content').textContent()).toContain('RETURN n.age AS age');
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
    await page.keyboard.press('Escape');
    await explored.select('P2');
    await page.locator('main').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('3 nodes selected').waitFor();
    await button('Friends').waitFor();
    // The edge would not show which node it belongs to.
    expect(await button('Fans').count()).toBe(0);
  });

  test('draws and selects the shortest path of two selected nodes, or reports that there is none', async () => {
    await drawPeople();
    await explored.ask("MATCH (p:Person) WHERE p.name IN ['P2', 'P5'] RETURN p");
    await explored.selectAll('P2', 'P5');
    await page.getByText('2 nodes selected').waitFor();
    await button('Shortest path').click();
    await page.getByText('4 nodes selected').waitFor();
    await explored.selectAll('P2', 'Alone');
    await button('Shortest path').click();
    await page.getByText('No path of at most 12 edges').waitFor();
  });

  test('the legend opens the appearance of a type; values decide color and size; everyone sees it', async () => {
    await drawPeople();
    await button('Style of Person').click();
    const form = explored.dialog;
    expect(await form.getByLabel('Label', { exact: true }).inputValue()).toBe('Person');
    await form.getByLabel('Color', { exact: true }).fill('#aa3355');
    await form.getByLabel('Color by value of').selectOption('age');
    await form.getByLabel('Size by value of').selectOption('age');
    await form.getByLabel('Icon', { exact: true }).fill('ion-person');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const rules = await uiList('nodeAppearances');
    expect(rules[0]).toMatchObject({
      predicate: { dbLabel: 'Person' },
      color: '#aa3355',
      icon: '\uf213',
      label: { type: 'Property', key: 'name' },
      colorBy: { key: 'age' },
      sizeBy: { key: 'age' },
    });
    await button('Save or load').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button('Drawing (SVG)').click()]);
    const svg = await readFile(await file.path(), 'utf8');
    const radii = new Set([...svg.matchAll(/ r="([\d.]+)"/g)].map(([, radius]) => radius));
    expect(radii.size).toBeGreaterThanOrEqual(7);
    expect(svg).toContain('#aa3355');
    await button('Style of Person').click();
    await form.getByRole('button', { name: 'Remove this style' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await uiList('nodeAppearances')).toEqual(rules.slice(1));
  });

  test('quick queries are created, ordered and deleted on the page, and errors are shown', async () => {
    await button('Styles and quick queries').click();
    await button('Add a quick query').click();
    const form = explored.dialog.last();
    await form.getByLabel('Name', { exact: true }).fill('Older');
    await form.getByLabel('Label', { exact: true }).fill('Person');
    await form.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('MATCH (m:Person) WHERE m.age > n.age RETURN m');
    await form.getByRole('button', { name: 'Save' }).click();
    const list = explored.dialog.locator('li').filter({ hasText: 'Older' });
    await list.waitFor();
    await button('Earlier: Older').click();
    await explored.dialog.locator('li:has-text("Older") + li:has-text("Recharge")').waitFor();
    await button('Delete: Recharge').click();
    await explored.dialog.getByText('Recharge').waitFor({ state: 'detached' });
    const names = (await uiList('quickQueries')).map(({ quickQuery }) => quickQuery.name);
    expect(names).toEqual(['Friends', 'Age', 'Fans', 'Older']);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await button('Clear the canvas').click();
    await explored.ask("MATCH (p:Person {name: 'P6'}) RETURN p");
    await explored.kind('Person', 1);
    await explored.select('P6');
    await button('Older').click();
    await explored.kind('Person', 2);
  });

  test('underlines errors while typing, with their message, and not after they are fixed', async () => {
    await explored.write('MATCH (p:Person RETURN p');
    const mark = page.locator('.query-bar .cm-lintRange-error');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('RETURN');
    await mark.hover();
    await page.locator('.cm-tooltip-lint').getByText("Invalid input 'RETURN'").waitFor();
    await page.keyboard.press('F8');
    await explored.write('MATCH (p:Person) RETURN p');
    await mark.waitFor({ state: 'detached' });
  });

  test('completes text typed while nothing is found for the earlier text', async () => {
    await page.locator('.query-bar .cm-content').click();
    await page.keyboard.press('Control+a');
    const word = 'MATCH (n';
    let answer = (): void => undefined;
    const isAsked = new Promise<void>(asked => {
      void page.route('**/cypher:complete', async route => {
        const isHeld = route.request().postDataJSON().offset === word.length;
        if (isHeld) {
          await new Promise<void>(resolve => {
            answer = resolve;
            asked();
          });
        }
        await route.fallback();
      });
    });
    await page.keyboard.type(word);
    await isAsked;
    await page.keyboard.type(':Per');
    answer();
    await page.locator('.cm-tooltip-autocomplete').getByText('Person').waitFor();
    await page.keyboard.press('Escape');
    await page.unroute('**/cypher:complete');
  });

  test('saves queries in folders, in the browser or for everyone; both can be run and deleted', async () => {
    const save = async (query: string, name: string, isShared: boolean): Promise<void> => {
      await explored.write(query);
      await button('Saved queries').click();
      await button('Save this query').click();
      await explored.dialog.getByLabel('Name', { exact: true }).fill(name);
      if (isShared) await explored.dialog.getByLabel('Share with everyone').check();
      await explored.dialog.getByRole('button', { name: 'Save' }).click();
      await explored.dialog.waitFor({ state: 'detached' });
    };
    await save('RETURN 1 AS mine', 'People/Mine', false);
    await save('RETURN 2 AS ours', 'People/Ours', true);
    const shared = JSON.parse(await send(explored.gateway, 'GET', 'queryUi/sampleQueries'));
    expect(shared.at(-1)).toEqual({ name: 'People/Ours', query: 'RETURN 2 AS ours' });
    // Changes that another user made since the page loaded are kept.
    const theirs = { name: 'Theirs', query: 'RETURN 3' };
    await send(explored.gateway, 'PUT', 'queryUi/sampleQueries', [...shared, theirs]);
    await save('RETURN 4 AS last', 'People/Last', true);
    expect(JSON.parse(await send(explored.gateway, 'GET', 'queryUi/sampleQueries'))).toEqual([
      ...shared,
      theirs,
      { name: 'People/Last', query: 'RETURN 4 AS last' },
    ]);
    await send(explored.gateway, 'PUT', 'queryUi/sampleQueries', shared);
    await page.reload();
    await button('Saved queries').click();
    const own = page.getByRole('region', { name: 'In this browser' });
    await own.getByRole('heading', { name: 'People' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await own.getByRole('button', { name: 'Mine', exact: true }).click();
    await page.getByRole('button', { name: 'mine', exact: true }).waitFor();
    await button('Saved queries').click();
    await button('Delete: People/Mine').click();
    await own.waitFor({ state: 'detached' });
    await button('Delete: People/Ours').click();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
    // The confirmation closes immediately; the request is sent after that.
    const left = () => send(explored.gateway, 'GET', 'queryUi/sampleQueries').then(JSON.parse);
    expect(await until(left, queries => queries.length < shared.length)).toEqual(shared.slice(0, -1));
  });

  test('shows a plan as a tree of operators, and measured plans with rows and times', async () => {
    await explored.write('MATCH (p:Person)-[:knows]->(q) WHERE p.age > 20 RETURN count(q)');
    await button('Show the plan').click();
    const plan = page.getByRole('region', { name: 'Plan' });
    await plan.getByText('AllNodesScan').waitFor();
    expect(await plan.locator('.plan-figures').count()).toBe(0);
    await button('Run and measure').click();
    await plan
      .locator('li')
      .filter({ hasText: /^Expand.*5 rows/ })
      .last()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('.stage-switch').getByRole('button', { name: 'Graph' }).click();
  });

  test('a failed stream shows the full reason; rejected records come with advice', async () => {
    const lines = ['{"n": 1}', 'no JSON', '{"n": 0}', ''].join('\n');
    await writeFile(join(explored.folder, 'records.jsonl'), lines);
    const source = { type: 'File', path: 'records.jsonl', format: { type: 'JsonL' } };
    const query = (value: string) => `MATCH (n) WHERE id(n) = idFrom('n', $that.n) SET n.v = ${value}`;
    await post('ingests', { name: 'breaks', source, query: query('10 / $that.n') });
    await post('ingests', { name: 'skips', source, query: query('$that.n') });
    await post('ingests', {
      name: 'keeps',
      source,
      query: query('$that.n'),
      onRecordError: {
        deadLetterQueueSettings: { destinations: [{ type: 'File', path: 'bad.jsonl' }] },
      },
    });
    await explored.goTo('Streams');
    const stream = (name: string) => page.locator('.list > li').filter({ hasText: name });
    const failure = stream('breaks').locator('.failure');
    await failure.waitFor();
    const reason: { message: string } = JSON.parse(
      await (await explored.gateway.fetch(`/api/v2/${GRAPH}/ingests/breaks`)).text(),
    );
    expect(await failure.textContent()).toBe(reason.message);
    expect(reason.message).toMatch(/zero/i);
    await stream('skips').getByText('1 record was rejected').waitFor();
    await stream('skips').locator('.notice').getByText('add a dead-letter destination').waitFor();
    await stream('keeps').locator('.notice').getByText('File bad.jsonl').waitFor();
  });

  test('shows where dead letters are and what to do, and delivers them again', async () => {
    const { port } = destination.address() as AddressInfo;
    const pattern = 'MATCH (p:Person) WHERE p.age > 0 RETURN id(p) AS id';
    await post('standingQueries', {
      name: 'aged',
      pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: pattern },
      outputs: [
        { name: 'post', destinations: [{ type: 'HttpEndpoint', url: `http://127.0.0.1:${port}/x` }] },
      ],
    });
    await explored.gateway.rows("MATCH (a) WHERE id(a) = idFrom('alone') SET a.age = 1");
    const notice = page.locator('.dead-letters');
    await notice.getByText('These results could not be delivered').waitFor();
    await page.getByText('8 failed', { exact: true }).waitFor();
    expect(await notice.textContent()).toMatch(
      /Dead letters: [\d.]+ kB of at most 134 MB\..*aged\.post\.jsonl/,
    );
    await button('Deliver again').click();
    await page.getByText('0 delivered, 8 failed again').waitFor();
    answersWith = 200;
    await button('Deliver again').click();
    await page.getByText('8 delivered, 0 failed again').waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
  });

  test('a reload restores the canvas, which can be discarded', async () => {
    await explored.goTo('Explorer');
    await button('Clear the canvas').click();
    await explored.ask("MATCH (p:Person {name: 'P1'})--(q) RETURN p, q");
    await explored.kind('Person', 2);
    await button('Arrange automatically').click();
    await page.getByLabel('Layout').click();
    await button('Grid').click();
    await page.reload();
    await page.getByText('Your last canvas was restored.').waitFor();
    await explored.kind('Person', 2);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await button('Start with an empty canvas').click();
    await explored.kind('Person', 8);
  });

  test('a scene can be saved, opened, renamed, shared as a link and deleted', async () => {
    await button('Clear the canvas').click();
    await explored.ask("MATCH (p:Person {name: 'P2'}) RETURN p");
    await explored.kind('Person', 1);
    await button('Scenes').click();
    await page.getByPlaceholder('Name of the scene').fill('Two');
    await button('Save as a scene').click();
    await page.getByText('The scene Two was saved in this browser').waitFor();
    await button('Clear the canvas').click();
    await page.reload();
    await button('Scenes').click();
    await page.getByRole('button', { name: /^Two 1 node$/ }).click();
    await explored.kind('Person', 1);

    await button('Scenes').click();
    await button('Rename Two').click();
    await explored.dialog.getByLabel('Name of the scene').fill('Second');
    await explored.dialog.getByRole('button', { name: 'Save' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Scenes').click();
    await button('Copy a link to the nodes of Second').click();
    await page.getByText('Link copied to the clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await button('Delete: Second').click();
    await explored.dialog.getByRole('button', { name: 'Delete' }).click();
    await button('Scenes').click();
    await page.getByText('A scene saves this canvas under a name').waitFor();
    await page.keyboard.press('Escape');

    const other = await page.context().newPage();
    await other.goto(link);
    await other.locator('.legend').getByText('1 node · 0 edges').waitFor();
    await other.close();
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
