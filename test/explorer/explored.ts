/** A gateway with an open page, and common actions of tests. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { GatewayProcess } from '../support/gateway-process.js';
import { launch, open, type OpenedPage } from './browser.js';

export class Explored {
  private constructor(
    readonly folder: string,
    readonly gateway: GatewayProcess,
    readonly browser: Browser,
    readonly opened: OpenedPage,
  ) {}

  /** @param fill called before the page is opened. */
  static async start(
    fill: (gateway: GatewayProcess, folder: string) => Promise<void>,
    ...options: string[]
  ): Promise<Explored> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-explorer-')));
    const [gateway, browser] = await Promise.all([GatewayProcess.startIn(folder, ...options), launch()]);
    await fill(gateway, folder);
    return new Explored(folder, gateway, browser, await open(browser, gateway.url));
  }

  get page(): Page {
    return this.opened.page;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.gateway.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  get dialog(): Locator {
    return this.page.locator('dialog');
  }

  /** Types a query in the bar and runs it. */
  async ask(query: string): Promise<void> {
    await this.write(query);
    await this.button('Run').click();
  }

  async write(query: string): Promise<void> {
    await this.page.locator('.query-bar .cm-content').click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(query);
  }

  /** Selects the nodes that contain the text. */
  async select(text: string): Promise<void> {
    await this.page.getByLabel('Find on the canvas').fill(text);
    await this.page.keyboard.press('Enter');
    await this.page.getByLabel('Find on the canvas').fill('');
  }

  /** Selects the first node that contains each of the texts. */
  async selectAll(...texts: string[]): Promise<void> {
    for (const [i, text] of texts.entries()) {
      await this.page.getByLabel('Find on the canvas').fill(text);
      await this.page.keyboard.press(i === 0 ? 'Enter' : 'Shift+Enter');
    }
    await this.page.getByLabel('Find on the canvas').fill('');
  }

  async goTo(page: string): Promise<void> {
    await this.page.getByRole('link', { name: page }).click();
  }

  /** Waits for the count of a type in the legend. */
  async kind(name: string, count: number): Promise<void> {
    const entry = new RegExp(`^${name}\\s*${count}$`);
    await this.page.locator('.legend').getByRole('button', { name: entry }).waitFor();
  }
}

/** @param path below the graph. */
export async function send(
  gateway: GatewayProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const response = await gateway.fetch(`/api/v2/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}
