/** Suites of the pages are left out where there is no browser, with a line that says so. */
import { BROWSER } from './browser.js';

if (BROWSER === undefined) {
  const line = 'no Chromium here (WEIR_TEST_CHROMIUM names one): the tests of the pages are left out';
  if (process.env['WEIR_TEST_REQUIRE_BROWSER']) throw new Error(line);
  process.stderr.write(`${line}\n`);
}

/** Looks for the suite's own `describe` when it is called: this module is loaded once for several suites. */
export function describeInBrowser(name: string, body: () => void): void {
  (BROWSER === undefined ? describe.skip : describe)(name, body);
}
