/** The system's Chromium, for tests of the pages. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

const PLACES = [
  process.env['WEIR_TEST_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const PATIENCE_MILLIS = 30_000;
/** How many times slower the pages' own thread is than this machine would have it: what depends on haste shows up. */
const SLOWDOWN = Number(process.env['WEIR_TEST_PAGE_SLOWDOWN'] ?? 1);
/** How long each request of a page for the service waits, in milliseconds: a test that looks at the service before the page has changed it shows up. */
const REQUEST_DELAY_MILLIS = Number(process.env['WEIR_TEST_REQUEST_DELAY'] ?? 0);

/** Without one these suites are left out, unless WEIR_TEST_REQUIRE_BROWSER asks for them. */
export const BROWSER = PLACES.find(place => place !== undefined && place !== '' && existsSync(place));

export function launch(): Promise<Browser> {
  // Chromium's own sandbox needs rights that containers don't give; the pages come from this machine.
  const args = ['--no-sandbox', '--enable-unsafe-swiftshader'];
  return chromium.launch({ executablePath: BROWSER!, args });
}

export interface OpenedPage {
  readonly page: Page;
  /** What went wrong in it: exceptions, what the policy refused, requests to elsewhere. */
  readonly trouble: readonly string[];
}

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** It is used with fingers. */
  readonly hasTouch?: boolean;
  /** Where the browser is, such as `America/New_York`; absent: where this machine is. */
  readonly timeZone?: string;
  readonly credentials?: { readonly username: string; readonly password: string };
}

export async function open(browser: Browser, url: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { colorScheme = 'light', width = 1400, hasTouch = false, credentials, timeZone } = options;
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    hasTouch,
    colorScheme,
    ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
    ...(credentials === undefined ? {} : { httpCredentials: credentials }),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  if (REQUEST_DELAY_MILLIS > 0) {
    await context.route('**/api/**', async route => {
      await new Promise(resolve => setTimeout(resolve, REQUEST_DELAY_MILLIS));
      await route.fallback().catch(() => {}); // The page is gone.
    });
  }
  const trouble: string[] = [];
  page.on('pageerror', error => trouble.push(String(error.stack ?? error)));
  page.on('console', message => {
    // Chromium itself styles what is written over a selection; the editor takes that away again.
    if (/^Applying inline style/.test(message.text())) return;
    if (/Content Security Policy|violates/.test(message.text())) trouble.push(message.text());
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(url).origin && !/^(?:data|blob):/.test(request.url()))
      trouble.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble };
}

/** @returns what axe-core finds: the rule, and the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // As an expression of the debugger, which the page's policy says nothing of.
  await page.evaluate(axe);
  // What fades in has no contrast yet: it is looked at as it is in the end.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
}
