/** Nodes that are drawn as a bubble, and the canvas as a file. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored } from './explored.js';

const RING = `UNWIND range(1, 6) AS i MATCH (p), (q) WHERE id(p) = idFrom('r', i) AND id(q) = idFrom('r', i % 6 + 1)
SET p:Person, p.name = 'R' + i, q:Person, q.name = 'R' + (i % 6 + 1) CREATE (p)-[:next]->(q)`;

describeInBrowser('bubbles and files', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => void (await gateway.rows(RING)));
    page = explored.page;
    button = name => explored.button(name);
    await explored.kind('Person', 6);
    await explored.kind('next', 6);
  });
  afterAll(() => explored?.stop());

  /** Contents of a file saved from the menu. */
  async function saved(item: string): Promise<string> {
    await button('Save or load').click();
    const [file] = await Promise.all([page.waitForEvent('download'), button(item).click()]);
    return readFile(await file.path(), 'utf8');
  }

  /** Captions of the circles. */
  async function circles(): Promise<string[]> {
    const svg = await saved('Drawing (SVG)');
    return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, caption]) => caption!).sort();
  }

  test('collapses selected nodes into a named bubble and opens it; both can be undone', async () => {
    await explored.selectAll('R1', 'R2', 'R3');
    await page.getByText('3 nodes selected').waitFor();
    await page.getByLabel('Name of the bubble').fill('First half');
    await button('Group into a bubble').click();
    await button('Open First half').waitFor();
    expect(await circles()).toEqual(['First half', 'R4', 'R5', 'R6']);
    expect(await violations(page)).toEqual([]);
    // The nodes still exist: they are counted, found and selected.
    await explored.kind('Person', 6);
    await explored.select('R2');
    await page.getByRole('heading', { name: 'R2' }).waitFor();
    await explored.selectAll('R1', 'R2', 'R3');
    await button('Open First half').click();
    expect(await circles()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6']);
    await button(/^Undo/).click();
    expect(await circles()).toHaveLength(4);
    await button(/^Redo/).click();
    expect(await circles()).toHaveLength(6);
  });

  test('a key does the same, and a double click opens it', async () => {
    await explored.selectAll('R4', 'R5');
    await page.locator('main').focus();
    await page.keyboard.press('g');
    expect(await circles()).toEqual(['Bubble', 'R1', 'R2', 'R3', 'R6']);
    await page.keyboard.press('Escape');
    // Nodes and camera move for a while: a position counts when two checks agree.
    await page.locator('.canvas-tools [aria-label="Arrange automatically"]:not(.on)').waitFor();
    await button('Fit to view').click();
    const read = async (): Promise<string> =>
      /<circle cx="[\d.-]+" cy="[\d.-]+"[^>]*\/><text [^>]*>Bubble</.exec(await saved('Drawing (SVG)'))![0];
    let [before, circle] = ['', await read()];
    while (circle !== before) [before, circle] = [circle, await read()];
    const place = /cx="([\d.-]+)" cy="([\d.-]+)"/.exec(circle)!;
    const box = (await page.locator('.canvas').boundingBox())!;
    const at = [box.x + Number(place[1]), box.y + Number(place[2])] as const;
    await page.mouse.click(...at);
    await page.getByText('2 nodes selected').waitFor();
    await button('Open Bubble').waitFor();
    await page.mouse.dblclick(...at);
    await button('Open Bubble').waitFor({ state: 'detached' });
    expect(await circles()).toHaveLength(6);
  });

  test('a reload restores bubbles', async () => {
    await explored.selectAll('R1', 'R6');
    await page.getByLabel('Name of the bubble').fill('Kept');
    await button('Group into a bubble').click();
    await page.reload();
    await page.getByText('Your last canvas was restored.').waitFor();
    await explored.kind('Person', 6);
    expect(await circles()).toContain('Kept');
  });

  test('nested bubbles exist when the outer one is opened, and survive undo, a reload and a link', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (p:Person) RETURN p');
    await explored.kind('next', 6);
    const collapse = async (name: string, ...nodes: string[]): Promise<void> => {
      await explored.selectAll(...nodes);
      await page.getByLabel('Name of the bubble').fill(name);
      await button('Group into a bubble').click();
      await button(`Open ${name}`).waitFor();
    };
    await collapse('Inner', 'R1', 'R2');
    await collapse('Outer', 'R1', 'R2', 'R3');
    expect(await circles()).toEqual(['Outer', 'R4', 'R5', 'R6']);
    expect(await button('Open Inner').count()).toBe(0);
    await button('Open Outer').click();
    expect(await circles()).toEqual(['Inner', 'R3', 'R4', 'R5', 'R6']);
    await button(/^Undo/).click();
    await page.reload();
    await page.getByText('Your last canvas was restored.').waitFor();
    expect(await circles()).toEqual(['Outer', 'R4', 'R5', 'R6']);

    await button('Scenes').click();
    await page.getByPlaceholder('Name of the scene').fill('Nested');
    await button('Save as a scene').click();
    await page.getByText('The scene Nested was saved in this browser').waitFor();
    await button('Clear the canvas').click();
    await button('Scenes').click();
    await page.getByRole('button', { name: /^Nested 6 nodes$/ }).click();
    await explored.kind('Person', 6);
    expect(await circles()).toEqual(['Outer', 'R4', 'R5', 'R6']);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Scenes').click();
    await button('Copy a link to the nodes of Nested').click();
    await page.getByText('Link copied to the clipboard').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.keyboard.press('Escape');
    await button('Clear the canvas').click();
    await page.goto('about:blank');
    await page.goto(link);
    await explored.kind('next', 6);
    expect(await circles()).toEqual(['Outer', 'R4', 'R5', 'R6']);
    await explored.selectAll('R1', 'R2', 'R3');
    await button('Open Outer').click();
    await explored.selectAll('R1', 'R2');
    await button('Open Inner').click();
    expect(await circles()).toHaveLength(6);
    // For the next test.
    await explored.selectAll('R1', 'R6');
    await page.getByLabel('Name of the bubble').fill('Kept');
    await button('Group into a bubble').click();
  });

  test('a history restores its steps and bubbles; a snapshot is one step; JSON-LD is the graph', async () => {
    const history = await saved('History, all steps (JSON)');
    const types = (JSON.parse(history) as { past: { type: string }[] }).past.map(({ type }) => type);
    expect(types[0]).toBe('Layout');
    expect(types).toContain('Collapse');
    const { nodes } = JSON.parse(await saved('Graph (JSON-LD)')) as { nodes: { label: string }[] };
    expect(nodes.map(({ label }) => label)).toEqual(Array.from({ length: 6 }, () => 'Person'));
    const snapshot = await saved('Snapshot, as one step (JSON)');
    const load = async (name: string, content: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await button('Clear the canvas').click();
    await load('history.json', history);
    await explored.kind('Person', 6);
    expect(await circles()).toContain('Kept');
    await button(/^Undo/).click();
    expect(await circles()).toHaveLength(6);
    await load('snapshot.json', snapshot);
    await explored.dialog.getByRole('button', { name: 'Replace' }).click();
    await explored.dialog.waitFor({ state: 'detached' });
    expect(await circles()).toContain('Kept');
    await load('bad.json', '{"past": [{"type": "Explode"}]}');
    await page.getByText('This file is not a saved canvas.').waitFor();
    expect(await circles()).toContain('Kept');
  });

  test('nothing went wrong in the page', () => expect(explored.opened.trouble).toEqual([]));
});
