/** The system's Chromium, for page tests. */
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
/** Slowdown factor of the page's main thread: reveals timing dependencies. */
const SLOWDOWN = Number(process.env['WEIR_TEST_PAGE_SLOWDOWN'] ?? 1);
/**
 * Delay of each request from the page to the service, in milliseconds: reveals tests that check the service before the
 * page has changed it.
 */
const REQUEST_DELAY_MILLIS = Number(process.env['WEIR_TEST_REQUEST_DELAY'] ?? 0);

/** Without a browser these suites are skipped, unless WEIR_TEST_REQUIRE_BROWSER demands them. */
export const BROWSER = PLACES.find(place => place !== undefined && place !== '' && existsSync(place));

const ARGS = [
  // The sandbox needs permissions that containers do not have; the pages are local.
  '--no-sandbox',
  '--enable-unsafe-swiftshader',
  '--disable-accelerated-2d-canvas',
  // By default Chromium starts spare processes for pages that no test opens.
  '--renderer-process-limit=1',
  // Pages of the address bar, which each new window would load: 40 % of the processor time of a small page.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER!, args: ARGS });
}

export interface OpenedPage {
  readonly page: Page;
  /** Problems of the page: exceptions, policy violations, requests to other hosts. */
  readonly trouble: readonly string[];
}

export interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** Emulates a touch screen. */
  readonly hasTouch?: boolean;
  /** Time zone of the browser, such as `America/New_York`; absent: that of this machine. */
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
      await route.fallback().catch(() => {}); // The page is closed.
    });
  }
  const trouble: string[] = [];
  page.on('pageerror', error => trouble.push(String(error.stack ?? error)));
  page.on('console', message => {
    if (/Content Security Policy|violates/.test(message.text())) trouble.push(message.text());
  });
  page.on('request', request => {
    if (new URL(request.url()).origin !== new URL(url).origin && !/^(?:data|blob):/.test(request.url()))
      trouble.push(`asked for ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble };
}

/** @returns violations found by axe-core: the rule, and the elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // As a debugger expression, to which the page's policy does not apply.
  await page.evaluate(axe);
  // Elements that fade in have no contrast yet: checks their final state.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  );
}
