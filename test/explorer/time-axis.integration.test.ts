/** The axis of time with changes and matches, the strip of matches below the canvas, and the slicer. */
import type { Locator, Page } from 'playwright-core';
import { violations } from './browser.js';
import { describeInBrowser } from './describe-in-browser.js';
import { Explored, send } from './explored.js';

const PATTERN = 'MATCH (p:Payment) WHERE p.amount > 50 RETURN id(p) AS id, p.name AS payment';
const DAY = 24 * 60 * 60_000;

describeInBrowser('time axis, match strip and slicer', () => {
  let explored: Explored;
  let page: Page;
  let button: (name: string | RegExp) => Locator;

  beforeAll(async () => {
    explored = await Explored.start(async gateway => {
      await gateway.rows("CREATE (:Person {name: 'Ada'})");
      await send(gateway, 'POST', 'graph/quine/standingQueries', {
        name: 'large',
        pattern: { type: 'Cypher', mode: 'MULTIPLE_VALUES', query: PATTERN },
      });
    });
    page = explored.page;
    button = name => explored.button(name);
    await explored.kind('Person', 1);
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.watched .dot.live').waitFor();
  });
  afterAll(() => explored?.stop());

  const strip = (): Locator => page.locator('.match-strip');
  const bar = (): Locator => page.locator('.time-bar');
  const slider = (): Locator => page.getByRole('slider');

  async function pay(number: number, amount: number): Promise<void> {
    await explored.gateway.rows(
      `MATCH (p) WHERE id(p) = idFrom('payment', ${number})
      SET p:Payment, p.name = 'payment-${number}', p.amount = ${amount}, p.day = '2026-10-${10 + number}'`,
    );
  }

  /** Drags over a part of the chart, whose ends are fractions of its width. */
  async function drag(over: Locator, from: number, to: number): Promise<void> {
    const { x, y, width, height } = (await over.locator('.u-over').boundingBox())!;
    await page.mouse.move(x + width * from, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + height / 2, { steps: 4 });
    await page.mouse.up();
  }

  test('the strip counts matches as they begin and end', async () => {
    expect(await strip().count()).toBe(0);
    await pay(1, 60);
    await strip().getByRole('img', { name: '1 match in 5 minutes' }).waitFor();
    await pay(2, 70);
    await strip().getByRole('img', { name: '2 matches in 5 minutes' }).waitFor();
    await pay(1, 10);
    await strip().getByRole('img', { name: '2 matches, 1 ended in 5 minutes' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a click on the strip travels to the moment of a match, with the state of then', async () => {
    const { x, y, height } = (await strip().locator('.u-over').boundingBox())!;
    // Left of all matches, the first one is the nearest.
    await page.mouse.click(x + 2, y + height / 2);
    await bar().waitFor();
    await explored.select('payment-1');
    await page.getByRole('tab', { name: 'Selection' }).click();
    const amount = page.locator('.properties .changed');
    await amount.getByText('60').waitFor();
    await bar().getByRole('button', { name: 'Close' }).click();
    await amount.waitFor({ state: 'detached' });
  });

  test('a period dragged on the strip opens the axis with it, at its end', async () => {
    await drag(strip(), 0.5, 0.95);
    await button('Whole period').waitFor();
    await slider().and(page.locator(':not([aria-valuetext="Now"])')).waitFor();
    await bar().getByText('Compared with now:').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
    await bar().getByRole('button', { name: 'Close' }).click();
    await strip().waitFor();
  });

  test('a match in the list leads to its moment with the keyboard', async () => {
    await page.getByRole('tab', { name: 'Live' }).click();
    await page.locator('.match').filter({ hasText: 'payment-2' }).locator('.match-main').press('Enter');
    await page.locator('.story').getByTitle('Travel to this moment').first().press('Enter');
    await bar().waitFor();
    await slider().and(page.locator(':not([aria-valuetext="Now"])')).waitFor();
    await page.locator('.story').getByRole('button', { name: 'Back to the list' }).click();
    await slider().press('End');
  });

  test('keys on the slider go from change to change; the axis names changes and matches', async () => {
    await button('Clear the canvas').click();
    await explored.ask('MATCH (p:Payment) RETURN p');
    await explored.kind('Payment', 2);
    await button('Read new changes').click();
    await page.getByText('3 moments of 2 nodes').waitFor();
    await bar().getByRole('img', { name: '3 changes and 3 matches over time' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const said = (): Promise<string> =>
      slider()
        .getAttribute('aria-valuetext')
        .then(text => text ?? '');
    const seen = [await said()];
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
      await slider().press(key);
      seen.push(await said());
    }
    expect(seen[0]).toBe('Now');
    expect(new Set(seen).size).toBe(4);
    expect(seen.slice(1)).toEqual(seen.slice(1).sort().reverse());
    await slider().press('End');
    expect(await said()).toBe('Now');
    await slider().press('Home');
    expect(await said()).toBe(seen[3]);
  });

  test('a period dragged on the axis limits steps and playing, until the whole is shown again', async () => {
    // The first change only: the others are later than the middle between both.
    const times = await page.evaluate<number[]>(`(() => {
      const { min, max } = document.querySelector('.time-axis input');
      return [Number(min), Number(max)];
    })()`);
    const first = Number(await slider().inputValue());
    const part = (first - times[0]!) / (times[1]! - times[0]!);
    await drag(bar(), Math.max(0.001, part - 0.02), part + 0.01);
    await page.getByText('1 moment of 2 nodes').waitFor();
    await bar().getByLabel('Speed').selectOption('4×');
    await bar().getByRole('button', { name: 'Play' }).click();
    await bar().getByRole('button', { name: 'Play' }).waitFor();
    expect(Number(await slider().inputValue())).toBe(first);
    await button('Whole period').click();
    await page.getByText('3 moments of 2 nodes').waitFor();
    await bar().getByRole('button', { name: 'Close' }).click();
  });

  test('the slicer hides nodes with a value outside the range', async () => {
    for (let i = 3; i <= 9; i++) await pay(i, i * 5);
    await button('Clear the canvas').click();
    await explored.ask('MATCH (n) WHERE n.name IS NOT NULL RETURN n');
    await explored.kind('Payment', 9);
    await button(/^Slicer/).click();
    await bar().getByText('9 of 9 nodes in the range').waitFor();
    await bar().getByLabel('Property').selectOption('amount');
    await bar().getByLabel('From').fill('20');
    await bar().getByLabel('From').press('Enter');
    await bar().getByLabel('To', { exact: true }).fill('45');
    await bar().getByLabel('To', { exact: true }).press('Enter');
    // 10 and 15 are below, 70 is above; Ada has no amount.
    await bar().getByText('6 of 9 nodes in the range').waitFor();
    await page.getByText('3 nodes hidden').waitFor();
    expect(await violations(page)).toEqual([]);
    await bar().getByLabel('From').fill('much');
    expect(await bar().getByLabel('From').getAttribute('aria-invalid')).toBe('true');
    await bar().getByLabel('From').press('Enter');
    await bar().getByText('6 of 9 nodes in the range').waitFor();
    await bar().getByRole('button', { name: 'Show all' }).click();
    await page.getByText('3 nodes hidden').waitFor({ state: 'detached' });
  });

  test('the slicer knows dates, selects a range by dragging, and plays it', async () => {
    await bar().getByLabel('Property').selectOption('day');
    await drag(bar(), 0.01, 0.3);
    await page.getByText(/nodes hidden/).waitFor();
    const to = new Date(await bar().getByLabel('To', { exact: true }).inputValue()).getTime();
    expect(to).toBeGreaterThan(Date.UTC(2026, 9, 12));
    expect(to).toBeLessThan(Date.UTC(2026, 9, 19) - DAY);
    await bar().getByRole('button', { name: 'Play: move the range' }).click();
    await bar().getByRole('button', { name: 'Pause' }).waitFor();
    // It stops at the last date.
    await bar().getByRole('button', { name: 'Play: move the range' }).waitFor();
    const end = new Date(await bar().getByLabel('To', { exact: true }).inputValue()).getTime();
    expect(end).toBe(Date.UTC(2026, 9, 19));
    await bar().getByRole('button', { name: 'Close' }).click();
    await page.getByText(/nodes hidden/).waitFor({ state: 'detached' });
  });

  test('the strip can be turned off', async () => {
    await strip().waitFor();
    await button('Settings of live drawing').click();
    await page.getByLabel('Show matches over time').uncheck();
    await strip().waitFor({ state: 'detached' });
  });
});
